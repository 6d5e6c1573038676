/** The longest name that is kept. */
const longest = 200
/** Characters that are not seen, that turn the direction of what follows, or that mean something to a file system. */
const unwanted = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu

/** A sender's name for a file, fit to be shown and to be saved under: the last part of a path, one line, nothing invisible. */
export function cleanName(sent: string): string {
  const last = sent.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last.replaceAll(unwanted, '').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '')
  if (clean.length <= longest) return clean
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, longest - ending.length)}${ending}`.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/g, '')
}
