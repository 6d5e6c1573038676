// Whose copy is this: staff drop a picture that somebody found, and the mark that nobody sees says to whose account it was sent.
// Promises: a name is given only where the chance of a wrong one is below one in a million, and everybody who was ever sent a copy was
// asked about; each look-up and its answer are in the audit log. What was found lies sealed until the answer; where that names somebody it
// stays for a year as evidence, else it goes at once.
// Leaves to others: the reading itself (platform/marks), who was sent what (files), what staff do about it.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as images from '#server/media/images/images.ts'
import * as queries from '#server/office/copies/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

export { forms, oddsOf } from '#server/office/copies/forms.ts'
export { subjects } from '#server/office/copies/subjects.ts'
export { byId, naming, page } from '#server/office/copies/queries.ts'

/** Where a found picture lies, sealed. */
export const foundKey = (id: string) => `copies/${id}`

export interface Question {
  workId?: string | undefined
  performerId?: string | undefined
}

/** @throws file_type_not_allowed, file_unreadable on the field; not_found for a work or a performer that is not there; invalid for both at once */
export async function ask(
  db: Database,
  picture: ReceivedFile,
  { workId, performerId }: Question,
  { by, ip }: { by: string; ip?: string | undefined },
): Promise<string> {
  if (workId && performerId) throw new Refusal('invalid', {}, [{ field: 'performerId', code: 'invalid' }])
  if (workId && !(await works.find(db, [workId])).has(workId)) return refuse('not_found')
  if (performerId && (await accounts.findAll(db, [performerId])).get(performerId)?.role !== 'performer') return refuse('not_found')
  const { bytes, sha256, field } = picture
  const mediaType = await images.sniff(picture)
  const id = randomUUID()
  const sealed = await store.receive(createReadStream(picture.path), { field, name: '', maxBytes: Number.MAX_SAFE_INTEGER, sealed: true })
  await store.keep(sealed, foundKey(id))
  try {
    await db.transaction(async (tx) => {
      await queries.insert(tx, { id, askedBy: by, workId: workId ?? null, performerId: performerId ?? null, mediaType, bytes, sha256 })
      const detail = { sha256, ...(workId && { workId }), ...(performerId && { performerId }) }
      await record(tx, { actorId: by, action: 'copies.asked', subject: { kind: 'lookup', id }, detail, ip })
      await addJob(tx, 'copies.look', { id }, { key: `copies.look:${id}`, maxAttempts: 3, isAwaited: true })
    })
  } catch (error) {
    await store.remove(foundKey(id))
    throw error
  }
  return id
}

/** Both as small pictures of our own making; undefined for what is not kept or not known. */
export async function pictures(db: Db, id: string): Promise<{ found?: string; ours?: string }> {
  const lookup = (await queries.byId(db, id)) ?? refuse('not_found')
  const file = lookup.fileId ? (await files.find(db, [lookup.fileId])).get(lookup.fileId) : undefined
  const own = file && (await files.unmarked(file))
  const found = lookup.hasPicture ? await buffer(store.readSealed(foundKey(id))) : undefined
  const [theirs, ours] = await Promise.all([found && small(found), own && small(own)])
  return { ...(theirs && { found: theirs }), ...(ours && { ours }) }
}

/** Undefined for a download that has more pixels than are looked at. */
async function small(picture: string | Buffer): Promise<string | undefined> {
  const made = await images.render(picture, { within: 900 }).catch(() => undefined)
  return made && `data:image/jpeg;base64,${made.bytes.toString('base64')}`
}

/** @throws not_found when there is none, file_in_use while its answer is awaited */
export async function discard(db: Database, id: string, { by, ip }: { by: string; ip?: string | undefined }): Promise<void> {
  const lookup = await queries.byId(db, id)
  if (!lookup?.hasPicture) return refuse('not_found')
  if (!lookup.endedAt) return refuse('file_in_use')
  await db.transaction(async (tx) => {
    if (!(await queries.forgetPicture(tx, id))) return refuse('not_found')
    await record(tx, { actorId: by, action: 'copies.discarded', subject: { kind: 'lookup', id }, ip })
  })
  await store.remove(foundKey(id))
}

const keptDays = 365

/** Evidence is not kept for ever: the answer stays, what was found goes. */
export async function forgetOldPictures(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - keptDays * 24 * 3600_000)
  const ids = await db.transaction((tx) => queries.forgetPictures(tx, before))
  await Promise.all(ids.map((id) => store.remove(foundKey(id))))
}

/** Every key of storage that a found picture lies under at this instant. */
export async function storedKeys(db: Db): Promise<string[]> {
  return (await queries.withPicture(db)).map(foundKey)
}
