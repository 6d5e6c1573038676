// What staff took down opens for nobody any more, and a show that did not take place was seen by nobody, so whoever paid for it has their tokens back:
// all who hold a receipt, each once.
// What is sent by post has an order of its own (shop).
import { isOrdered } from '#contract/catalogue/kind-names.ts'
import { referenceOf } from '#server/catalogue/access/receipts.ts'
import { letterOfRefund } from '#server/catalogue/access/letters.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { record } from '#server/platform/audit/audit.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import '#server/catalogue/access/events.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'

export interface GivingBack {
  workId: string
  by?: string | undefined
  /** Staff removed it, or it did not take place. */
  why?: 'removed' | 'cancelled'
}

/** The job that gives back, once for each work. */
export async function giveBackLater(tx: Tx, what: GivingBack): Promise<void> {
  await addJob(tx, 'access.give_back', { ...what }, { key: `access.give_back ${what.workId}` })
}

/**
 * Some at a time, so that a work of ten thousand buyers locks nobody's wallet for long. Tells how many had their tokens back.
 * @param by who of staff took it down
 */
export async function giveBack(db: Database, { workId, by, why = 'removed' }: GivingBack): Promise<number> {
  const work = (await works.find(db, [workId])).get(workId)
  if (!work) return 0
  for (let count = 0; ; ) {
    const receipts = await wallet.receiptsOf(db, referenceOf(workId), 50)
    if (receipts.length === 0) return count
    await db.transaction((tx) => reverseAll(tx, work, receipts, { by, why }))
    count += receipts.length
  }
}

/** One person's receipts for these works, each once. */
export async function giveBackTo(tx: Tx, buyerId: string, workIds: readonly string[], why: Required<GivingBack>['why']): Promise<void> {
  // Who buys at this moment has bought before their receipts are looked for, or looks again and finds why they may not.
  await works.touch(tx, workIds)
  const [receipts, found] = [await wallet.receiptsFor(tx, buyerId, workIds.map(referenceOf)), await works.find(tx, workIds)]
  for (const work of found.values()) {
    const receipt = receipts.get(referenceOf(work.id))
    if (receipt) await reverseAll(tx, work, [{ transferId: receipt.transferId, payerId: buyerId }], { by: undefined, why })
  }
}

async function reverseAll(
  tx: Tx,
  work: works.Work,
  receipts: readonly Pick<wallet.ReceiptHolder, 'transferId' | 'payerId'>[],
  { by, why }: Required<Pick<GivingBack, 'why'>> & Pick<GivingBack, 'by'>,
): Promise<void> {
  const { id: workId, kind, creatorId } = work
  // They come in the order of wallets, as everything goes that locks more than one.
  for (const { transferId, payerId } of receipts) {
    const { amount, already, transferId: reversal } = await wallet.reverse(tx, transferId, { reason: why, by: by ?? null })
    if (already) continue
    await record(tx, {
      actorId: by,
      action: 'access.given_back',
      subject: { kind: 'transfer', id: transferId },
      detail: { workId, amount, reversal },
    })
    // A downloaded product is an order, too, and the shop writes of it.
    if (isOrdered(kind)) continue
    await announce(tx, 'work.given_back', { workId, creatorId, buyerId: payerId, amount, why })
    await letterOfRefund(tx, { buyerId: payerId, work, amount, why })
  }
}
