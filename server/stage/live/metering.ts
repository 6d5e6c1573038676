// Paying by the minute: coming in, being charged, leaving, and the receipt (docs/adr/0019).
// A minute is 60,000 ms of picture or sound that the media engine brought to who pays, counted by its own clock. The first is charged when something
// reaches them, each further one when the one before it is used up and something still reaches them: nothing is charged by the hour of a machine.
import type { Receipt } from '#contract/stage/metering.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Count, Database, Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import '#server/stage/live/events.ts'
import { end } from '#server/stage/live/ending.ts'
import * as queries from '#server/stage/live/metering-queries.ts'
import type { Meter } from '#server/stage/live/metering-queries.ts'
import { carriedByAll } from '#server/stage/live/providers.ts'
import { standingOf } from '#server/stage/live/showing.ts'
import * as streams from '#server/stage/live/queries.ts'
import { signTick } from '#server/stage/live/ticks.ts'
import { unwelcome } from '#server/stage/live/watching.ts'

const minuteMs = 60_000
/** Whom nothing reaches for so long is out. */
const silenceMs = 90_000
/** Between two looks at what reached whom. */
const everyMs = 2000

type Payer = access.Reader & { viewer: Member }

/**
 * Whoever is to pay by the minute could pay the least of it.
 * @throws cannot_pay_yourself, own_account, performers_cannot_buy, birth_date_required, price_changed {price}, wallet_frozen, not_enough_tokens {required, balance}
 */
export async function refuseUnable(
  db: Db,
  { accountId, role, isAdult }: Member,
  wanted: { performerId: string; price: number; minMinutes: number; expectedPrice: number | undefined },
): Promise<void> {
  const { performerId, price, minMinutes, expectedPrice } = wanted
  if (performerId === accountId) refuse('cannot_pay_yourself')
  await accounts.refuseOwn(db, accountId, performerId)
  if (role === 'performer') refuse('performers_cannot_buy')
  if (!isAdult) refuse('birth_date_required')
  if (expectedPrice !== undefined && toHundredths(expectedPrice) !== price) refuse('price_changed', { price: fromHundredths(price) })
  await refusePoor(db, accountId, price * minMinutes)
}

/** @throws wallet_frozen, not_enough_tokens {required, balance} */
export async function refusePoor(db: Db, accountId: string, required: number): Promise<void> {
  const { balance, freeze } = await wallet.stateOf(db, accountId)
  if (freeze) refuse('wallet_frozen')
  if (balance < required) refuse('not_enough_tokens', { required: fromHundredths(required), balance: fromHundredths(balance) })
}

/**
 * Comes in. Who is in is in: their price stays as it was.
 * @throws not_found, not_for_sale for a show that takes none or to staff, stream_ended, stream_not_begun; and those of refuseUnable
 */
export async function enter(tx: Tx, payer: Payer, id: string, expectedPrice: number | undefined): Promise<void> {
  const { viewer } = payer
  await standingOf(tx, payer, id)
  const stream = (await streams.lock(tx, id)) ?? refuse('not_found')
  if (stream.performerId === viewer.accountId) refuse('cannot_pay_yourself')
  if (stream.status === 'ended') refuse('stream_ended')
  if (stream.status === 'scheduled') refuse('stream_not_begun')
  const price = stream.type === 'group' ? stream.minutePrice : stream.spyPrice
  if (price === null || viewer.role === 'staff') return refuse('not_for_sale')
  if (await queries.lockOpen(tx, id, viewer.accountId)) return
  await refuseUnable(tx, viewer, { performerId: stream.performerId, price, minMinutes: stream.minMinutes, expectedPrice })
  await open(tx, stream, { payerId: viewer.accountId, role: stream.type === 'group' ? 'viewer' : 'spy', minutePrice: price })
}

/** From now on this person pays by the minute in a show. */
export async function open(
  tx: Tx,
  { workId, performerId }: Pick<streams.Stream, 'workId' | 'performerId'>,
  who: Pick<Meter, 'payerId' | 'role' | 'minutePrice'>,
): Promise<void> {
  await queries.openMeter(tx, { streamId: workId, ...who })
  const meter = (await queries.lockOpen(tx, workId, who.payerId))!
  await announce(tx, 'meter.opened', atMeter(meter, performerId))
}

const atMeter = ({ id, streamId, payerId, role }: Pick<Meter, 'id' | 'streamId' | 'payerId' | 'role'>, performerId: string) => ({
  meterId: id,
  streamId,
  performerId,
  payerId,
  role,
})

