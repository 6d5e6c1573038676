// What taking something away gives back, as it stands at this moment. It is asked before, so that whoever decides knows it, and once more by the
// transaction that takes it away, which is what is told and kept.
import * as access from '#server/catalogue/access/access.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import type { Standing } from '#server/money/wallet/wallet.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as requests from '#server/talk/requests/requests.ts'

/** Of these works; those for which nothing goes back are left out. A thing is bought by download or by post, so nobody is counted twice. */
export async function ofWorks(db: Db, workIds: readonly string[]): Promise<Map<string, Standing>> {
  const [held, underWay] = await Promise.all([access.paidFor(db, workIds), shop.paidUnderWay(db, workIds)])
  return new Map(
    workIds.flatMap((id) => {
      const refund = together(held.get(id), underWay.get(id))
      return refund ? [[id, refund] as const] : []
    }),
  )
}

export async function ofWork(db: Db, workId: string): Promise<Standing | undefined> {
  return (await ofWorks(db, [workId])).get(workId)
}

/** What its writer paid, or what a request that stands in it holds; what it carries is a work. */
export async function ofMessage(db: Db, id: string): Promise<Standing | undefined> {
  const message = await messaging.asWritten(db, id)
  if (!message || message.deletedAt) return undefined
  const amount = message.type === 'request' ? await requests.heldFor(db, id) : await messaging.heldIn(db, message)
  return amount > 0 ? { people: 1, amount } : undefined
}

/** A message is paid for by who wrote it, and what it carries by those who read it. */
export function together(...parts: readonly (Standing | undefined)[]): Standing | undefined {
  const [people, amount] = [sum(parts.map((part) => part?.people ?? 0)), sum(parts.map((part) => part?.amount ?? 0))]
  return amount > 0 ? { people, amount } : undefined
}

const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0)

export const refundForm = (refund: Standing | undefined) =>
  refund && { refund: { people: refund.people, amount: fromHundredths(refund.amount) } }
