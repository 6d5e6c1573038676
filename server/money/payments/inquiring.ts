// What webhooks did not tell: a payment is settled from its provider's word when somebody asks, its payer on the way back or a job every few
// minutes.
import { gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { byId, openBetween, type Transaction } from '#server/money/payments/queries.ts'
import { receive } from '#server/money/payments/settling.ts'
import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** Asks the provider how a payment has ended, and receives that. It reaches the network. */
export async function inquire(db: Database, { id, gateway: name }: Pick<Transaction, 'id' | 'gateway'>): Promise<void> {
  const gateway = gatewayNamed(name)
  const event = gateway.isReady() ? await gateway.ask?.(db, id) : undefined
  if (event) await db.transaction((tx) => receive(tx, name, event))
}

/** The same of a dispute. */
export async function inquireDispute(db: Database, { gateway: name, ref }: { gateway: string; ref: string }): Promise<void> {
  const gateway = gatewayNamed(name)
  const event = gateway.isReady() ? await gateway.dispute?.(db, ref) : undefined
  if (event) await db.transaction((tx) => receive(tx, name, event, false))
}

/** Payments that have been open for a while. What is older than two days is given up by a job of its own, which asks, too. */
export async function inquireAll(db: Database): Promise<void> {
  const ago = (minutes: number) => new Date(db.now.getTime() - minutes * 60_000)
  const open = await openBetween(db, ago(48 * 60), ago(10))
  throwAll(await runIsolated(open, (payment) => inquire(db, payment)))
}

/** One of somebody's own payments, asked for at its provider while it is open. @throws not_found */
export async function inquireOwn(db: Database, accountId: string, id: string): Promise<void> {
  const payment = await byId(db, id)
  if (payment?.accountId !== accountId) return refuse('not_found')
  if (payment.paidAt === null && payment.completedAt === null) await inquire(db, payment)
}
