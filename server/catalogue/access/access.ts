// Who may see what, and buying the right to. The one place where the view rule of calls.md (conventions) stands:
// owner ∨ staff ∨ free ∨ (followers ∧ following) ∨ (subscription ∧ active) ∨ (ppv ∧ bought); a block, by person or country, beats all
// but what was bought, and a country that the site closed is such a block; a takedown beats that too; a subscription does not unlock pay-per-view.
// Promises: answered for lists, from the ledger's own receipts and never from a second table, so a refund locks again by itself.
// Leaves to others: what a locked thing looks like (feeds), the money (earnings), what is published (works).
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { activeBetween } from '#server/money/subscriptions/subscriptions.ts'
import type { Question, Verdict } from '#server/media/files/files.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import { idOf, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import '#server/catalogue/access/events.ts'

/** Who asks, and from which country where that is known: creators hide from countries. */
export interface Reader {
  viewer: Viewer
  country?: string | undefined
}

export interface Access {
  /** They may know of it: see its card, text and price. Otherwise it is not found. */
  isThere: boolean
  /** Its media opens for them. */
  canView: boolean
  isBought: boolean
  isSubscribed: boolean
  isFollowed: boolean
}

/** Who asks by this call. */
export function readerOf<V extends Viewer>(call: Call<V>): { viewer: V; country: string | undefined } {
  return { viewer: call.viewer, country: call.country() }
}

/** What this reader may see of each of these works, by id, in one set of questions whatever their number. */
export async function mayView(db: Db, reader: Reader, list: readonly Work[]): Promise<Map<string, Access>> {
  const viewerId = idOf(reader.viewer)
  const creators = [...new Set(list.map(({ creatorId }) => creatorId))]
  const [closed, hidden, followed, subscribed, bought] = await Promise.all([
    blocks.checkCountry(db, reader.country),
    blocks.isHidden(db, viewerId, reader.country, creators),
    viewerId ? follows.followedAmong(db, viewerId, creators) : nobody,
    viewerId ? activeBetween(db, viewerId, creators) : nobody,
    viewerId ? boughtAmong(db, viewerId, list) : nobody,
  ])
  return new Map(
    list.map((work) => {
      const facts = {
        isHidden: closed.blocked || hidden.has(work.creatorId),
        isFollowed: followed.has(work.creatorId),
        isSubscribed: subscribed.has(work.creatorId),
        isBought: bought.has(work.id),
      }
      return [work.id, judge(work, reader.viewer, facts, db.now)]
    }),
  )
}

const nobody: ReadonlySet<string> = new Set()

interface Facts {
  isHidden: boolean
  isFollowed: boolean
  isSubscribed: boolean
  isBought: boolean
}

/** The rule itself, without any database. */
export function judge(work: Work, viewer: Viewer, { isHidden, ...standing }: Facts, now: Date): Access {
  const yes = { ...standing, isThere: true, canView: true }
  const no = { ...standing, isThere: false, canView: false }
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  if (isStaff || idOf(viewer) === work.creatorId) return yes
  if (work.state === 'removed' || work.state === 'rejected') return no
  if (standing.isBought) return yes
  if (isHidden || !works.isShown(work, now)) return no
  // Behind the age gate: without an adult's birth date nobody's media opens, whatever they follow or pay for (COMPLIANCE.md 13).
  const isAdult = viewer.kind === 'member' && viewer.isAdult
  return { ...standing, isThere: true, canView: isAdult && opens(work, standing) }
}

function opens(work: Work, { isFollowed, isSubscribed }: Omit<Facts, 'isHidden'>): boolean {
  if (work.audience === 'free') return true
  // Goods that are sent hold nothing back: who may know of them has seen all there is.
  if (work.kind === 'product' && work.media.length === 0) return true
  if (work.audience === 'followers') return isFollowed
  return work.audience === 'subscription' && isSubscribed
}

