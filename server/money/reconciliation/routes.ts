import { reconciliation, type Difference } from '#contract/money/reconciliation.ts'
import * as door from '#server/money/reconciliation/reconciliation.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { cleanText } from '#server/site/terms/terms.ts'

export const handlers: Handlers<typeof reconciliation> = {
  async differences({ db }, { show, limit, offset }) {
    const { rows, total } = await door.differences(db, { isOpen: show !== 'all', limit, offset })
    const people = await accounts.people(db, [...new Set(rows.flatMap(({ closedBy }) => closedBy ?? []))])
    const runs = (await door.latestRuns(db)).map(({ gateway, entries, differences, ranAt }) => ({
      gateway,
      entries,
      differences,
      ranAt: ranAt.toISOString(),
    }))
    return { data: rows.map((row) => shown(row, people.get(row.closedBy ?? '')?.username)), total, runs }
  },

  async closeDifference({ db, viewer, ip }, { id, note = '' }) {
    await db.transaction((tx) => door.closeDifference(tx, id, { by: viewer.accountId, ip, note: cleanText(note) }))
    return { closed: true }
  },
}

function shown({ amount, currency, transactionId, ...row }: door.Difference, by: string | undefined): Difference {
  return {
    _id: row.id,
    gateway: row.gateway,
    ref: row.ref,
    kind: row.kind,
    outcome: row.outcome,
    ...(transactionId && { transactionId }),
    ...(amount !== null && currency && { amount: fromHundredths(amount), currency }),
    happenedAt: row.happenedAt.toISOString(),
    foundAt: row.foundAt.toISOString(),
    ...(row.closedAt && { closedAt: row.closedAt.toISOString(), ...(by && { closedBy: by }) }),
    ...(row.note && { note: row.note }),
  }
}
