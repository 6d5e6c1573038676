// Videos with a page of their own, free, for followers, for subscribers or for a price (calls.md section 12).
// Promises: one may be published while its footage is processed and shows once that is done; a sold one keeps its footage and gets no
// dearer; without a right there is the teaser and no address of the footage; it is listed with performers who agreed to be named.
// Leaves to others: review, schedule and states (works), the view rule and buying (access), making and serving footage (media).
import type { Video } from '#contract/catalogue/videos.ts'
import * as access from '#server/catalogue/access/access.ts'
import { tellBroken } from '#server/catalogue/videos/letters.ts'
import * as queries from '#server/catalogue/videos/queries.ts'
import { present } from '#server/catalogue/videos/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Described, DescribedDraft, Work } from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse, refuseField, unlessRefused } from '#server/platform/refusals/refusal.ts'
import { fallbackLanguage, say } from '#server/platform/words/words.ts'

export { blank, greetNoMore, welcomeOf } from '#server/catalogue/videos/queries.ts'

export interface Draft extends DescribedDraft {
  /** Its footage; undefined stays. */
  video?: string | undefined
  /** Kept to oneself. */
  isDraft?: boolean | undefined
}

/** What can be taken off a video again. */
export type Part = 'video' | 'teaser' | 'thumbnail'

/**
 * Publishes a video, or keeps a draft; answers its id. While its footage is processed it is a draft that goes out by itself.
 * @throws price_required, price_out_of_bounds, file_required, file_not_yours, file_blocked, schedule_in_past, prohibited_term,
 * unknown_participant
 */
export async function publish(tx: Tx, creatorId: string, { video, isDraft = false, ...sent }: Draft): Promise<string> {
  const written = await works.described(tx, creatorId, sent, works.undescribed)
  const media = video === undefined ? refuseField('video', 'file_required') : [video]
  const isReady = await checkedFootage(tx, creatorId, media)
  const workId = await works.create(tx, {
    ...workOf(written),
    kind: 'video',
    creatorId,
    pinned: false,
    media,
    isDraft: isDraft || !isReady,
  })
  await keep(tx, { workId, description: written.description, publishWhenReady: !isDraft && !isReady })
  return workId
}

/**
 * Changes one of the creator's own; what is not named stays. New footage takes it off show until it is processed.
 * @throws not_found for another's; media_is_sold, price_is_sold; file_required to publish one without footage; and all of publish()
 */
export async function edit(tx: Tx, creatorId: string, workId: string, { video, isDraft, ...sent }: Draft): Promise<void> {
  const own = await lockOwn(tx, creatorId, workId)
  const before = works.describedOf(own.work, own.video.description)
  const written = await works.described(tx, creatorId, sent, before)
  const media = video === undefined ? own.work.media : [video]
  await write(tx, own, { written, media, isDraft })
}

/** Takes a file off a video. Without its footage it is a draft. @throws not_found for another's; media_is_sold */
export async function removePart(tx: Tx, creatorId: string, workId: string, part: Part): Promise<void> {
  const own = await lockOwn(tx, creatorId, workId)
  const before = works.describedOf(own.work, own.video.description)
  const written = { ...before, ...(part === 'teaser' && { teaser: null }), ...(part === 'thumbnail' && { preview: null }) }
  const withoutFootage = part === 'video' && own.work.media.length > 0
  await write(tx, own, { written, media: withoutFootage ? [] : own.work.media, isDraft: withoutFootage ? true : undefined })
}

/** Deletes a video for everyone but those who bought it. @throws not_found for another's */
export async function remove(tx: Tx, creatorId: string, workId: string): Promise<void> {
  await ownOne(tx, creatorId, workId)
  await works.remove(tx, workId)
}

/** The work on a file ended: a video that waited for it goes out; of one that cannot be read its creator hears. */
export async function fileProcessed(tx: Tx, fileId: string, status: 'finished' | 'error'): Promise<void> {
  const list = (await works.ofFile(tx, fileId)).filter((work) => work.kind === 'video' && work.media.includes(fileId) && !work.deletedAt)
  for (const work of list) {
    if (status === 'error') await tellBroken(tx, work)
    else await settleWaiting(tx, work.id)
  }
}

/** The job that looks again: footage may be finished in the very moment in which somebody begins to wait for it. */
export const waitingJob = 'videos.settle_waiting'

/** A draft, or one that staff said no to: with other footage it goes to them again once that is ready. */
const isPutAside = ({ state }: Work) => state === 'draft' || state === 'rejected'

/** A video that waits for its footage goes out, if that is finished. One that may not go out waits for its creator, who is told why then. */
export async function settleWaiting(tx: Tx, workId: string): Promise<void> {
  await works.lockExclusive(tx, workId)
  const work = (await works.find(tx, [workId])).get(workId)
  const [video] = await queries.videos(tx, [workId])
  if (!work || work.deletedAt || !isPutAside(work) || !video?.publishWhenReady) return
  const stored = await files.find(tx, work.media)
  if (work.media.length === 0 || !work.media.every((id) => stored.get(id)?.status === 'finished')) return
  const written = works.describedOf(work, video.description)
  await unlessRefused(write(tx, { work, video }, { written, media: work.media, isDraft: false }))
}

