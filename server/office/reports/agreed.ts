// What a fan and a performer agreed on, as the office compares it: asked for, quoted, delivered.
import type { WholeCase } from '#contract/office/reports.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type * as requests from '#server/talk/requests/requests.ts'

export async function agreed(db: Db, request: requests.Request) {
  const { messageId, deliveryId, fanId, state, budget, price, days, note, deliveredAt } = request
  const [asked, delivery, people] = await Promise.all([
    messaging.asWritten(db, messageId),
    deliveryId === null ? undefined : messaging.asWritten(db, deliveryId),
    profiles.userCards(db, [fanId]),
  ])
  const asker = people.get(fanId)
  const form: WholeCase['subject']['request'] = {
    state,
    ...(asker && { asker }),
    ...(budget !== null && { budget: fromHundredths(budget) }),
    ...(price !== null && { price: fromHundredths(price) }),
    ...(days !== null && { days }),
    ...(note !== '' && { note }),
    ...(delivery && { delivered: delivery.text }),
    ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
  }
  return { form, text: asked?.text ?? '', workId: delivery?.workId ?? undefined }
}
