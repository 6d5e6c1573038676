/** Whether a setting is meant: each of the typed words stands somewhere in what is said of it, also in the words that other sites use for it. */
export function isMeant(typed: string, texts: readonly (string | undefined)[]): boolean {
  const said = normal(texts.filter((text) => text !== undefined).join('\n'))
  return normal(typed)
    .split(/\s+/)
    .every((word) => said.includes(word))
}

/** 台 and 臺 are one letter to whoever types. */
const normal = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('台', '臺').trim()