/** Leaves a show. A private one is over when its guest does. @throws not_found for where they never paid */
export async function leave(tx: Tx, accountId: string, id: string): Promise<void> {
  const stream = (await streams.lock(tx, id)) ?? refuse('not_found')
  const meter = await queries.lockOpen(tx, id, accountId)
  if (!meter) {
    if ((await queries.latestOf(tx, accountId, [id])).length === 0) refuse('not_found')
    return
  }
  await close(tx, meter, stream.performerId, 'left')
  if (meter.role === 'guest') await end(tx, id, { why: 'guest', by: accountId })
}

async function close(tx: Tx, meter: Meter, performerId: string, why: NonNullable<Meter['closedWhy']>): Promise<void> {
  await queries.close(tx, meter.id, why)
  await announce(tx, 'meter.closed', { ...atMeter(meter, performerId), why })
}

/** Looks on until it is stopped. @param onError said as repeatedly() does */
export function billMinutes(db: Database, onError: Say): { stop: () => Promise<void> } {
  return repeatedly(everyMs, onError, () => bill(db))
}

/** What the engine says of one person in one show. */
interface Reading {
  run: string
  ms: number
}

/** One look. Several processes may look at once: each minute is counted and charged under the lock of its meter. */
export async function bill(db: Database): Promise<void> {
  const running = await queries.running(db)
  if (running.length > 0) {
    // Of whoever is away nothing is known: then nothing reaches anybody.
    const { carried } = await carriedByAll()
    const wrong: unknown[] = []
    for (const [streamId, meters] of Map.groupBy(running, (meter) => meter.streamId)) {
      const payers = meters.map(({ payerId }) => payerId)
      const shutOut = new Set(await unwelcome(db, streamId, payers))
      const show = carried.get(streamId)
      wrong.push(
        ...(await runIsolated(meters, ({ id, payerId }) => {
          const reading = show && { run: show.run, ms: show.flowed.get(payerId) ?? 0 }
          return db.transaction((tx) => billOne(tx, id, { reading, isShutOut: shutOut.has(payerId) }))
        })),
      )
    }
    throwAll(wrong)
  }
  await endLeft(db)
}

async function billOne(tx: Tx, id: string, { reading, isShutOut }: { reading: Reading | undefined; isShutOut: boolean }): Promise<void> {
  const meter = await queries.lockMeter(tx, id)
  const [stream] = meter ? await streams.streams(tx, [meter.streamId]) : []
  if (!meter || !stream) return
  // A show that ends at this moment closes its meters itself.
  if (stream.status !== 'live') return
  if (isShutOut) return close(tx, meter, stream.performerId, 'shut_out')
  const flowed = flowedSince(meter, reading)
  const servedMs = meter.servedMs + flowed
  await queries.count(tx, id, {
    servedMs,
    engineRun: reading?.run ?? meter.engineRun,
    engineMs: reading?.ms ?? meter.engineMs,
    lastFlowAt: flowed > 0 ? tx.now : meter.lastFlowAt,
  })
  if (flowed > 0) {
    if (servedMs >= meter.minutes * minuteMs) await chargeMinute(tx, { ...meter, servedMs }, stream)
  } else if (tx.now.getTime() - meter.lastFlowAt.getTime() >= silenceMs) await close(tx, meter, stream.performerId, 'silent')
}

/** Nobody is let in before they pay, so their first look counts from nothing; so does another run of the engine, or a channel that was made anew. */
function flowedSince({ engineRun, engineMs }: Meter, reading: Reading | undefined): number {
  if (!reading) return 0
  return reading.run === engineRun && reading.ms >= engineMs ? reading.ms - engineMs : reading.ms
}

/** The next minute, in advance; or, where the wallet does not pay it, the end. */
async function chargeMinute(tx: Tx, meter: Meter, stream: streams.Stream): Promise<void> {
  const { id, streamId, payerId, minutePrice, servedMs } = meter
  const { performerId } = stream
  const number = meter.minutes + 1
  const paid = await paidMinute(tx, meter, { performerId, number })
  if (!paid) return close(tx, meter, performerId, 'short')
  const tick = { number, transferId: paid.transferId, amount: minutePrice, servedMs, at: tx.now }
  await queries.addTick(tx, id, { ...tick, ...signTick(id, tick, await queries.lastDigest(tx, id)) })
  await announce(tx, 'meter.ticked', {
    ...atMeter({ id, streamId, payerId, role: meter.role }, performerId),
    minutes: number,
    total: meter.total + minutePrice,
    balance: paid.balance,
    minutesLeft: Math.floor(paid.balance / minutePrice),
  })
}