async function keep(tx: Tx, video: queries.Video): Promise<void> {
  await queries.put(tx, video)
  const { workId, publishWhenReady } = video
  if (publishWhenReady)
    await addJob(tx, waitingJob, { workId }, { key: `${waitingJob}:${workId}`, runAt: new Date(tx.now.getTime() + 10_000) })
}

/** These videos as this reader may see them, in the order given; those that they may not know of are left out. */
export async function show(db: Db, reader: access.Reader, ids: readonly string[]): Promise<Video[]> {
  const found = await works.find(db, ids)
  return present(
    db,
    reader,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}

/** @throws not_found */
export async function showOne(db: Db, reader: access.Reader, idOrSlug: string): Promise<Video> {
  const work = (await works.named(db, 'video', idOrSlug)) ?? refuse('not_found')
  const [video] = await present(db, reader, [work])
  return video ?? refuse('not_found')
}

/** To who unlocked it just now. */
export async function showOpened(db: Db, reader: access.Reader, { work, access: right }: access.Opened): Promise<Video> {
  const [video] = await present(db, reader, [work], new Map([[work.id, right]]))
  return video ?? refuse('not_found')
}

/** All that these videos say, for whoever decides about them. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await queries.videos(db, ids)).map(({ workId, description }) => [workId, description]))
}

export interface Own {
  work: Work
  video: queries.Video
}

/** One of this creator's own that they have not deleted. @throws not_found for another's */
export async function ownOne(db: Db, creatorId: string, workId: string): Promise<Own> {
  const work = (await works.find(db, [workId])).get(workId)
  const [video] = await queries.videos(db, [workId])
  return work && video && work.creatorId === creatorId && !work.deletedAt ? { work, video } : refuse('not_found')
}

/** The same to change it: nobody buys or changes it meanwhile. */
async function lockOwn(tx: Tx, creatorId: string, workId: string): Promise<Own> {
  await works.lockExclusive(tx, workId)
  return ownOne(tx, creatorId, workId)
}

interface Change {
  written: Described
  media: readonly string[]
  /** Undefined: as it is. */
  isDraft: boolean | undefined
}

async function write(tx: Tx, { work, video }: Own, { written, media, isDraft }: Change): Promise<void> {
  const before = works.describedOf(work, video.description)
  const isOtherFootage = media.join() !== work.media.join()
  if (await access.isSold(tx, work.id)) {
    if (isOtherFootage) refuse('media_is_sold')
    if (written.price > before.price) refuse('price_is_sold')
  }
  const isReady = isOtherFootage || isDraft === false ? await checkedFootage(tx, work.creatorId, media) : true
  const wantsOut = isDraft === undefined ? work.state !== 'draft' || video.publishWhenReady : !isDraft
  if (wantsOut && media.length === 0) refuseField('video', 'file_required')
  const waits = isPutAside(work) && video.publishWhenReady && isDraft === undefined && !isOtherFootage
  const staysDraft = !wantsOut || !isReady || waits
  const needsReview = isOtherFootage || works.readsOtherwise(before, written)
  await works.update(tx, work, { ...workOf(written), pinned: work.pinned, media, isDraft: staysDraft, needsReview })
  await keep(tx, { workId: work.id, description: written.description, publishWhenReady: wantsOut && staysDraft })
}

function workOf(written: Described) {
  return { ...written, medium: 'video' as const, words: written.description }
}

/** True when it can be played already. @throws file_not_yours, file_not_ready for what cannot be read, file_blocked */
async function checkedFootage(db: Db, creatorId: string, ids: readonly string[]): Promise<boolean> {
  await works.refuseForeignFiles(db, creatorId, [{ field: 'fileId', ids, purpose: 'video', mayWait: true }])
  const stored = await files.find(db, ids)
  return ids.every((id) => stored.get(id)?.status === 'finished')
}

/**
 * Publishes footage as a free video that greets whoever comes to the performer's page from now on; answers its id. Until it is processed and reviewed
 * nobody is greeted. @throws file_not_yours, file_blocked, prohibited_term
 */
export async function greetBy(
  tx: Tx,
  performerId: string,
  { video, title }: { video: string; title: string | undefined },
): Promise<string> {
  const performer = (await accounts.find(tx, performerId)) ?? refuse('not_found')
  const named = title ?? say(accounts.languageFor(performer, fallbackLanguage), 'videos.welcome', { name: performer.name })
  const workId = await publish(tx, performerId, { video, title: named, audience: 'free' })
  await queries.greet(tx, performerId, workId)
  return workId
}

/** Another one of their videos greets, or none. @throws not_found for another's; welcome_not_free */
export async function chooseWelcome(tx: Tx, performerId: string, workId: string | null): Promise<void> {
  if (workId === null) return queries.greetNoMore(tx, performerId)
  const { work } = await ownOne(tx, performerId, workId)
  if (work.audience !== 'free') refuseField('videoId', 'welcome_not_free')
  await queries.greet(tx, performerId, workId)
}

/** What greets on the page of this performer of one's own, also while it is processed or waits for review. */
export async function ownWelcome(db: Db, performer: Member): Promise<Video | undefined> {
  const workId = await queries.chosenBy(db, performer.accountId)
  const [video] = workId === undefined ? [] : await show(db, { viewer: performer, country: ownNetwork }, [workId])
  return video
}
