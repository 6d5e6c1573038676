// What people are met by: visitors at the door, and members who follow nobody yet.
// Promises: before the gate there is nothing here but works that are open to all, names, faces and taglines; two creators stand side by
// side before one stands there twice.
// Leaves to others: what is open to whom (access), what a performer looks like (directory, profiles).
import { kindNames } from '#contract/catalogue/kind-names.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { MediaFile } from '#contract/media/file.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import type { front as table, FrontPicture, FrontWork, Show } from '#contract/windows/front.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as directory from '#server/windows/directory/directory.ts'
import * as queries from '#server/windows/front/queries.ts'

const [mostLooked, mostShown, mostShows, showDays] = [48, 6, 6, 7]
const [mostAsked, mostBegun] = [20, 4]

export async function landing(db: Db, reader: access.Reader): Promise<Reply<(typeof table)['landing']>> {
  const [open, shows, { total }] = await Promise.all([
    openWorks(db, reader),
    showsOf(db, reader),
    directory.search(db, reader, {}, { limit: 1, offset: 0 }),
  ])
  const hero = open.find(({ picture }) => picture.width >= picture.height * 1.2) ?? open[0]
  const performers = new Map(open.map(({ performer }) => [performer._id, performer]))
  const ids = [...performers.keys()]
  const [totals, told] = await Promise.all([works.totalsOf(db, ids), profiles.findAll(db, ids)])
  const sum = (id: string) => [...(totals.get(id)?.ofKind.values() ?? [])].reduce((all, each) => all + each, 0)
  return {
    ...(hero && { hero }),
    works: turnByTurn(open.filter((work) => work !== hero)).slice(0, mostShown),
    shows,
    creators: [...performers.values()].slice(0, mostShown).map((performer) => ({
      performer,
      tagline: told.get(performer._id)?.tagline ?? '',
      totalWorks: sum(performer._id),
    })),
    totalCreators: total,
  }
}

export async function beginning(db: Db, reader: access.Reader): Promise<Reply<(typeof table)['beginning']>> {
  const [open, strangers] = await Promise.all([openWorks(db, reader), strangersTo(db, reader)])
  const pictures = await picturesOf(
    db,
    reader,
    strangers.map(({ _id }) => _id),
  )
  const creators = strangers
    .map((performer) => ({ performer, pictures: (pictures.get(performer._id) ?? []).slice(0, 3) }))
    .toSorted((a, b) => b.pictures.length - a.pictures.length)
  return { creators: creators.slice(0, mostBegun), works: turnByTurn(open).slice(0, 3) }
}

/** Those who were sought most of late; on a young site anybody. */
async function strangersTo(db: Db, reader: access.Reader) {
  const notYet = (people: readonly PerformerListing[]) => people.filter(({ isFollowed }) => !isFollowed)
  const sought = notYet(await directory.top(db, reader, mostAsked))
  return sought.length >= mostBegun ? sought : notYet(await directory.random(db, reader, mostAsked))
}

/** The newest that have something to be looked at. */
async function openWorks(db: Db, reader: access.Reader): Promise<FrontWork[]> {
  const found = await works.find(db, await access.openToAll(db, reader, mostLooked))
  const list = [...found.values()].toSorted((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
  const shown = await showing.present(db, reader, list)
  return shown.flatMap(({ work, common: { canView, files, performer, title } }) => {
    if (!works.isListed(work)) return []
    const { id, kind, slug } = work
    const picture = canView && files.flatMap((file) => pictureOf(file) ?? [])[0]
    return picture ? [{ _id: id, kind, path: `/${kindNames[kind].path}/${slug ?? id}`, title, performer, picture }] : []
  })
}

/** Pictures of free works that open for this reader, by creator. */
async function picturesOf(db: Db, reader: access.Reader, creatorIds: readonly string[]): Promise<Map<string, FrontPicture[]>> {
  const found = await works.find(db, await works.freeToSee(db, creatorIds, 3))
  const shown = await showing.present(db, reader, [...found.values()])
  const open = shown.flatMap(({ work, common: { canView, files } }) =>
    canView ? files.flatMap((file) => pictureOf(file) ?? []).map((picture) => ({ creatorId: work.creatorId, picture })) : [],
  )
  return new Map(
    [...Map.groupBy(open, ({ creatorId }) => creatorId)].map(([id, rows]) => [id, rows.map(({ picture }) => picture)] as const),
  )
}

function pictureOf({ type, url, width, height, thumbnails, tint }: MediaFile): FrontPicture | undefined {
  if (type !== 'photo' || !url || !width || !height) return undefined
  return { url, width, height, smaller: thumbnails, ...(tint && { tint }) }
}

/** Each creator's newest first, then each one's next. */
function turnByTurn(list: readonly FrontWork[]): FrontWork[] {
  const seen = new Map<string, number>()
  const turns = list.map((work) => {
    const turn = seen.get(work.performer._id) ?? 0
    seen.set(work.performer._id, turn + 1)
    return { work, turn }
  })
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ work }) => work)
}

async function showsOf(db: Db, reader: access.Reader): Promise<Show[]> {
  const until = new Date(db.now.getTime() + showDays * 86_400_000)
  const ids = await queries.announced(db, { until, hidden: await access.hiddenFrom(db, reader), limit: mostShows })
  const posts = await feeds.show(
    db,
    reader,
    ids.map(({ id }) => id),
  )
  return posts.flatMap(({ _id, tagline, performer, streamingScheduled: beginsAt }) =>
    beginsAt ? [{ _id, path: `/${kindNames.feed.path}/${_id}`, title: tagline, performer, beginsAt }] : [],
  )
}
