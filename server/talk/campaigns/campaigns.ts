/**
 * Mass messages: what a creator says to many of their fans at once, now or later.
 * Promises: accepted as quickly to a hundred thousand as to ten; who hears it is asked by the query that counted them; nobody hears one twice,
 * whatever is killed in between; whoever left, blocked, was blocked or is gone hears none; what went out is taken back whole.
 * Leaves to others: lines and their numbers (messaging), lists (fans).
 */
import { fansName, mostNameLetters } from '#contract/talk/campaign-names.ts'
import type { Campaign, Segment } from '#contract/talk/campaigns.ts'
import { mostLetters } from '#contract/talk/limits.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuseFarBeginning } from '#server/platform/refusals/ahead.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import * as queries from '#server/talk/campaigns/queries.ts'
import { count, refuseSegment } from '#server/talk/campaigns/segment.ts'
import { enclosuresOf, type Enclosure, makeWork, mediumOf, openedOf } from '#server/talk/messaging/messaging.ts'

export { blank } from '#server/talk/campaigns/queries.ts'

export interface Draft {
  /** Left out, and empty, where files say enough. */
  text?: string | undefined
  segment: Segment
  fileIds?: readonly string[] | undefined
  isSale?: 'free' | 'ppv' | undefined
  /** In tokens. */
  price?: number | undefined
  previewId?: string | undefined
  /** Null and undefined: at once. */
  scheduledAt?: string | null | undefined
}

/** One's own: by when they go out, newest first. */
export async function list(
  db: Db,
  performerId: string,
  wanted: { status?: Campaign['state'] | undefined; limit: number; offset: number },
): Promise<{ data: Campaign[]; total: number }> {
  const { rows, total } = await queries.list(db, performerId, wanted)
  return { data: await shown(db, performerId, rows), total }
}

/** @throws not_found for another's */
export async function one(db: Db, performerId: string, id: string): Promise<Campaign> {
  const found = await queries.find(db, id)
  if (found?.performerId !== performerId) return refuse('not_found')
  const opened = (await openedOf(db, [id])).get(id) ?? 0
  return form({ ...found, opened }, await enclosuresOf(db, performerId, found.workId === null ? [] : [found.workId]))
}

/** How many would hear it at this moment. @throws list_gone; invalid for a part that does not say whom it means */
export async function reach(db: Db, performerId: string, segment: Segment): Promise<number> {
  await refuseSegment(db, performerId, segment)
  return count(db, performerId, segment)
}

/** @throws text_required, prohibited_term, list_gone, campaign_to_nobody, schedule_in_past, too_many_campaigns {limit} */
export async function create(tx: Tx, performerId: string, draft: Draft): Promise<Campaign> {
  const accepted = await accept(tx, performerId, draft)
  const id = await queries.insert(tx, performerId, accepted)
  if (accepted.state === 'sending') await goOn(tx, id)
  return one(tx, performerId, id)
}

/** Until it goes out. @throws what create throws, not_found, campaign_went_out, campaign_cancelled */
export async function edit(tx: Tx, performerId: string, id: string, draft: Draft): Promise<Campaign> {
  const { workId: before } = await waiting(tx, performerId, id)
  const accepted = await accept(tx, performerId, draft, id)
  await queries.change(tx, id, accepted)
  if (before !== null) await works.remove(tx, before)
  if (accepted.state === 'sending') await goOn(tx, id)
  return one(tx, performerId, id)
}

/** @throws not_found, campaign_went_out, campaign_cancelled */
export async function cancel(tx: Tx, performerId: string, id: string): Promise<Campaign> {
  const { workId } = await waiting(tx, performerId, id)
  await queries.setState(tx, id, 'cancelled')
  if (workId !== null) await works.remove(tx, workId)
  return one(tx, performerId, id)
}

/** While it goes out, it stops where it is. @throws not_found, campaign_not_sent, campaign_unsent */
export async function unsend(tx: Tx, performerId: string, id: string): Promise<Campaign> {
  const { state } = await own(tx, performerId, id)
  if (state === 'unsending' || state === 'unsent') refuse('campaign_unsent')
  if (state === 'scheduled' || state === 'cancelled') refuse('campaign_not_sent')
  await queries.beginUnsending(tx, id)
  await goOn(tx, id)
  return one(tx, performerId, id)
}

/** A text that goes to many, with the fan's name where it stands. @throws text_required, prohibited_term; invalid for one that is too long */
export async function textToMany(db: Db, sent: string): Promise<string> {
  return (await textOrNone(db, sent)) || refuseField('text', 'text_required')
}

/** The same of words that something goes with. */
async function textOrNone(db: Db, sent: string): Promise<string> {
  const text = cleanText(sent)
  const longest = named(text, 'x'.repeat(mostNameLetters))
  if (Array.from(longest).length > mostLetters) throw new Refusal('invalid', {}, [{ field: 'text', code: 'too_long', limit: mostLetters }])
  await refuseProhibited(db, { text })
  return text
}

/** As one fan reads it. */
export const named = (text: string, name: string): string => text.replaceAll(fansName, () => name)