async function paidMinute(
  tx: Tx,
  { id, streamId, payerId, minutePrice }: Meter,
  { performerId, number }: { performerId: string; number: number },
): Promise<wallet.Posted | undefined> {
  const title = await titleOf(tx, streamId, performerId)
  try {
    return await earnings.sell(tx, {
      buyer: payerId,
      creator: performerId,
      amount: minutePrice,
      kind: 'stream',
      reference: `meter:${id}`,
      key: `tick:${id}:${number}`,
      title,
      detail: { workId: streamId, meterId: id, minute: number },
    })
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'not_enough_tokens' || error.code === 'wallet_frozen')) return undefined
    throw error
  }
}

/** A line of money needs a name: that of its performer where the show has none. */
async function titleOf(db: Db, streamId: string, performerId: string): Promise<string> {
  const [found, people] = await Promise.all([works.find(db, [streamId]), accounts.people(db, [performerId])])
  return found.get(streamId)?.title || (people.get(performerId)?.name ?? '')
}

/** A private show whose guest is out is over. */
async function endLeft(db: Database): Promise<void> {
  const shows = (await streams.onAir(db)).filter(({ type }) => type === 'private')
  if (shows.length === 0) return
  const left = (
    await queries.guests(
      db,
      shows.map(({ workId }) => workId),
    )
  ).filter(({ closedWhy }) => closedWhy !== null)
  throwAll(
    await runIsolated(left, ({ streamId, closedWhy }) => db.transaction((tx) => end(tx, streamId, { why: whyOver(closedWhy), by: null }))),
  )
}

function whyOver(why: Meter['closedWhy']): streams.Why {
  if (why === 'short') return 'balance'
  return why === 'silent' ? 'silent' : 'guest'
}

/** @throws not_found for a show that is none of theirs, or that they never paid in */
export async function receipts(
  db: Db,
  { accountId }: Member,
  streamId: string,
  window: { limit: number; offset: number },
): Promise<{ data: Receipt[] } & Count> {
  const [stream] = await streams.streams(db, [streamId])
  if (!stream) return refuse('not_found')
  const isOwner = stream.performerId === accountId
  const { rows, ...counted } = await queries.metersOf(db, { streamId, payerId: isOwner ? undefined : accountId }, window)
  if (!isOwner && counted.total === 0) refuse('not_found')
  const [ticks, cards] = await Promise.all([
    queries.ticks(
      db,
      rows.map(({ id }) => id),
    ),
    profiles.userCards(db, [stream.performerId, ...rows.map(({ payerId }) => payerId)]),
  ])
  const performer = cards.get(stream.performerId)
  const data = rows.flatMap((meter) => {
    const payer = cards.get(meter.payerId)
    return payer && performer ? [receiptForm(meter, { payer, performer, ticks: ticks.get(meter.id) ?? [] })] : []
  })
  return { data, ...counted }
}

function receiptForm(
  meter: Meter,
  { payer, performer, ticks }: Pick<Receipt, 'payer' | 'performer'> & { ticks: readonly queries.Tick[] },
): Receipt {
  return {
    _id: meter.id,
    streamId: meter.streamId,
    role: meter.role,
    payer,
    performer,
    minutePrice: fromHundredths(meter.minutePrice),
    openedAt: meter.openedAt.toISOString(),
    ...(meter.closedAt && { closedAt: meter.closedAt.toISOString() }),
    ...(meter.closedWhy && { closedWhy: meter.closedWhy }),
    servedMs: meter.servedMs,
    minutes: meter.minutes,
    total: fromHundredths(meter.total),
    ticks: ticks.map(({ number, amount, servedMs, at, transferId, digest, signature, publicKey, returnedAt }) => ({
      number,
      amount: fromHundredths(amount),
      servedMs,
      at: at.toISOString(),
      transferId,
      digest: digest.toString('hex'),
      signature: signature.toString('base64'),
      publicKey: publicKey.toString('base64'),
      ...(returnedAt && { returnedAt: returnedAt.toISOString() }),
    })),
  }
}

/** A minute whose tokens went back counts no more. */
export const noteReturn = queries.returnTick
