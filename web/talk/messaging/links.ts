/** A text in its parts: addresses that may be opened, and what stands between them. Only http and https: nothing that somebody writes runs. */
export function linksIn(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = []
  let from = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>"'「」『』（）【】《》，。！？；、]+/gi)) {
    // A mark at its end belongs to the sentence; a bracket does where none was opened in the address.
    let address = found[0].replace(/[.,:;!?…*]+$/, '')
    if (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1)
    if (!URL.canParse(address)) continue
    if (found.index > from) parts.push({ text: text.slice(from, found.index) })
    parts.push({ text: address, href: new URL(address).href })
    from = found.index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
