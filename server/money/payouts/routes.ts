import type { PayoutAccount } from '#contract/money/payout-accounts.ts'
import { payouts as table, type PayoutCalculation, type PayoutRequest } from '#contract/money/payouts.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { payeeOf } from '#server/money/payouts/exporting.ts'
import * as banking from '#server/money/payouts/banking.ts'
import { elsewhereOf, mask } from '#server/money/payouts/elsewhere.ts'
import * as door from '#server/money/payouts/payouts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, stepOf, tokensInMoney } from '#server/platform/units/units.ts'

const mostLines = 100

export const handlers: Handlers<typeof table> = {
  async stripeAccount({ db, viewer }) {
    if (viewer.actorId) refuse('not_allowed')
    const { ref: accountId, ...account } = await door.openProviderAccount(db, viewer.accountId)
    return { ...account, accountId }
  },

  async stripeAccountState({ db, viewer }) {
    const account = await door.providerAccountOf(db, viewer.accountId)
    return {
      isOffered: door.isProviderOffered(),
      payoutsEnabled: account?.payoutsEnabled ?? false,
      ...(account && { accountId: account.ref }),
    }
  },

  calculate: ({ db, viewer }) => calculated(db, viewer.accountId),

  sums: ({ db, viewer }) => calculated(db, viewer.accountId),

  async request({ tx, viewer }, { paymentAccountType: accountType, requestNote: note, ...asked }) {
    return shown(await door.request(tx, viewer, { ...asked, accountType, note }), viewer)
  },

  async update({ tx, viewer }, { id, requestNote: note, ...asked }) {
    const status = asked.status as door.Change['status']
    return one(tx, viewer, await door.change(tx, viewer, id, { ...asked, status, note }))
  },

  async search({ db, viewer }, { status, ...filter }) {
    const { rows, total } = await door.search(db, viewer, { ...filter, status: status as door.Search['status'] })
    const performers =
      viewer.role === 'staff' ? await profiles.userCards(db, [...new Set(rows.map(({ performerId }) => performerId))]) : undefined
    return { data: rows.map((row) => shown(row, viewer, performers?.get(row.performerId))), total }
  },

  async view({ db, viewer }, { id }) {
    const found = await door.find(db, viewer, id)
    const steps = await door.stepsOf(db, id)
    const isOver = found.status === 'rejected' || found.status === 'cancelled' || found.status === 'returned'
    const { sales, total } = isOver
      ? { sales: [], total: 0 }
      : await earnings.coveredBy(db, found.performerId, { payoutId: id, amount: found.tokens, limit: mostLines })
    return {
      ...(await one(db, viewer, found)),
      history: steps.map(({ step, byId, at }) => ({
        step,
        by: byId === found.performerId ? ('performer' as const) : ('staff' as const),
        createdAt: at.toISOString(),
      })),
      lines: await earnings.linesOf(db, sales),
      totalLines: total,
    }
  },

  async pendingReview({ db, viewer }) {
    const open = await door.openOf(db, viewer.accountId)
    return { pending: open !== undefined, ...(open && { request: shown(open, viewer) }) }
  },

  async saveBank({ db, viewer }, details) {
    if (viewer.actorId) refuse('not_allowed')
    await db.transaction((tx) => door.saveBank(tx, viewer.accountId, details))
    const { details: saved, ...bank } = (await door.bankOf(db, viewer.accountId)) ?? refuse('not_found')
    return banking.masked(saved ?? refuse('bank_unreadable'), bank, db.now)
  },

  bank: ({ db, viewer }) => door.maskedBankOf(db, viewer.accountId),

  async savePayoutAccount({ db, viewer }, { type, payoutAccount }) {
    if (viewer.actorId) refuse('not_allowed')
    await db.transaction((tx) => door.saveElsewhere(tx, viewer.accountId, type, payoutAccount))
    const saved = (await door.accountsElsewhere(db, viewer.accountId)).find((each) => each.type === type)
    return elsewhereMasked(saved ?? refuse('not_found'), db.now)
  },

  async payoutAccounts({ db, viewer }) {
    return { data: (await door.accountsElsewhere(db, viewer.accountId)).map((each) => elsewhereMasked(each, db.now)) }
  },

  requestBank: ({ db, viewer }, { id }) => door.openBank(db, viewer.accountId, id),

  // A file holds whole accounts, so under a caller's key stands its batch alone.
  batch: {
    async together({ db, viewer, attempt }, { ids }) {
      let made: door.BatchFile | undefined
      const { id } = await once(db, attempt, async (tx) => {
        made = await door.exportApproved(tx, viewer.accountId, ids)
        return { id: made.id }
      })
      return fileOf(made?.id === id ? made : await db.transaction((tx) => door.exportAgain(tx, viewer.accountId, id)))
    },
  },

  async batchAgain({ db, viewer }, { id }) {
    return fileOf(await db.transaction((tx) => door.exportAgain(tx, viewer.accountId, id)))
  },
}

