// What goes wrong in the town: what staff give back, and what a bank and the sandbox do, which is heard at once or not at all.
import { act, checkout, sandbox } from '#server/money/payments/gateways/sandbox.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as admin from '#server/office/admin/admin.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import type { Cast } from '#database/town/build/cast.ts'

interface Refunded {
  fan: string
  creator: string
  reason: string
}

export async function refundPeriod(tx: Tx, cast: Cast, { fan, creator, reason }: Refunded): Promise<void> {
  const [payer, payee] = [fan, creator].map((username) => cast.of(username).member.accountId)
  const { data } = await admin.transfers(tx, { q: fan, limit: 100, offset: 0 })
  const paid = data.find(({ transfer: { kind, payerId, payeeId } }) => kind === 'subscription' && payerId === payer && payeeId === payee)
  if (!paid) throw new Error(`${fan} has not subscribed to ${creator} from the wallet and cannot be refunded`)
  await admin.refund(tx, paid.transfer.id, { by: cast.staffId, reason, ip: '127.0.0.1' })
}

/** @param page the sandbox's, where it was paid; so with the others */
export async function dispute(tx: Tx, page: string | undefined): Promise<void> {
  await act(tx, known(page), { action: 'dispute', lost: true })
  await hearDisputes(tx, known(page))
}

export async function loseDispute(tx: Tx, page: string | undefined): Promise<void> {
  await act(tx, known(page), { action: 'lose_dispute', lost: true })
  await hearDisputes(tx, known(page))
}

export async function giveBackUnheard(tx: Tx, page: string | undefined, dollars: number): Promise<void> {
  await act(tx, known(page), { action: 'refund', amount: toHundredths(dollars), lost: true })
}

/** Webhooks are sent once the house is open. What is told of days before is taken from the sandbox's books, which say the same. */
async function hearDisputes(tx: Tx, page: string): Promise<void> {
  const { reference } = await checkout(tx, page)
  const entries = (await sandbox.books?.(tx, new Date(0), new Date(tx.now.getTime() + 1))) ?? []
  for (const { event } of entries)
    if ('dispute' in event && 'reference' in event && event.reference === reference) await payments.receive(tx, 'sandbox', event)
}

function known(page: string | undefined): string {
  if (page === undefined) throw new Error('nobody has paid at the sandbox yet whose payment could go wrong')
  return page
}