/** Whether what people say of a work is there to read, and the work to like: what is said tells of what is locked. A product's page holds nothing back. */
export function opensTalk(work: Work, { isThere, canView }: Access): boolean {
  return canView || (isThere && work.kind === 'product')
}

/** @throws birth_date_required to a member behind the age gate, work_locked to everybody else */
export function refuseLocked({ viewer }: Reader): never {
  return refuse(viewer.kind === 'member' && !viewer.isAdult ? 'birth_date_required' : 'work_locked')
}

async function boughtAmong(db: Db, viewerId: string, list: readonly Work[]): Promise<Set<string>> {
  // What is free today may have been sold yesterday, and what was bought stays readable after a block: so all of them are asked for.
  const receipts = await wallet.receiptsFor(
    db,
    viewerId,
    list.map(({ id }) => referenceOf(id)),
  )
  return new Set([...receipts.keys()].map((reference) => reference.slice('work:'.length)))
}

export function referenceOf(workId: string): `work:${string}` {
  return `work:${workId}`
}

/** True when somebody has paid for it and not got it back. */
export async function isSold(db: Db, workId: string): Promise<boolean> {
  return (await wallet.soldAmong(db, [referenceOf(workId)])).size > 0
}

/** How many hold each of these works now; those that nobody bought are left out. */
export async function timesSold(db: Db, workIds: readonly string[]): Promise<Map<string, number>> {
  if (workIds.length === 0) return new Map()
  const sold = await wallet.soldAmong(db, workIds.map(referenceOf))
  return new Map([...sold].map(([reference, times]) => [reference.slice('work:'.length), times]))
}

/** Works on show that this reader may know of. @throws prohibited_term for words or a tag that nobody may look for */
export async function listShown(db: Db, reader: Reader, filter: works.Filter, window: works.Window): Promise<works.Listed> {
  await refuseProhibited(db, { q: filter.text, tag: filter.tag })
  return works.shown(db, { ...filter, hiddenCreators: await hiddenFrom(db, reader) }, window)
}

/** The first few of those that match words which may be looked for, and whether there are more. */
export async function glimpseShown(db: Db, reader: Reader, filter: works.Filter & { text: string }, limit: number) {
  return works.glimpsed(db, { ...filter, hiddenCreators: await hiddenFrom(db, reader) }, limit)
}

/** Creators whose works this reader may not know of; none for staff. */
export async function hiddenFrom(db: Db, { viewer, country }: Reader): Promise<ReadonlySet<string>> {
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  return isStaff ? nobody : blocks.allHiddenFrom(db, idOf(viewer), country)
}

/** The parts of footage that make its automatic teaser. */
const isTeaser = (rendition: string) => rendition.startsWith('teaser')

/**
 * The answer to media's question. A preview goes to all who may know of the work, once it is reviewed; its media to those it opens for, with their name on it
 * unless it is free; footage's own teaser to adults who may know of it. A file of several works opens by any of them, unless staff took
 * one of them down: then it is closed in all of them.
 */
export async function mayServe(db: Db, { viewer, country, file, rendition }: Question): Promise<Verdict> {
  if (idOf(viewer) === file.ownerId) return 'plain'
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  const list = await works.ofFile(db, file.id)
  if (list.length === 0) return isStaff ? 'plain' : 'no'
  if (!isStaff && list.some(({ state }) => state === 'removed')) return 'no'
  const rights = await mayView(db, { viewer, country }, list)
  let verdict: Verdict = 'no'
  const goods: string[] = []
  for (const work of list) {
    const { isThere = false, canView = false } = rights.get(work.id) ?? {}
    if (!work.media.includes(file.id)) {
      if (isThere && (isStaff || works.isReviewed(work))) return 'plain'
      continue
    }
    if (isThere && isTeaser(rendition) && !work.teaser && viewer.kind === 'member' && viewer.isAdult) return 'plain'
    if (!canView) continue
    if (work.audience === 'free' || isStaff) return 'plain'
    if (work.kind === 'product') goods.push(work.id)
    else verdict = 'marked'
  }
  if (verdict !== 'no' || goods.length === 0 || viewer.kind !== 'member') return verdict
  // Goods leave by their download link only.
  return (await mayDownload(db, viewer.accountId, goods)) ? 'marked' : 'no'
}

