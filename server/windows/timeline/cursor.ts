// Where a reader is in a list: the instant and id of the last post, and how long the list was when its first page was read, in a form that
// invites nobody to write one.
import { counted, type Count } from '#server/platform/db/db.ts'
import type { Place } from '#server/catalogue/feeds/feeds.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

export interface Cursor {
  after: Place
  count: Count
}

export function writeCursor({ after: { at, id }, count }: Cursor): string {
  return Buffer.from(`${at.getTime()} ${id} ${count.total}${count.totalIsCapped ? '+' : ''}`).toString('base64url')
}

const form = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,5})(\+?)$/

export function readCursor(cursor: string): Cursor {
  const [, at, id, total, more] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) throw new Refusal('invalid', {}, [{ field: 'cursor', code: 'invalid' }])
  return { after: { at: new Date(Number(at)), id }, count: { ...counted(Number(total)), ...(more && { totalIsCapped: true }) } }
}
