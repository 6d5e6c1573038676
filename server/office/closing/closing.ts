/**
 * Closing one's own account (docs/adr/0028): what becomes of everything is told before, it can be taken back for some days, and then what is personal goes
 * for good, step by step, while the books and what others bought stay.
 * Promises: nobody closes an account while others' money or goods hang on it; what is final is done once, however often its job is killed; staff may hold it.
 * Leaves to others: what each slice forgets (their doors), ways in and the way back (accounts), what subscribers have back (subscriptions).
 */
import type { ClosingPreview } from '#contract/office/closing.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as queries from '#server/office/closing/queries.ts'
import { standingOf } from '#server/office/closing/stops.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { signInOf, type Member } from '#server/platform/http/viewer.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Language } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { requireText } from '#server/site/terms/terms.ts'

export { standingOf as closingOf } from '#server/office/closing/queries.ts'

const dayMs = 86_400_000

/** What somebody reads before they decide. */
export async function preview(db: Db, viewer: Member): Promise<ClosingPreview> {
  const account = (await accounts.find(db, viewer.accountId)) ?? refuse('not_found')
  const signIn = signInOf(viewer)
  const holder = signIn === account.id ? account : ((await accounts.find(db, signIn)) ?? refuse('not_found'))
  const isPerformer = account.role === 'performer'
  const [{ closingDays: days }, standing, subscribed, subscribers, { sold, others }, purchases, hasTwoFactor] = await Promise.all([
    current(db),
    standingOf(db, account),
    subscriptions.runningOf(db, 'fan', account.id),
    isPerformer ? subscriptions.runningOf(db, 'performer', account.id) : [],
    isPerformer ? parted(db, account.id) : { sold: [], others: [] },
    wallet.countReceipts(db, account.id),
    accounts.hasTwoFactor(db, signIn),
  ])
  return {
    username: account.username,
    isPerformer,
    days,
    until: new Date(db.now.getTime() + days * dayMs).toISOString(),
    balance: fromHundredths(standing.balance),
    subscriptions: subscribed.length,
    purchases,
    earnings: fromHundredths(standing.earnings),
    subscribers: subscribers.length,
    givenBack: fromHundredths(standing.givenBack),
    worksSold: sold.length,
    works: others.length,
    stops: standing.stops,
    hasPassword: holder.passwordHash !== null,
    hasTwoFactor,
  }
}

/** A creator's works: what somebody bought or ordered, which stays theirs, and all others. */
export async function parted(db: Db, creatorId: string): Promise<{ sold: string[]; others: string[] }> {
  const ids = await works.ownIds(db, creatorId)
  const [receipts, ordered] = [await access.timesSold(db, ids), new Set(await shop.orderedAmong(db, ids))]
  const isSold = (id: string) => receipts.has(id) || ordered.has(id)
  return { sold: ids.filter(isSold), others: ids.filter((id) => !isSold(id)) }
}

export interface Wish {
  username: string
  currentPassword?: string | undefined
  code?: string | undefined
  /** Hundredths of a token, as they were read. */
  expectedBalance: number
  expectedEarnings: number
}

/**
 * @throws username_differs, wrong_password, wrong_code, account_locked, authenticator_lost, sign_in_again; closing_stopped {stops}, closing_changed where more would be lost than
 * they read
 */
export async function close(
  db: Database,
  viewer: Member,
  { username, ...wish }: Wish,
  { ip, language }: { ip: string; language: Language },
): Promise<Date> {
  const account = (await accounts.find(db, viewer.accountId)) ?? refuse('not_found')
  if (username.trim().toLowerCase().replace(/^@/, '') !== account.username) refuseField('username', 'username_differs')
  const { stops } = await standingOf(db, account)
  refuseStopped(stops)
  await accounts.proveOwner(db, { accountId: signInOf(viewer), sessionId: viewer.sessionId, ip, language }, wish)
  return db.transaction(async (tx) => {
    // Whoever closes twice at once closes once: the second finds it closing.
    const locked = (await accounts.lock(tx, account.id)) ?? refuse('not_found')
    if (locked.closesAt) return locked.closesAt
    const now = await standingOf(tx, locked)
    refuseStopped(now.stops)
    if (now.balance > wish.expectedBalance || now.earnings > wish.expectedEarnings) refuse('closing_changed')
    const until = new Date(tx.now.getTime() + (await current(tx)).closingDays * dayMs)
    for (const id of await subscriptions.runningOf(tx, 'fan', locked.id))
      await subscriptions.cancel(tx, { accountId: locked.id, role: locked.role }, id)
    await queries.insert(tx, locked.id, until)
    await accounts.close(tx, locked.id, until)
    if (locked.role === 'performer')
      await addJob(tx, endSubscribersJob, { accountId: locked.id }, { key: `${endSubscribersJob} ${locked.id}` })
    await record(tx, {
      actorId: locked.id,
      action: 'closing.asked',
      subject: { kind: 'account', id: locked.id },
      detail: { until: until.toISOString(), balance: now.balance, earnings: now.earnings },
      ip,
    })
    return until
  })
}

function refuseStopped(stops: readonly { what: string }[]): void {
  if (stops.length > 0) refuse('closing_stopped', { stops: stops.map(({ what }) => what).join(', ') })
}

export const endSubscribersJob = 'closing.end_subscribers'

/** @throws link_expired, account_inactive */
export async function takeBack(tx: Tx, token: string, ip: string): Promise<void> {
  const { accountId } = await accounts.takeBack(tx, token)
  if ((await queries.takeBack(tx, accountId)) === 0) refuse('link_expired')
  await record(tx, { actorId: accountId, action: 'closing.taken_back', subject: { kind: 'account', id: accountId }, ip })
}

interface ByStaff {
  by: Member
  reason: string
  ip: string
}

/** @throws not_found where nothing is closing, already_decided where it is held, or is final */
export async function hold(tx: Tx, accountId: string, { by, reason, ip }: ByStaff): Promise<void> {
  const found = (await queries.lockStanding(tx, accountId)) ?? refuse('not_found')
  const why = requireText('reason', reason)
  if (found.heldAt || found.begunAt) refuse('already_decided')
  await queries.hold(tx, found.id, { by: by.accountId, reason: why })
  await record(tx, {
    actorId: by.accountId,
    action: 'closing.held',
    subject: { kind: 'account', id: accountId },
    detail: { reason: why },
    ip,
  })
}

/** @throws not_found, already_decided */
export async function letGo(tx: Tx, accountId: string, { by, reason, ip }: ByStaff): Promise<void> {
  const found = (await queries.lockStanding(tx, accountId)) ?? refuse('not_found')
  const why = requireText('reason', reason)
  if (!found.heldAt) refuse('already_decided')
  await queries.letGo(tx, found.id)
  await record(tx, {
    actorId: by.accountId,
    action: 'closing.let_go',
    subject: { kind: 'account', id: accountId },
    detail: { reason: why },
    ip,
  })
}
