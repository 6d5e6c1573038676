// What a fan is told before it happens: a trial that turns into a paid subscription, and a price that its creator has raised.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { listedPrices, priceIn, pricesOf } from '#server/money/offers/offers.ts'
import * as queries from '#server/money/renewals/queries.ts'
import { lock, pairOf, renewal, write } from '#server/money/subscriptions/subscriptions.ts'

const dayMs = 86_400_000
/** A trial of a day is told of by the letter with which it begins. */
const trialNoticeMs = dayMs
const priceNoticeMs = 7 * dayMs
const batch = 2000
/** All that renew within a week are looked at; more than are ever due in one here. */
const looked = 20_000

/** Each by itself. Answers how many letters were written. @throws what went wrong, at the end */
export async function remind(db: Database): Promise<number> {
  let letters = 0
  const trials = await queries.trialsToTell(db, new Date(db.now.getTime() + trialNoticeMs), batch)
  const notTold = await runIsolated(trials, async (id) => void (letters += await db.transaction((tx) => tellOfTrial(tx, id))))
  const renewing = await queries.renewingBefore(db, new Date(db.now.getTime() + priceNoticeMs), looked)
  const listed = await listedPrices(db, renewing)
  const dearer = renewing.filter(({ price, toldPrice }, index) => {
    const now = listed[index] ?? null
    return now !== null && now > price && now !== toldPrice
  })
  const wrong = await runIsolated(dearer, async ({ id }) => void (letters += await db.transaction((tx) => tellOfPrice(tx, id))))
  throwAll([...notTold, ...wrong])
  return letters
}

async function tellOfTrial(tx: Tx, id: string): Promise<number> {
  const trial = await lock(tx, id)
  if (trial?.status !== 'active' || trial.type !== 'free' || !(await renewal.setReminded(tx, id))) return 0
  const { price, currency, expiresAt: until } = trial
  await write(tx, await pairOf(tx, trial), 'trial_ends', { price, currency, until })
  return 1
}

/** Once for each price. Without the fan's word the old one goes on. */
async function tellOfPrice(tx: Tx, id: string): Promise<number> {
  const running = await lock(tx, id)
  if (running?.status !== 'active') return 0
  const { renewsAs, price, currency, expiresAt: until } = running
  const prices = await pricesOf(tx, running)
  const listed = prices && priceIn(prices, renewsAs)
  if (!listed || listed <= price || !(await renewal.setToldPrice(tx, id, listed))) return 0
  await write(tx, await pairOf(tx, running), 'dearer', { price, fullPrice: listed, currency, until })
  return 1
}
