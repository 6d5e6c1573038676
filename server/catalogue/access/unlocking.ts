// Unlocking a work at its price of now: judged for everybody who unlocks in the same moment at once, paid by one statement for all of them
// (wallet's batched charges, docs/adr/0001), shown once it is durable.
import { isOrdered } from '#contract/catalogue/kind-names.ts'
import { factsOf } from '#server/catalogue/access/facts.ts'
import type { WalletTransaction } from '#contract/money/wallet.ts'
import { referenceOf } from '#server/catalogue/access/receipts.ts'
import { judge, readerOf, type Access, type Facts, type Reader } from '#server/catalogue/access/rule.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { batcher } from '#server/platform/batch/batch.ts'
import { sql, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import { once, orFirstAnswer, type Attempt } from '#server/platform/http/idempotency.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import '#server/catalogue/access/events.ts'

export interface Purchase {
  /** Absent when it was bought before. */
  transferId?: string
  /** What the buyer has left, in hundredths. */
  balance: number
}

/** How it ended, as it is kept under the key; with nothing but a balance when it was bought before and nobody was asked to pay. */
type Unlocked = Pick<wallet.Settled, 'balance'> & Partial<wallet.Settled> & { opened?: Opened }

/** A work that was unlocked just now, and what its buyer may see of it. */
export interface Opened {
  work: Work
  access: Access
}

export interface Wanted {
  workId: string
  /** Of which kind it must be; any but goods when nothing is said: those are ordered, not unlocked (shop). */
  kind?: works.Kind
  /** Hundredths that the buyer saw. */
  expectedPrice?: number | undefined
}

type Buyer = Reader & { viewer: Member }

/**
 * Unlocks a work inside a transaction of the caller's, as the last thing before its commit (the demo town's history). Bought before:
 * nothing moves (calls.md, decisions).
 * @throws not_found, not_for_sale, birth_date_required, performers_cannot_buy, cannot_pay_yourself, price_changed, not_enough_tokens, wallet_frozen
 */
export async function buy(tx: Tx, buyer: Member, country: string | undefined, workId: string, expectedPrice?: number): Promise<Purchase> {
  const { balance, transferId, already } = await buyLocked(tx, { viewer: buyer, country }, { workId, expectedPrice })
  return { balance, ...(transferId && !already && { transferId }) }
}

/** A work that cannot change before the commit is looked at once. */
async function buyLocked(tx: Tx, buyer: Buyer, wanted: Wanted): Promise<Unlocked> {
  await works.lockShared(tx, wanted.workId)
  const admitted = await admit(tx, buyer, wanted)
  if (!admitted) return { balance: await wallet.balanceOf(tx, buyer.viewer.accountId) }
  const { work, facts } = admitted
  const sale = await saleOf(tx, buyer.viewer.accountId, work)
  const sold = await earnings.sell(tx, { ...sale, expected: work.price })
  const settled = { ...sold, amount: sale.amount, title: sale.title, at: tx.now.toISOString() }
  if (sold.already) return settled
  await announce(tx, 'work.bought', { transferId: sold.transferId, ...factOf(buyer.viewer, work) })
  return { ...settled, isNow: true, opened: openedFor(buyer.viewer, work, facts, tx.now) }
}

const openedFor = (viewer: Member, work: Work, facts: Facts, at: Date): Opened => ({
  work,
  access: judge(work, viewer, { ...facts, isBought: true }, at),
})

/**
 * Buys a work for somebody with what is held for it, as the last thing before the commit: the hold goes back, and its tokens pay in the same
 * instant, so that the receipt is that of any sale (docs/adr/0016). Whether they may have it was agreed upon when it was held.
 * @returns undefined when the hold went back on another way
 * @throws wallet_frozen
 */
export async function buyHeld(
  tx: Tx,
  { buyerId, workId, heldId, detail }: { buyerId: string; workId: string; heldId: string; detail: Readonly<Record<string, unknown>> },
): Promise<{ transferId: string } | undefined> {
  await works.lockShared(tx, workId)
  const work = (await works.find(tx, [workId])).get(workId) ?? refuse('not_found')
  const sale = await saleOf(tx, buyerId, work)
  if ((await wallet.reverse(tx, heldId, { reason: 'bought', by: null })).already) return undefined
  const { transferId } = await earnings.sell(tx, { ...sale, detail: { ...sale.detail, ...detail } })
  await announce(tx, 'work.bought', { transferId, ...factOf({ accountId: buyerId }, work), wasHeld: true })
  return { transferId }
}

/**
 * The same as a whole transaction, together with everybody who unlocks something in the same moment.
 * @param attempt the caller's key: the same one again gets the first answer
 * @returns with what opened, where it was paid now
 * @throws those of buy
 */
export function unlock(db: Database, buyer: Buyer, wanted: Wanted, attempt?: Attempt): Promise<Unlocked> {
  return orFirstAnswer(db, attempt, async () => {
    const ended = await inBatches(db, { buyerId: buyer.viewer.accountId, unlock: () => unlockOne(db, buyer, wanted, attempt) })
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  })
}

interface Ready {
  buyerId: string
  unlock: () => Promise<Unlocked>
}

// They go the whole way together, as those who tip do (earnings).
const inBatches = batcher((_db: Database, ready: Ready[]) => Promise.allSettled(ready.map((each) => each.unlock())), {
  maxSize: 256,
  concurrency: 2,
  serializedBy: ({ buyerId }) => buyerId,
})

const pay = earnings.sellingBatched({
  forSale: (db) => sql`
    select 'work:' || w.id as reference, w.price, w.xmin::text as version from works.works w
    where w.id = any(array(select substring(reference from 6)::uuid from asked)) and w.audience = 'ppv' and ${works.isOut(db)}
    order by w.id for key share`,
})

const mostLooks = 3

async function unlockOne(db: Database, buyer: Buyer, wanted: Wanted, attempt: Attempt | undefined): Promise<Unlocked> {
  for (let look = 1; look <= mostLooks; look++) {
    const admitted = await admit(db, buyer, wanted)
    if (!admitted) return balanceAsItIs(db, buyer.viewer, attempt)
    const { work, facts } = admitted
    try {
      const also = { name: 'work.bought' as const, payload: factOf(buyer.viewer, work) }
      const sale = { ...(await saleOf(db, buyer.viewer.accountId, work)), also, seen: work.version }
      const settled = await pay(db, sale, attempt)
      if (!settled.isNow) return settled
      return { ...settled, opened: openedFor(buyer.viewer, work, facts, db.now) }
    } catch (error) {
      // Edited, liked, taken down or made dearer since it was looked at.
      if (!(error instanceof wallet.OfferChanged)) throw error
    }
  }
  return unlockLocked(db, buyer, wanted, attempt)
}

/** Who was that unlucky again and again takes the slower way, on which nothing changes between the look and the purchase. */
async function unlockLocked(db: Database, buyer: Buyer, wanted: Wanted, attempt: Attempt | undefined): Promise<Unlocked> {
  let mine: Unlocked | undefined
  const kept = await once(db, attempt, async (tx) => {
    mine = await buyLocked(tx, buyer, wanted)
    const { isNow: _, opened: __, ...settled } = mine
    return settled
  })
  // A first answer that is told again: what this transaction did was taken back.
  return mine && kept.transferId === mine.transferId ? mine : kept
}

/** Bought before. Kept under the key as well: the same key must never pay later, after a refund. */
function balanceAsItIs(db: Database, { accountId }: Member, attempt: Attempt | undefined): Promise<Unlocked> {
  const look = async (on: Db) => ({ balance: await wallet.balanceOf(on, accountId) })
  return attempt ? once(db, attempt, look) : look(db)
}

/** The work, if this person may buy it at this price now; undefined when they have it already. */
async function admit(
  db: Db,
  { viewer, country }: Buyer,
  { workId, kind, expectedPrice }: Wanted,
): Promise<{ work: Work; facts: Facts } | undefined> {
  const work = (await works.find(db, [workId])).get(workId) ?? refuse('not_found')
  if (kind ? work.kind !== kind : isOrdered(work.kind)) refuse('not_found')
  if (work.creatorId === viewer.accountId) refuse('cannot_pay_yourself')
  const facts = (await factsOf(db, { viewer, country }, [work])).get(work.id) ?? refuse('not_found')
  const { isThere, isBought } = judge(work, viewer, facts, db.now)
  if (!isThere) refuse('not_found')
  if (isBought) return undefined
  if (work.audience !== 'ppv' || !works.isShown(work, db.now)) refuse('not_for_sale')
  if (viewer.role === 'performer') refuse('performers_cannot_buy')
  // Nobody pays for what the age gate would go on hiding from them.
  if (!viewer.isAdult) refuse('birth_date_required')
  if (expectedPrice !== undefined && expectedPrice !== work.price) refuse('price_changed', { price: work.price / 100 })
  return { work, facts }
}

async function saleOf(db: Db, buyerId: string, work: Work): Promise<earnings.Sold & { reference: string }> {
  return {
    buyer: buyerId,
    creator: work.creatorId,
    amount: work.price,
    kind: work.kind,
    reference: referenceOf(work.id),
    // A line of money needs a name: that of its creator where the work has none.
    title: work.title || ((await accounts.people(db, [work.creatorId])).get(work.creatorId)?.name ?? ''),
    detail: { workId: work.id },
  }
}

const factOf = ({ accountId }: Pick<Member, 'accountId'>, { id, creatorId, price }: Work) => ({
  workId: id,
  creatorId,
  buyerId: accountId,
  price,
})

/** How a kind shows one of its own: to anybody, and to who unlocked it just now. */
interface Show<Item> {
  one: (db: Db, reader: Reader, id: string) => Promise<Item>
  opened: (db: Db, reader: Reader, opened: Opened) => Promise<Item>
}

/**
 * Answers the /wallet/charges row of a kind: what it unlocked, as that kind shows it after the commit, on a repeat as well. Where a repeat
 * comes after the work was taken away, what was answered first stands, and there is nothing to show.
 * @throws not_found for a work of another kind; and all of buy()
 */
export async function charge<Item>(
  call: Call<Member> & { readonly attempt: Attempt | undefined },
  kind: works.Kind,
  { id, expectedPrice }: { id: string; expectedPrice?: number },
  show: Show<Item>,
): Promise<{ transaction?: WalletTransaction; balance: number; item?: Item }> {
  const reader = readerOf(call)
  const wanted = { workId: id, kind, expectedPrice: expectedPrice === undefined ? undefined : toHundredths(expectedPrice) }
  const { balance, opened, ...paid } = await unlock(call.db, reader, wanted, call.attempt)
  const transaction = transactionOf(kind, paid)
  const item = opened ? await show.opened(call.db, reader, opened) : await ifThere(show.one(call.db, reader, id))
  return { ...(transaction && { transaction }), balance: fromHundredths(balance), ...(item && { item }) }
}

async function ifThere<Item>(shown: Promise<Item>): Promise<Item | undefined> {
  try {
    return await shown
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

/** None for what was bought before. */
function transactionOf(
  kind: works.Kind,
  { already, transferId, title, amount, at }: Partial<wallet.Settled>,
): WalletTransaction | undefined {
  if (already || !transferId || title === undefined || amount === undefined || !at) return undefined
  return { _id: transferId, type: kind, targetTitle: title, amount: fromHundredths(amount), createdAt: at }
}
