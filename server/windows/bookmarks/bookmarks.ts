// What somebody kept and what they unlocked, as lists of each kind.
// Promises: what has been hidden from the reader since is left out of all lists and of their totals; what was bought stays after a
// block and after its creator deleted it, because its receipt stands.
// Leaves to others: keeping (reactions), buying and the view rule (access), what a thing looks like (its slice).
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import type { Unlocked } from '#contract/windows/bookmarks.ts'
import * as access from '#server/catalogue/access/access.ts'
import { kindOf, showAny } from '#server/catalogue/kinds/kinds.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as queries from '#server/windows/bookmarks/queries.ts'
import * as directory from '#server/windows/directory/directory.ts'

export interface Reader extends access.Reader {
  viewer: Member
}

/** Works of a kind that the reader kept, newest kept first. */
export async function kept<Kind extends WorkKind>(db: Db, reader: Reader, kind: Kind, window: queries.Window) {
  const { ids, total } = await keptIds(db, reader, kind, window)
  return { data: await kindOf(kind).show(db, reader, ids), total }
}

export async function keptIds(db: Db, reader: Reader, kind: WorkKind, window: queries.Window) {
  return queries.keptWorks(db, await asking(db, reader), kind, window)
}

/** Performers that the reader kept, newest kept first. */
export async function performers(db: Db, reader: Reader, window: queries.Window): Promise<{ data: PerformerListing[]; total: number }> {
  const { ids, total } = await queries.keptPerformers(db, await asking(db, reader), window)
  return { data: await directory.listings(db, reader, ids), total }
}

/** What the reader unlocked, newest first: of one kind or of all. */
export async function bought(db: Db, reader: Reader, kind: works.Kind | undefined, window: queries.Window) {
  const { ids, times, total } = await queries.boughtWorks(db, await asking(db, reader), kind, window)
  const found = [...(await works.find(db, ids)).values()]
  const [shown, sent] = await Promise.all([showAny(db, reader, found), messagesIn(db, reader, found)])
  const data = ids.flatMap((id, place) => {
    const [work, at]: [Unlocked | undefined, Date | undefined] = [shown.get(id) ?? sent.get(id), times[place]]
    return work && at ? [{ ...work, boughtAt: at.toISOString() }] : []
  })
  return { data, total }
}

/** What was unlocked in conversations, by work. */
async function messagesIn(db: Db, reader: Reader, found: readonly works.Work[]): Promise<Map<string, Unlocked>> {
  const list = found.filter(({ kind }) => kind === 'message')
  const [shown, where] = await Promise.all([
    showing.present(db, reader, list),
    messaging.whereSent(
      db,
      reader.viewer.accountId,
      list.map(({ id }) => id),
    ),
  ])
  return new Map(
    shown.flatMap(({ work, common: { performer, cover, files, canView } }) => {
      const place = where.get(work.id)
      const photos = files.filter(({ type }) => type === 'photo').length
      const message = place && { ...place, title: canView ? work.words : '', performer, photos, ...(cover && { cover }) }
      return message ? [[work.id, { kind: 'message' as const, message }] as const] : []
    }),
  )
}

/** The same by the months of a time zone, newest first. */
export async function boughtMonths(db: Db, reader: Reader, kind: works.Kind | undefined, timeZone: string): Promise<queries.Month[]> {
  return queries.boughtMonths(db, await asking(db, reader), kind, timeZone)
}

async function asking(db: Db, { viewer, country }: Reader): Promise<queries.Asking> {
  const { accountId: viewerId, role } = viewer
  const [{ blocked: isClosed }, hidden] = await Promise.all([blocks.checkCountry(db, country), blocks.hiddenFrom(db, viewerId, country)])
  return { viewerId, isStaff: role === 'staff', isClosed, hidden }
}
