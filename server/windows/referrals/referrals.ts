/**
 * Links by which creators bring newcomers: whose a code is, who came by it, and what became of that in figures.
 * Promises: a code leads to one performer for good; by whose link somebody came is written down as their account is made, once; a visit leaves a number
 * and nothing of who it was; creators read sums, never names. Nobody is paid for it.
 * Leaves to others: when a browser may remember (accounts, which also asks to write down an arrival), what was spent (earnings).
 */
import { randomInt } from 'node:crypto'
import { mostReferralCodes, type ReferralLink, type ReferralStats } from '#contract/windows/referrals.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import * as queries from '#server/windows/referrals/queries.ts'

export { forget } from '#server/windows/referrals/queries.ts'

/** Without what is taken for something else when it is read out or typed: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const drawnLetters = 8

function drawn(): string {
  return Array.from({ length: drawnLetters }, () => letters[randomInt(letters.length)]).join('')
}

/** The performer whom a code as it was sent leads to; undefined where nobody has it, or they are not here any more. */
export async function performerOf(db: Db, sent: string): Promise<string | undefined> {
  const code = sent.trim().toLowerCase()
  const id = await queries.performerOf(db, code)
  if (id === undefined) return undefined
  const performer = (await accounts.people(db, [id])).get(id)
  return performer?.role === 'performer' && performer.state === 'active' ? id : undefined
}

/** One visit more, unless the same page was loaded again. @returns whether the code leads anywhere */
export async function arrive(db: Database, code: string, isAgain: boolean): Promise<boolean> {
  const performerId = await performerOf(db, code)
  if (performerId === undefined) return false
  if (!isAgain) await db.transaction((tx) => visited(tx, performerId))
  return true
}

/** Somebody comes by this performer's link: the demo town's visitors, too. */
export function visited(tx: Tx, performerId: string): Promise<void> {
  return queries.countVisit(tx, performerId)
}

/** A new account says by whose link it came: what leads nowhere is passed over. */
export async function noteArrival(tx: Tx, { accountId, code }: accounts.Arrival): Promise<void> {
  const performerId = await performerOf(tx, code)
  if (performerId !== undefined) await queries.insertArrival(tx, accountId, performerId, code.trim().toLowerCase())
}

/** The link as it is, drawn where there is none yet. */
export async function linkOf(db: Database, performerId: string): Promise<ReferralLink> {
  const codes = await queries.codesOf(db, performerId)
  if (codes.some(({ isInLink }) => isInLink)) return linkFrom(db, performerId, codes)
  return db.transaction(async (tx) => {
    await queries.lock(tx, performerId)
    if (!(await queries.codesOf(tx, performerId)).some(({ isInLink }) => isInLink)) await insertDrawn(tx, performerId)
    return linkFrom(tx, performerId, await queries.codesOf(tx, performerId))
  })
}

/**
 * Another code in the link; the one before goes on leading here.
 * @param chosen absent: one is drawn
 * @throws referral_code_taken, referral_code_reserved, prohibited_term, too_many_referral_codes {limit}
 */
export async function changeLink(tx: Tx, performerId: string, chosen: string | undefined): Promise<ReferralLink> {
  if (chosen !== undefined) await refuseCode(tx, performerId, chosen)
  await queries.lock(tx, performerId)
  const before = await queries.codesOf(tx, performerId)
  const own = before.find(({ code }) => code === chosen)
  if (!own && before.length >= mostReferralCodes) refuse('too_many_referral_codes', { limit: mostReferralCodes })
  if (!own?.isInLink) {
    await queries.retire(tx, performerId)
    if (own) await queries.takeUpAgain(tx, own.code)
    else if (chosen === undefined) await insertDrawn(tx, performerId)
    else if ((await queries.insert(tx, performerId, chosen)) === 0) refuseField('code', 'referral_code_taken')
  }
  return linkFrom(tx, performerId, await queries.codesOf(tx, performerId))
}

/** Nobody wears a word of the site's, or the name of somebody else. */
async function refuseCode(tx: Tx, performerId: string, code: string): Promise<void> {
  if (accounts.isReserved(code)) refuseField('code', 'referral_code_reserved')
  await refuseProhibited(tx, { code })
  const namesake = await accounts.findByName(tx, code)
  if (namesake && namesake.id !== performerId) refuseField('code', 'referral_code_taken')
}

async function insertDrawn(tx: Tx, performerId: string): Promise<void> {
  // One in 850 thousand million: that a drawn one is taken is as good as never, and twice in a row never.
  if ((await queries.insert(tx, performerId, drawn())) === 0) await insertDrawn(tx, performerId)
}

async function linkFrom(db: Db, performerId: string, codes: readonly queries.Code[]): Promise<ReferralLink> {
  const code = codes.find(({ isInLink }) => isInLink)?.code ?? refuse('not_found')
  const performer = (await accounts.people(db, [performerId])).get(performerId) ?? refuse('not_found')
  return {
    code,
    path: `/?ref=${code}`,
    profilePath: `/${performer.username}?ref=${code}`,
    older: codes.filter(({ isInLink }) => !isInLink).map((each) => each.code),
    left: mostReferralCodes - codes.length,
  }
}

/** The figures of a span: every day of it, and their sums. */
export async function statsOf(db: Db, performerId: string, span: earnings.Span): Promise<ReferralStats> {
  const within = earnings.spanning(span)
  const [visits, arrivals, spent] = await Promise.all([
    queries.visitsByDay(db, performerId, within),
    queries.arrivalsByDay(db, performerId, within),
    earnings.spentByDay(db, performerId, queries.broughtBy(performerId), within),
  ])
  const [visitsOn, arrivalsOn] = [visits, arrivals].map((found) => new Map(found.map(({ day, count }) => [day, count])))
  const spentOn = new Map(spent.map((each) => [each.day, each]))
  const series = earnings.daysOf(span).map((date) => ({
    date,
    visits: visitsOn?.get(date) ?? 0,
    registrations: arrivalsOn?.get(date) ?? 0,
    buyers: spentOn.get(date)?.newBuyers ?? 0,
    tokens: fromHundredths(spentOn.get(date)?.amount ?? 0),
  }))
  const sum = (key: 'visits' | 'registrations' | 'buyers') => series.reduce((all, day) => all + day[key], 0)
  const tokens = fromHundredths(spent.reduce((all, { amount }) => all + amount, 0))
  return { visits: sum('visits'), registrations: sum('registrations'), buyers: sum('buyers'), tokens, series }
}

/** For staff: by whose link somebody came. */
export function referrerOf(db: Db, accountId: string): Promise<queries.Referrer | undefined> {
  return queries.referrerOf(db, accountId)
}
