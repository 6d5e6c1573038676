// The first office: what waits for staff, and the decisions that only they make. It gathers and passes on; each decision
// is made, checked and audited by the slice whose matter it is.
// Promises: a refund gives back the whole and locks at once; an identity document is opened only after its view is on record.
// Leaves to others: reports and their clocks (reports), appeals (moderation, compliance).
import { workKinds } from '#contract/catalogue/kind-names.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as reports from '#server/office/reports/reports.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as identity from '#server/people/identity/identity.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Language } from '#server/platform/words/words.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as contact from '#server/site/contact/contact.ts'
import * as settings from '#server/site/settings/settings.ts'
import { requireText } from '#server/site/terms/terms.ts'

export { saveSettings } from '#server/office/admin/revaluing.ts'
export { worksByStatus } from '#server/office/admin/reviewing.ts'

/** The figures of the front page. */
export async function overview(db: Db) {
  const [pendingPerformers, pendingWorks, pendingPayouts, unansweredLetters, openReports, people, books, { reviewDefault }] =
    await Promise.all([
      identity.countPending(db),
      works.waiting(db, { limit: 1, offset: 0 }),
      payouts.countPending(db),
      contact.countUnanswered(db),
      reports.countOpen(db),
      accounts.countByRole(db),
      proofs.totals(db),
      settings.current(db),
    ])
  const since = await Promise.all([
    identity.oldestPending(db),
    works.find(db, pendingWorks.ids).then((found) => found.values().next().value?.updatedAt ?? null),
    payouts.oldestPending(db),
    contact.oldestUnanswered(db),
  ])
  const [performers, ofWorks, ofPayouts, letters] = since.map((at) => at?.toISOString())
  const { issued, held, spent, reversed } = books
  return {
    pendingPerformers,
    pendingWorks: pendingWorks.total,
    pendingPayouts,
    unansweredLetters,
    openReports: openReports.count,
    oldest: {
      ...(performers && { performers }),
      ...(ofWorks && { works: ofWorks }),
      ...(ofPayouts && { payouts: ofPayouts }),
      ...(letters && { letters }),
      ...(openReports.oldest && { reports: openReports.oldest.toISOString() }),
    },
    ledger: {
      issued: fromHundredths(issued),
      held: fromHundredths(held),
      spent: fromHundredths(spent),
      reversed: fromHundredths(reversed),
    },
    members: people.user,
    performers: people.performer,
    reviewDefault,
    isDemo: settings.factsOfStart().isDemo,
  }
}

export interface Paging {
  limit: number
  offset: number
}

/** Applications with the person and the list of their documents. */
export async function applications(
  db: Db,
  filter: Paging & { state?: 'pending' | 'approved' | 'rejected' | undefined; q?: string | undefined },
) {
  const { rows, total } = await identity.applications(db, filter)
  const ids = rows.map(({ accountId }) => accountId)
  const [people, documents, pictures] = await Promise.all([
    accounts.findAll(db, ids),
    identity.documentsOf(db, ids),
    profiles.picturesOf(db, ids),
  ])
  const data = rows.flatMap((application) => {
    const person = people.get(application.accountId)
    return person ? [{ application, person, avatar: pictures.get(person.id)?.avatar, documents: documents.get(person.id) ?? [] }] : []
  })
  return { data, total }
}

/** Says no to what waits, and takes down what is shown already, which gives back what was paid for it. @throws not_found, already_decided */
export async function refuseWork(
  tx: Tx,
  workId: string,
  by: string,
  reason: string,
): Promise<{ state: 'rejected' | 'removed'; refund?: { people: number; amount: number } }> {
  const work = (await works.find(tx, [workId])).get(workId)
  if (work?.state === 'active') {
    await works.takeDown(tx, workId, by, reason)
    return { state: 'removed', ...reports.refundForm(await reports.refundOf(tx, workId)) }
  }
  await works.reject(tx, workId, by, reason)
  return { state: 'rejected' }
}

/** Purchases, tips and what a wallet paid for a subscription can be given back by hand; what came by card goes back at its gateway. */
const refundable: ReadonlySet<string> = new Set(['tip', ...workKinds, 'message', 'request', 'stream', 'subscription'])

export function canRefund(transfer: wallet.Transfer): boolean {
  return isRefundable(transfer) && !transfer.isReversed
}

function isRefundable({ kind, isReversal, byWallet }: wallet.Transfer): boolean {
  return refundable.has(kind) && !isReversal && (kind !== 'subscription' || byWallet)
}

/** Whole, to the wallet (calls.md, decisions). @throws not_found, already_decided */
export async function refund(tx: Tx, transferId: string, { by, reason, ip }: { by: string; reason: string; ip: string }) {
  const transfer = await wallet.transfer(tx, transferId)
  if (!transfer || !isRefundable(transfer)) return refuse('not_found')
  if (transfer.isReversed) refuse('already_decided')
  const reversed = await (transfer.kind === 'subscription' ? subscriptions.refundPeriod : wallet.reverse)(tx, transferId, { reason, by })
  // Someone else gave it back between the look and the lock.
  if (reversed.already) refuse('already_decided')
  await record(tx, {
    actorId: by,
    action: 'admin.refunded',
    subject: { kind: 'transfer', id: transferId },
    detail: { reason, amount: reversed.amount, reversal: reversed.transferId },
    ip,
  })
  return reversed
}

