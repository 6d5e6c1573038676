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
    // biome-ignore format: one look, not twenty-six lines.
    allowedTags: [
      'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'hr',
      'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
    allowedSchemes: schemes,
    allowProtocolRelative: false,
    transformTags: {
      // A page's own title is its first heading.
      h1: 'h2',
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

const schemes = ['http', 'https', 'mailto']

/** What would run, or load something from elsewhere, in whoever reads it. */
const running = new Set(
  'script style iframe frame frameset object embed applet form link meta base svg math template noscript portal'.split(' '),
)

/**
 * The first tag, attribute or address of a formatted text that its writer can only have meant to run. `cleanHtml` takes all of them out; but what
 * vanishes without a word is looked for in vain, so whoever writes is told.
 */
export function unsafeIn(html: string): string | undefined {
  let found: string | undefined
  const judge = (tagName: string, attribs: Readonly<Record<string, string>>) => {
    if (running.has(tagName)) found ??= `<${tagName}>`
    for (const [name, value] of Object.entries(attribs)) {
      if (/^on/i.test(name)) found ??= name
      const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(value.replaceAll(/[\p{C}\s]/gu, ''))?.[0].toLowerCase()
      if (isAddress.has(name.toLowerCase()) && scheme && !schemes.includes(scheme)) found ??= `${scheme}:`
    }
    return { tagName, attribs }
  }
  sanitize(tidy(html), { allowedTags: false, allowedAttributes: false, allowVulnerableTags: true, transformTags: { '*': judge } })
  return found
}

const isAddress = new Set(['href', 'src', 'xlink:href', 'action', 'formaction', 'data', 'poster', 'background'])

/** What of a formatted text is words, in one line. */
export function wordsOf(html: string): string {
  const text = sanitize(html, { allowedTags: [], allowedAttributes: {} })
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
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
