// The one sanitiser of everything that people write (specification.md section 5). It stands this low because the settings'
// own HTML passes it too; all others reach it by the door of terms.
import sanitize from 'sanitize-html'

/**
 * A plain-text field: no tag, comment or processing instruction stays, whatever is left is meant literally and drawn as text.
 * Also to NFC, without control characters, invisible padding and direction overrides, without space around. Never longer than it came.
 * What nobody could see is no text.
 */
export function cleanText(text: string): string {
  const clean = withoutTags(tidy(text)).trim()
  if (isInvisible.test(clean)) return ''
  const most = codePoints(text)
  return codePoints(clean) <= most ? clean : Array.from(clean).slice(0, most).join('').trim()
}

/** Nothing but joiners, fillers and blanks: U+2800 is Braille’s. */
const isInvisible = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u

/** A field of formatted text: only these tags and attributes stay; links go to the web or mail and vouch for nothing. */
export function cleanHtml(html: string): string {
  return sanitize(tidy(html), {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'hr'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...(attribs['href'] && { href: attribs['href'] }),
          rel: 'noopener nofollow',
          ...(attribs['target'] === '_blank' && { target: '_blank' }),
        },
      }),
    },
  }).trim()
}

/** Line ends become \n; other control characters, zero-width padding and bidirectional overrides go. A joiner inside an emoji stays. */
function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}--[\n\t]]|[\u{200B}\u{2060}\u{FEFF}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{E000}\u{E0001}]/gv, '')
    .replace(/\n{4,}/g, '\n\n\n')
}

/** Stands for `&` while tags are taken out, so that what someone wrote as an entity is not decoded. tidy() lets none in. */
const ampersand = '\uE000'

function withoutTags(text: string): string {
  let clean = text
  // Taking a tag out can make a new one of what stood around it, so this goes on until nothing changes.
  for (let round = 0; round < 20; round++) {
    if (!clean.includes('<')) return clean
    const next = sanitize(clean.replaceAll('&', ampersand), { allowedTags: [], allowedAttributes: {} })
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll(ampersand, '&')
    if (next === clean) return clean
    clean = next
  }
  // Nobody writes like that by accident.
  return clean.replace(/<+(?=[a-z!?/])/gi, '')
}

const codePoints = (text: string): number => Array.from(text).length
