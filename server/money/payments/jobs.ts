// Later work of payments: what events left open, and the sandbox's side (reporting by webhook until it is received, closing pages).
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { learnCard, learnJob, type Learn } from '#server/money/payments/cards.ts'
import * as ccbill from '#server/money/payments/gateways/ccbill.ts'
import { gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { closeUnfinished, deliver, reportJob, type Report } from '#server/money/payments/gateways/sandbox.ts'
import * as stripe from '#server/money/payments/gateways/stripe.ts'
import { byId, openBetween, waitingSince } from '#server/money/payments/queries.ts'
import { inquire, inquireAll, inquireDispute } from '#server/money/payments/inquiring.ts'
import { disputeJob, giveUp, receive, receiveOverdue } from '#server/money/payments/settling.ts'
import { pageMs } from '#server/money/payments/starting.ts'

const dayMs = 86_400_000

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<Report>(reportJob, (event) => deliver(event, db.now), { kind: 'money' })
  jobs.every('41 * * * *', 'payments.sandbox.close', async () => void (await db.transaction(closeUnfinished)))
  jobs.handle<stripe.Charge>(stripe.chargeJob, (charge) => collect(db, charge), { kind: 'money' })
  jobs.handle<{ ref: string }>(stripe.detachJob, ({ ref }) => stripe.detach(ref), { kind: 'money' })
  jobs.handle<ccbill.Cancel>(ccbill.cancelJob, (cancel, { isLast }) => cancelAtCcbill(db, cancel, isLast), { kind: 'money' })
  jobs.handle<Learn>(learnJob, (card) => learnCard(db, card), { kind: 'money' })
  jobs.every('7,17,27,37,47,57 * * * *', 'payments.give_up', () => giveUpAll(db))
  jobs.every('*/10 * * * *', 'payments.inquire', () => inquireAll(db))
  jobs.handle<{ gateway: string; ref: string }>(disputeJob, (of) => inquireDispute(db, of), { kind: 'money' })
  jobs.every('13 * * * *', 'payments.hear_forgotten', () => receiveAllOverdue(db))
}

/** Events whose agreement or charge nothing introduced within a day. One that cannot be received does not keep the others waiting. */
async function receiveAllOverdue(db: Database): Promise<void> {
  const overdue = await waitingSince(db, new Date(db.now.getTime() - dayMs))
  throwAll(await runIsolated(overdue, ({ gateway, agreement }) => db.transaction((tx) => receiveOverdue(tx, gateway, agreement))))
}

/** Payments that nobody finished in time, and of this many days at most: a hosted page that is closed tells nobody. Whoever is asked by letter has a day. */
const mostDays = 30

async function giveUpAll(db: Database): Promise<void> {
  const ago = (days: number) => new Date(db.now.getTime() - days * dayMs)
  const wrong = await runIsolated(
    await openBetween(db, ago(mostDays), new Date(db.now.getTime() - pageMs), ago(1)),
    async ({ id, gateway: name }) => {
      const gateway = gatewayNamed(name)
      await inquire(db, { id, gateway: name })
      const isClosed = !gateway.isReady() || (await gateway.abandon?.(db, id)) !== false
      if (isClosed) await db.transaction((tx) => giveUp(tx, id))
    },
  )
  throwAll(wrong)
}

/** While it goes on there a fan pays for what they have ended: when asking is given up, people must. */
async function cancelAtCcbill(db: Database, cancel: ccbill.Cancel, isLast: boolean): Promise<void> {
  try {
    await ccbill.cancel(cancel)
  } catch (error) {
    const subject = { kind: 'gateway', id: 'ccbill' }
    if (isLast) await db.transaction((tx) => record(tx, { action: 'payments.not_cancelled', subject, detail: { ...cancel } }))
    throw error
  }
}

async function collect(db: Database, charge: stripe.Charge): Promise<void> {
  const { transactionId: reference } = charge
  // Given up while Stripe did not answer.
  if ((await byId(db, reference))?.status === 'fail') return
  const event = await stripe.collect(db, charge)
  if (event) await db.transaction((tx) => receive(tx, 'stripe', event))
}
