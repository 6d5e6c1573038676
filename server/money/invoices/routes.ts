import type { Invoice as Wire, invoices } from '#contract/money/invoices.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/invoices/invoices.ts'

export const handlers: Handlers<typeof invoices> = {
  async mine({ db, viewer }, paging) {
    const { rows, total } = await door.mine(db, viewer.accountId, paging)
    return { data: rows.map(shown), total }
  },

  async ofPayment({ db, viewer }, { id }) {
    const rows = await door.ofPayment(db, viewer.accountId, id)
    return { data: rows.map(shown), total: rows.length }
  },
}

function shown(invoice: door.Invoice): Wire {
  const { id, kind, transactionId, amount, currency, issuedAt } = invoice
  return {
    _id: id,
    kind,
    code: door.codeOf(invoice),
    transactionId,
    amount: fromHundredths(amount),
    currency,
    issuedAt: issuedAt.toISOString(),
    url: `/api/payment/invoices/${id}.pdf`,
  }
}
