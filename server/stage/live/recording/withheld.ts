// Films of shows that staff cut, or took down before their video was made (docs/adr/0021): sealed, kept for 180 days, and looked at by staff alone.
// Promises: each look has its reason in the audit log before a byte is read; to everybody else there is no such thing; after its time it is gone.
import { signedFor, withheldName, type Withheld } from '#server/media/files/files.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import type { ReplyTo } from '#contract/client.ts'
import * as queries from '#server/stage/live/recording/queries.ts'

const dayMs = 86_400_000
/** For so long it is kept (COMPLIANCE.md 15: preserved 180 days). */
const keptMs = 180 * dayMs
/** A film may be as long, and is asked for in parts while it is looked at. */
const goodForSeconds = 4 * 3600

export const withheldKey = (streamId: string) => `withheld/${streamId}`

const keptSince = (db: Db) => new Date(db.now.getTime() - keptMs)

/** Those that are kept now, the last sealed first. */
export async function withheldRecordings(db: Db, window: { limit: number; offset: number }): Promise<ReplyTo<'live.withheldRecordings'>> {
  const { rows, total } = await queries.withheldPage(db, keptSince(db), window)
  const [shows, performers] = await Promise.all([
    works.find(
      db,
      rows.map(({ streamId }) => streamId),
    ),
    profiles.userCards(db, [...new Set(rows.map(({ performerId }) => performerId))]),
  ])
  const data = rows.map(({ streamId, performerId, endedAt, settledAt }) => {
    const performer = performers.get(performerId)
    return {
      _id: streamId,
      title: shows.get(streamId)?.title ?? '',
      ...(performer && { performer }),
      ...(endedAt && { endedAt: endedAt.toISOString() }),
      withheldAt: settledAt.toISOString(),
      keptUntil: new Date(settledAt.getTime() + keptMs).toISOString(),
    }
  })
  return { data, total }
}

/** An address for whoever asks, once their reason is on record. @throws not_found */
export async function open(
  tx: Tx,
  streamId: string,
  { by, reason, ip }: { by: string; reason: string; ip?: string | undefined },
): Promise<ReplyTo<'live.openWithheldRecording'>> {
  const film = (await queries.film(tx, streamId, keptSince(tx))) ?? refuse('not_found')
  await record(tx, { actorId: by, action: 'live.recording_viewed', subject: { kind: 'work', id: streamId }, detail: { reason }, ip })
  const { url, expiresAt } = signedFor(streamId, withheldName, by, tx.now, goodForSeconds)
  return { url, mediaType: film.mediaType, expiresAt: expiresAt.toISOString() }
}

/** What the serving of media asks at each part of a film, and while it is sent. */
export const withheldFor: Withheld = async (db, { viewer, id }) => {
  if (viewer.kind !== 'member' || viewer.role !== 'staff') return undefined
  const film = await queries.film(db, id, keptSince(db))
  const bytes = film && (await store.sizeSealed(withheldKey(id)))
  return bytes === undefined ? undefined : { key: withheldKey(id), mediaType: film!.mediaType, sealed: true, width: 0, height: 0, bytes }
}

/** Every key that withheld films lie under. */
export async function storedKeys(db: Db): Promise<string[]> {
  return (await queries.withheld(db, { since: keptSince(db) })).map(withheldKey)
}

export async function forgetWithheld(db: Database): Promise<void> {
  for (const id of await queries.withheld(db, { before: keptSince(db) })) await store.remove(withheldKey(id))
}