/** Whether somebody who holds one of these goods was given a link to it lately. The shop answers; access stands below it. */
export type MayDownload = (db: Db, buyerId: string, workIds: readonly string[]) => Promise<boolean>

let mayDownload: MayDownload = async () => false

/** Wired once at start. Until then goods do not leave. */
export function useDownloads(answer: MayDownload): void {
  mayDownload = answer
}

export interface Purchase {
  /** Absent when it was bought before. */
  transferId?: string
  /** What the buyer has left, in hundredths. */
  balance: number
}

/**
 * Unlocks a work at its price of now. Bought before: nothing moves (calls.md, decisions).
 * @param expectedPrice hundredths that the buyer saw
 * @throws not_found, not_for_sale, birth_date_required, performers_cannot_buy, cannot_pay_yourself, price_changed, not_enough_tokens, wallet_frozen
 */
export async function buy(tx: Tx, buyer: Member, country: string | undefined, workId: string, expectedPrice?: number): Promise<Purchase> {
  await works.holdStill(tx, workId)
  const work = (await works.find(tx, [workId])).get(workId) ?? refuse('not_found')
  // Goods are ordered, not unlocked (shop).
  if (work.kind === 'product') refuse('not_found')
  if (work.creatorId === buyer.accountId) refuse('cannot_pay_yourself')
  const access = (await mayView(tx, { viewer: buyer, country }, [work])).get(workId)
  if (!access?.isThere) return refuse('not_found')
  if (access.isBought) return { balance: await wallet.balanceOf(tx, buyer.accountId) }
  if (work.audience !== 'ppv' || !works.isShown(work, tx.now)) refuse('not_for_sale')
  if (buyer.role === 'performer') refuse('performers_cannot_buy')
  // Nobody pays for what the age gate would go on hiding from them.
  if (!buyer.isAdult) refuse('birth_date_required')
  if (expectedPrice !== undefined && expectedPrice !== work.price) refuse('price_changed', { price: work.price / 100 })

  const sold = await earnings.sell(tx, {
    buyer: buyer.accountId,
    creator: work.creatorId,
    amount: work.price,
    expected: work.price,
    kind: work.kind,
    reference: referenceOf(workId),
    // A line of money needs a name: that of its creator where the work has none.
    title: work.title || ((await accounts.people(tx, [work.creatorId])).get(work.creatorId)?.name ?? ''),
    detail: { workId },
  })
  if (sold.already) return { balance: sold.balance }
  await announce(tx, 'work.bought', { workId, creatorId: work.creatorId, buyerId: buyer.accountId, price: work.price })
  return { balance: sold.balance, transferId: sold.transferId }
}

/** How a kind shows one of its own. */
type ShowOne<Item> = (db: Db, reader: Reader, id: string) => Promise<Item>

/**
 * Answers the /wallet/charges row of a kind: what it unlocked, as that kind shows it now.
 * @throws not_found for a work of another kind; and all of buy()
 */
export async function charge<Item>(
  call: Call<Member> & { readonly tx: Tx },
  kind: works.Kind,
  { id, expectedPrice }: { id: string; expectedPrice?: number },
  showOne: ShowOne<Item>,
): Promise<{ transaction?: { _id: string }; balance: number; item: Item }> {
  const reader = readerOf(call)
  if ((await works.find(call.tx, [id])).get(id)?.kind !== kind) refuse('not_found')
  const expected = expectedPrice === undefined ? undefined : toHundredths(expectedPrice)
  const { transferId, balance } = await buy(call.tx, reader.viewer, reader.country, id, expected)
  return {
    ...(transferId && { transaction: { _id: transferId } }),
    balance: fromHundredths(balance),
    item: await showOne(call.tx, reader, id),
  }
}
