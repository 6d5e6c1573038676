// Where a reader is in a list: the instant and id of the last post, in a form that invites nobody to write one.
import type { Place } from '#server/catalogue/feeds/feeds.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url')
}

export function readCursor(cursor: string): Place {
  const [, at, id] = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) throw new Refusal('invalid', {}, [{ field: 'cursor', code: 'invalid' }])
  return { at: new Date(Number(at)), id }
}
