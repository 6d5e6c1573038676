/**
 * Whether a bank account's holder is the person of the identity document: the same words in Unicode's compatible form (full-width letters
 * are letters), whatever their case and spaces. The family name may stand first or last; between Chinese characters there are no spaces.
 */
export function isSameName({ firstName, lastName }: { firstName: string; lastName: string }, legalName: string): boolean {
  const legal = plain(legalName)
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some((name) => plain(name) === legal)
}

function plain(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,]+/gu, ' ')
    .trim()
  return words.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}