async function calculated(db: Db, performerId: string): Promise<PayoutCalculation> {
  const found = await door.calculate(db, performerId)
  const { balance, onHold, reversed, paidOut, pending, available, rate, fee, minimum, currency, clearingDays } = found
  const step = stepOf(currency)
  const sum = (tokens: number) => ({ tokens: fromHundredths(tokens), amount: fromHundredths(tokensInMoney(tokens, rate, step)) })
  return {
    totalEarned: sum(balance + pending + paidOut + reversed),
    totalPaidOut: sum(paidOut),
    pendingRequests: sum(pending),
    onHold: sum(onHold),
    reversed: sum(reversed),
    available: sum(available),
    ...(found.nextClearsAt && { nextClearsAt: found.nextClearsAt.toISOString() }),
    clearingDays,
    conversionRate: rate,
    fee: fromHundredths(fee),
    minimumPayoutAmount: fromHundredths(minimum),
    currency,
    blockers: found.blockers.map(({ code, until }) => ({ code, ...(until && { until: until.toISOString() }) })),
  }
}

function fileOf({ id, number, madeAt, count, total, currency, leftOut, csv }: door.BatchFile) {
  const fileName = `payouts-${number}-${madeAt.toISOString().slice(0, 10)}.csv`
  return { _id: id, number, count, total: fromHundredths(total), currency, leftOut, fileName, csv }
}

async function one(db: Db, viewer: door.Actor, request: door.Request): Promise<PayoutRequest> {
  const performer = viewer.role === 'staff' ? (await profiles.userCards(db, [request.performerId])).get(request.performerId) : undefined
  return shown(request, viewer, performer)
}

function shown(request: door.Request, viewer: door.Actor, performer?: PayoutRequest['performer']): PayoutRequest {
  const { id, number, status, tokens, amount, fee, currency, rate, accountType, note, reason, batchId, batchNumber } = request
  const bank = banking.unsealOf(request)
  const elsewhere = elsewhereOf(request)
  const isUnreadable = !bank || elsewhere === 'unreadable'
  return {
    _id: id,
    number,
    status,
    requestTokens: fromHundredths(tokens),
    amount: fromHundredths(amount),
    fee: fromHundredths(fee),
    arrives: fromHundredths(amount - fee),
    currency,
    conversionRate: rate / 10_000,
    paymentAccountType: accountType,
    requestNote: note,
    ...(bank && { bank: { holder: payeeOf(bank), bankName: bank.bankName, last4: door.lastFour(bank.bankAccount) } }),
    ...(isUnreadable && { isUnreadable }),
    ...(elsewhere !== 'unreadable' && elsewhere.account !== undefined && { payoutAccount: mask(elsewhere.account) }),
    ...(reason !== null && { reason }),
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    ...(request.endedAt && { endedAt: request.endedAt.toISOString() }),
    ...(viewer.role === 'staff' && request.failure !== null && { failure: request.failure }),
    ...(viewer.role === 'staff' && batchId !== null && batchNumber !== null && { batch: { _id: batchId, number: batchNumber } }),
    ...(performer && { performer }),
    nextStatuses: door.nextFor(viewer, request).filter((status) => !isUnreadable || !needsReading(request, status)),
  }
}

/** Staff agree to whom money goes, and send it there: what nobody can read is rejected. */
const needsReading = ({ accountType }: door.Request, status: PayoutRequest['status']) =>
  status === 'approved' || (status === 'processing' && accountType !== 'stripe')

function elsewhereMasked({ type, account, holdUntil, changedAt, doubtedAt }: door.Elsewhere, now: Date): PayoutAccount {
  return {
    type,
    ...(account === undefined ? { needsAgain: true } : { payoutAccount: mask(account) }),
    changedAt: changedAt.toISOString(),
    ...(holdUntil > now && { holdUntil: holdUntil.toISOString() }),
    ...(doubtedAt && { returnedAt: doubtedAt.toISOString() }),
  }
}
