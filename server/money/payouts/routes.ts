import { payouts as table, type PayoutCalculation, type PayoutRequest } from '#contract/money/payouts.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { lastFour, mask } from '#server/money/destinations/destinations.ts'
import { accountOf, bankOf } from '#server/money/payouts/destination.ts'
import { payeeOf } from '#server/money/payouts/exporting.ts'
import * as door from '#server/money/payouts/payouts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { fromHundredths, stepOf, tokensInMoney } from '#server/platform/units/units.ts'

const mostLines = 100

export const handlers: Handlers<typeof table> = {
  calculate: ({ db, viewer }) => calculated(db, viewer.accountId),

  sums: ({ db, viewer }) => calculated(db, viewer.accountId),

  async request({ tx, viewer }, { paymentAccountType: accountType, requestNote: note, ...asked }) {
    return shown(await door.request(tx, viewer, { ...asked, accountType, note }), viewer)
  },

  async update({ tx, viewer }, { id, requestNote: note, ...asked }) {
    return one(tx, viewer, await door.change(tx, viewer, id, { ...asked, note }))
  },

  async search({ db, viewer }, { status, ...filter }) {
    const { rows, total } = await door.search(db, viewer, { ...filter, status })
    const performers =
      viewer.role === 'staff' ? await profiles.userCards(db, [...new Set(rows.map(({ performerId }) => performerId))]) : undefined
    return { data: rows.map((row) => shown(row, viewer, performers?.get(row.performerId))), total }
  },

  async view({ db, viewer }, { id }) {
    const found = await door.find(db, viewer, id)
    const steps = await door.stepsOf(db, id)
    const wentBack = found.status === 'rejected' || found.status === 'cancelled' || found.status === 'returned'
    const { sales, total } = wentBack
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

  requestBank: ({ db, viewer }, { id }) => door.openBank(db, viewer.accountId, id),

  // A file holds whole accounts, so under a caller's key stands its batch alone.
  batch: {
    async withoutTx({ db, viewer, attempt }, { ids }) {
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
  const bank = bankOf(request)
  const sent = accountOf(request)
  const isUnreadable = !bank || sent === 'unreadable'
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
    ...(bank && { bank: { holder: payeeOf(bank), bankName: bank.bankName, last4: lastFour(bank.bankAccount) } }),
    ...(isUnreadable && { isUnreadable }),
    ...(sent !== 'unreadable' && sent.account !== undefined && { payoutAccount: mask(sent.account) }),
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
