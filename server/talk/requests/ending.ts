// How a request ends without a delivery: by one of its two, by time, or by what happened elsewhere. What was held goes back in the same transaction, and
// each is a transaction of its own.
import { daysToAccept, daysToQuote, type RequestState } from '#contract/talk/request-names.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { locked, moved } from '#server/talk/requests/moving.ts'
import * as queries from '#server/talk/requests/queries.ts'
import { isOpen, stateAt } from '#server/talk/requests/states.ts'

interface End {
  state: Extract<RequestState, 'declined' | 'withdrawn' | 'expired' | 'overdue' | 'refunded'>
  by: string | null
  note?: string | undefined
  /** A bank has the money: it is over, and nothing comes back. */
  isTaken?: boolean
}

/** Of a request that is locked, and open. */
export async function end(
  tx: Tx,
  conversation: messaging.Locked,
  request: queries.Request,
  { state, by, note, isTaken = false }: End,
): Promise<void> {
  await queries.end(tx, request.id, { state, by, note })
  await messaging.touchRequest(tx, conversation, request.messageId)
  const isPaid = request.state === 'accepted' || request.state === 'delivered'
  await moved(tx, request, state, by, { returned: isPaid && !isTaken ? (request.price ?? 0) : 0 })
  // Where it went back on another way meanwhile, once is enough.
  if (request.transferId !== null && request.state === 'accepted') await wallet.reverse(tx, request.transferId, { reason: state, by })
}

/** What nobody quoted, accepted or delivered in time. Tells how many ended. */
export async function endRunOut(db: Database): Promise<number> {
  const before = (days: number) => new Date(db.now.getTime() - days * 86_400_000)
  let ended = 0
  for (;;) {
    const ids = await queries.ranOut(db, { asked: before(daysToQuote), quoted: before(daysToAccept), limit: atOnce })
    const endedBefore = ended
    const wrong = await runIsolated(ids, async (id) => {
      if (await endIfRunOut(db, id)) ended++
    })
    throwAll(wrong)
    if (ids.length < atOnce || ended === endedBefore) return ended
  }
}

const atOnce = 500

async function endIfRunOut(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await queries.find(tx, id)
    if (!found) return false
    const { conversation, request } = await locked(tx, found)
    const state = stateAt(request, tx.now)
    // Under the lock: quoted, accepted or delivered meanwhile, or not.
    if (state === request.state || (state !== 'expired' && state !== 'overdue')) return false
    await end(tx, conversation, request, { state, by: null })
    return true
  })
}

/** One of the two blocked the other: nothing will come of what is open between them. */
export async function endBetween(db: Database, blockerId: string, blockedId: string): Promise<void> {
  await endEach(db, await queries.openOfTwo(db, blockerId, blockedId), blockerId)
}

/** An account that is there no more asks for nothing and makes nothing. */
export async function endOf(db: Database, accountId: string): Promise<void> {
  await endEach(db, await queries.openOf(db, accountId), accountId)
}

async function endEach(db: Database, ids: readonly string[], because: string): Promise<void> {
  throwAll(await runIsolated(ids, (id) => db.transaction((tx) => endBecause(tx, id, because))))
}

/** What was held is given back; what was not accepted ends as if that person had said so. */
async function endBecause(tx: Tx, id: string, because: string): Promise<void> {
  const found = await queries.find(tx, id)
  if (!found) return
  const { conversation, request } = await locked(tx, found)
  if (!isOpen(request.state)) return
  const unaccepted = request.performerId === because ? 'declined' : 'withdrawn'
  await end(tx, conversation, request, { state: request.state === 'accepted' ? 'refunded' : unaccepted, by: null })
}

/** Its money went back on another way (staff, a payment that was taken back): the request says so, too. What was withdrawn stays so. */
export async function followRefund(tx: Tx, transferId: string, by: string | null): Promise<void> {
  const found = await queries.ofTransfer(tx, transferId)
  if (!found) return
  const { conversation, request } = await locked(tx, found)
  const isHeld = request.state === 'accepted' && request.transferId === transferId
  const isSold = request.state === 'delivered' && request.saleId === transferId
  // Nobody's hand: a bank took it, and nothing is in the fan's wallet.
  if (isHeld || isSold) await end(tx, conversation, request, { state: 'refunded', by, isTaken: by === null })
}

/**
 * Staff give back what was paid for one that was delivered: what arrived locks again. Answers how much, in hundredths.
 * @throws not_found, request_over {state} where it went back already, or was never delivered
 */
export async function refundDelivered(tx: Tx, id: string, { by, reason }: { by: string; reason: string }): Promise<number> {
  const { conversation, request } = await locked(tx, (await queries.find(tx, id)) ?? refuse('not_found'))
  if (request.state !== 'delivered' || request.saleId === null) return refuse('request_over', { state: request.state })
  await end(tx, conversation, request, { state: 'refunded', by })
  const { already, amount } = await wallet.reverse(tx, request.saleId, { reason, by })
  // It went back on another way, of which this request has not heard yet.
  return already ? refuse('request_over', { state: 'refunded' }) : amount
}

/**
 * What goes back to the fan when staff take the line of a request away, in hundredths. Of one that was delivered nothing does: the line is the fan's own
 * words, and what they paid for stays theirs. Whoever takes away what was delivered gives it back.
 */
export async function heldFor(db: Db, messageId: string): Promise<number> {
  const [request] = await queries.ofMessages(db, [messageId])
  return request?.state === 'accepted' ? (request.price ?? 0) : 0
}

/** Staff took its line away: nobody goes on with it. */
export async function endRemoved(tx: Tx, messageId: string, by: string): Promise<void> {
  const [found] = await queries.ofMessages(tx, [messageId])
  if (!found) return
  const { conversation, request } = await locked(tx, found)
  if (isOpen(request.state)) await end(tx, conversation, request, { state: request.state === 'accepted' ? 'refunded' : 'declined', by })
}