/** Stops somebody's wallet, or lets it pay again. @throws not_found, already_decided, and letting go wallet_in_debt {debt} */
export async function setFrozen(
  tx: Tx,
  accountId: string,
  isFrozen: boolean,
  { by, reason, ip }: { by: string; reason: string; ip: string },
): Promise<void> {
  if (!(await accounts.people(tx, [accountId])).has(accountId)) refuse('not_found')
  await (isFrozen ? wallet.freezeByStaff(tx, accountId, { by, reason }) : wallet.liftFreeze(tx, accountId, { by, reason }))
  if (!isFrozen) await payments.closeDisputes(tx, accountId)
  const action = isFrozen ? 'admin.wallet_frozen' : 'admin.wallet_unfrozen'
  await record(tx, { actorId: by, action, subject: { kind: 'account', id: accountId }, detail: { reason }, ip })
}

/**
 * Gives somebody tokens by hand (calls.md section 0): issued by the house and paid by nobody, so that no payment stands behind them.
 * @throws not_found for staff and for accounts that are not active; not_allowed for whoever acts in somebody's name
 */
export async function grantTokens(
  tx: Tx,
  accountId: string,
  { amount, by, reason, ip }: { amount: number; by: Member; reason: string; ip: string },
): Promise<wallet.Posted> {
  if (by.actorId) refuse('not_allowed')
  const person = (await accounts.people(tx, [accountId])).get(accountId)
  if (!person || person.state !== 'active' || person.role === 'staff') return refuse('not_found')
  const why = requireText('reason', reason)
  const given = await wallet.grant(tx, { to: accountId, amount, by: by.accountId, reason: why })
  await record(tx, {
    actorId: by.accountId,
    action: 'admin.tokens_granted',
    subject: { kind: 'account', id: accountId },
    detail: { reason: why, amount, transfer: given.transferId },
    ip,
  })
  return given
}

/** People of every role: those whose name or address contains `q`, or only those whose wallet is frozen, or who close their account; the newest first. */
export async function people(
  db: Db,
  {
    q,
    isFrozen,
    state,
    limit,
    offset,
  }: Paging & { q?: string | undefined; isFrozen?: boolean | undefined; state?: 'closing' | 'closed' | undefined },
) {
  const among = [...(q ? [accounts.matching(q)] : []), ...(isFrozen ? [wallet.frozen()] : []), ...(state ? [accounts.inState(state)] : [])]
  const { rows, total } = await accounts.page(db, among, { limit, offset })
  const ids = rows.map(({ id }) => id)
  const [frozenHere, pictures] = await Promise.all([wallet.frozenAmong(db, ids), profiles.picturesOf(db, ids)])
  return { data: rows.map((person) => ({ person, avatar: pictures.get(person.id)?.avatar, isFrozen: frozenHere.has(person.id) })), total }
}

/** Somebody's wallet, whether it can pay, and who said that it cannot. @throws not_found */
export async function walletOf(db: Db, accountId: string) {
  const person = (await accounts.find(db, accountId)) ?? refuse('not_found')
  const state = await wallet.stateOf(db, accountId)
  const by = state.freeze?.byStaff && (await accounts.people(db, [state.freeze.byStaff.by])).get(state.freeze.byStaff.by)
  return { person, by, ...state }
}

interface Whose {
  q?: string | undefined
  of?: string | undefined
}

/** A query of ids: one person, or those whose name or address contains `q`. */
const among = ({ q, of }: Whose) => (of ? sql`select ${of}::uuid` : q ? accounts.matching(q) : undefined)

/** Recent transfers, those of the people that are asked for. */
export async function transfers(db: Db, { q, of, ...paging }: Paging & Whose) {
  const { transfers: rows, total } = await wallet.recent(db, { among: among({ q, of }), ...paging })
  const people = await profiles.userCards(db, [...new Set(rows.flatMap(({ payerId, payeeId }) => [payerId ?? [], payeeId ?? []].flat()))])
  const cardOf = (id: string | null) => (id ? people.get(id) : undefined)
  return { data: rows.map((transfer) => ({ transfer, payer: cardOf(transfer.payerId), payee: cardOf(transfer.payeeId) })), total }
}

/** Payments through gateways, of the people that are asked for. */
export async function gatewayPayments(db: Db, { q, of, ...filter }: Omit<Parameters<typeof payments.search>[1], 'among'> & Whose) {
  return payments.search(db, { ...filter, among: among({ q, of }) })
}

/** For whoever lost the app and all codes: staff have made sure who they are. Not one's own. @throws not_found, not_allowed, two_factor_is_off */
export async function resetTwoFactor(
  tx: Tx,
  accountId: string,
  { by, reason, ip, language }: { by: Member; reason: string; ip: string; language: Language },
): Promise<void> {
  if (!(await accounts.people(tx, [accountId])).has(accountId)) refuse('not_found')
  if (by.actorId || by.accountId === accountId) refuse('not_allowed')
  const why = requireText('reason', reason)
  await accounts.resetTwoFactor(tx, accountId, language)
  await record(tx, {
    actorId: by.accountId,
    action: 'admin.two_factor_reset',
    subject: { kind: 'account', id: accountId },
    detail: { reason: why },
    ip,
  })
}

/** Signs somebody out everywhere. Whoever acts in somebody's name, and the staff's own, stay as they are. @throws not_found, not_allowed */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { by, reason, ip }: { by: Member; reason: string; ip: string },
): Promise<number> {
  const person = (await accounts.people(tx, [accountId])).get(accountId) ?? refuse('not_found')
  if (by.actorId || person.role === 'staff') refuse('not_allowed')
  const why = requireText('reason', reason)
  const ended = await accounts.endSessions(tx, accountId)
  await record(tx, {
    actorId: by.accountId,
    action: 'admin.sessions_ended',
    subject: { kind: 'account', id: accountId },
    detail: { reason: why, ended },
    ip,
  })
  return ended
}