/** The walk begins, or goes on, as soon as this is durable. */
export async function goOn(tx: Tx, id: string): Promise<void> {
  await addJob(tx, 'campaigns.go_on', { id }, { key: `campaigns.go_on ${id}` })
}

async function accept(tx: Tx, performerId: string, draft: Draft, id?: string): Promise<queries.Accepted> {
  const text = draft.fileIds ? await textOrNone(tx, draft.text ?? '') : await textToMany(tx, draft.text ?? '')
  const goesAt = draft.scheduledAt === undefined || draft.scheduledAt === null ? tx.now : new Date(draft.scheduledAt)
  if (goesAt < tx.now) refuseField('scheduledAt', 'schedule_in_past')
  refuseFarBeginning(tx.now, 'scheduledAt', goesAt)
  const counted = await reach(tx, performerId, draft.segment)
  if (counted === 0) refuseField('segment', 'campaign_to_nobody')
  await queries.lock(tx, performerId)
  await refuseTooMany(tx, performerId, goesAt, id)
  return {
    text,
    workId: await enclose(tx, performerId, text, draft),
    segment: draft.segment,
    goesAt,
    counted,
    state: goesAt > tx.now ? 'scheduled' : 'sending',
  }
}

/** Files of the library that were let out before, as one work for all who hear it. @throws campaign_files_unreviewed; those of mediumOf and makeWork (messaging) */
async function enclose(tx: Tx, performerId: string, text: string, { fileIds, isSale, price, previewId }: Draft): Promise<string | null> {
  if (!fileIds) {
    if (isSale || price !== undefined || previewId !== undefined) throw new Refusal('invalid', {}, [{ field: 'fileIds', code: 'required' }])
    return null
  }
  const enclosed = { fileIds, isSale, price, previewId }
  const medium = await mediumOf(tx, { viewer: { accountId: performerId, role: 'performer' } }, enclosed)
  // What the site shows before anybody looked does not go to many as the first who see it.
  if (!(await works.areLetOut(tx, performerId, fileIds))) refuseField('fileIds', 'campaign_files_unreviewed')
  const { workId, hasArrived } = await makeWork(tx, performerId, medium, { ...enclosed, text })
  return hasArrived ? workId : refuseField('fileIds', 'campaign_files_unreviewed')
}

const dayMs = 86_400_000

/** No day anywhere, from whichever hour, has more of them than the site allows: so no fan hears more of one creator either. */
async function refuseTooMany(tx: Tx, performerId: string, goesAt: Date, except: string | undefined): Promise<void> {
  const { massMessagesPerDay: most } = await current(tx)
  const within = await queries.goingBetween(tx, performerId, new Date(goesAt.getTime() - dayMs), new Date(goesAt.getTime() + dayMs), except)
  const times = [...within, goesAt].map((at) => at.getTime()).toSorted((one, other) => one - other)
  if (times.some((at, place) => (times[place + most] ?? Infinity) - at < dayMs)) refuse('too_many_campaigns', { limit: most })
}

async function own(tx: Tx, performerId: string, id: string): Promise<queries.Row> {
  const found = await queries.hold(tx, id)
  return found?.performerId === performerId ? found : refuse('not_found')
}

async function waiting(tx: Tx, performerId: string, id: string): Promise<queries.Row> {
  const found = await own(tx, performerId, id)
  if (found.state === 'cancelled') refuse('campaign_cancelled')
  return found.state === 'scheduled' ? found : refuse('campaign_went_out')
}

/** So few are counted whenever they are looked at; of more it is known how many had opened it when a job counted last. */
export const countedAtOnce = 1000

async function shown(db: Db, performerId: string, rows: readonly queries.Row[]): Promise<Campaign[]> {
  const small = rows.filter(({ sent }) => sent > 0 && sent <= countedAtOnce).map(({ id }) => id)
  const opened = small.length > 0 ? await openedOf(db, small) : new Map<string, number>()
  const enclosures = await enclosuresOf(
    db,
    performerId,
    rows.flatMap(({ workId }) => workId ?? []),
  )
  return rows.map((row) => form({ ...row, opened: row.sent > countedAtOnce ? row.opened : (opened.get(row.id) ?? 0) }, enclosures))
}

function form(
  { id, text, workId, segment, state, goesAt, counted, sent, unsent, opened, createdAt, sentAt, unsentAt }: queries.Row,
  enclosures: ReadonlyMap<string, Enclosure>,
): Campaign {
  const enclosure = enclosures.get(workId ?? '')
  return {
    _id: id,
    text,
    segment,
    state,
    goesAt: goesAt.toISOString(),
    counted,
    sent,
    unsent,
    // Counted at another moment than what was bought, which is opened.
    opened: Math.max(opened, enclosure?.sold ?? 0),
    ...(enclosure && saidOf(enclosure)),
    createdAt: createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(unsentAt && { unsentAt: unsentAt.toISOString() }),
  }
}

function saidOf({ files, inside, price, previewId, sold }: Enclosure) {
  return {
    files,
    inside,
    ...(price !== undefined && { price: fromHundredths(price), bought: sold, earned: fromHundredths(price * sold) }),
    ...(previewId !== undefined && { previewId }),
  }
}
