// Later work of payments: what events left open, and the sandbox's side (reporting by webhook until it is heard, closing pages).
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { learnCard, learnJob, type Learn } from '#server/money/payments/cards.ts'
import * as ccbill from '#server/money/payments/gateways/ccbill.ts'
import { closeUnfinished, deliver, reportJob, type Report } from '#server/money/payments/gateways/sandbox.ts'
import * as stripe from '#server/money/payments/gateways/stripe.ts'
import { waitingSince } from '#server/money/payments/queries.ts'
import { hear, hearForgotten } from '#server/money/payments/settling.ts'

const dayMs = 86_400_000

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<Report>(reportJob, (event) => deliver(event, db.now))
  jobs.every('41 * * * *', 'payments.sandbox.close', async () => void (await db.transaction(closeUnfinished)))
  jobs.handle<stripe.Charge>(stripe.chargeJob, (charge) => collect(db, charge))
  jobs.handle<{ ref: string }>(stripe.detachJob, ({ ref }) => stripe.detach(ref))
  jobs.handle<ccbill.Cancel>(ccbill.cancelJob, (cancel) => ccbill.cancel(db, cancel))
  jobs.handle<Learn>(learnJob, (card) => learnCard(db, card))
  jobs.every('13 * * * *', 'payments.hear_forgotten', () => hearAllForgotten(db))
}

/** Events whose agreement or charge nothing introduced within a day. One that cannot be heard does not keep the others waiting. */
async function hearAllForgotten(db: Database): Promise<void> {
  await each(await waitingSince(db, new Date(db.now.getTime() - dayMs)), ({ gateway, agreement }) =>
    db.transaction((tx) => hearForgotten(tx, gateway, agreement)),
  )
}

/** All of them, whatever becomes of one; then says what went wrong. */
async function each<Of>(all: readonly Of[], work: (one: Of) => Promise<void>): Promise<void> {
  const wrong: unknown[] = []
  for (const one of all)
    try {
      await work(one)
    } catch (error) {
      wrong.push(error)
    }
  if (wrong.length > 0) throw new AggregateError(wrong, `${wrong.length} of ${all.length} went wrong`)
}

/** What Stripe would not even try has failed, and no webhook will say so. */
async function collect(db: Database, charge: stripe.Charge): Promise<void> {
  const reason = await stripe.collect(db, charge)
  const { transactionId: reference } = charge
  if (reason) await db.transaction((tx) => hear(tx, 'stripe', { id: `untried_${reference}`, reference, kind: 'failed', reason }))
}
