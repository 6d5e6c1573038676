// A work's id as it stands in a link to pass on: 22 letters in place of 36, or of a title that other places write in percents.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** How the address of a titled work ends (server/catalogue/works/slug.ts). */
const slugEnd = /-[0-9a-f]{12}$/

export function shortId(id: string): string {
  const bytes = (id.replaceAll('-', '').match(/../g) ?? []).map((each) => Number.parseInt(each, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The id that this is short for; what is none stays as it came: a whole id, or a title's own address. */
export function wholeId(asked: string): string {
  if (!/^[\w-]{22}$/.test(asked) || slugEnd.test(asked)) return asked
  const bytes = atob(asked.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = Array.from(bytes, (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return uuid.test(id) ? id : asked
}
