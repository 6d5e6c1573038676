// A request as one of its two people sees it.
import type { RequestCard } from '#contract/talk/requests.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Request } from '#server/talk/requests/queries.ts'
import { actsOf, answerBy, stateAt } from '#server/talk/requests/states.ts'

export function cardOf(request: Request, readerId: string, text: string, now: Date): RequestCard {
  const { id, budget, price, days, note, dueAt, deliveryId, refusedAt, createdAt, changedAt } = request
  const side = request.performerId === readerId ? 'performer' : 'fan'
  const state = stateAt(request, now)
  const answer = state === request.state ? answerBy(request) : undefined
  return {
    _id: id,
    state,
    text,
    ...(budget !== null && { budget: fromHundredths(budget) }),
    ...(price !== null && { price: fromHundredths(price) }),
    ...(days !== null && { days }),
    ...(note !== '' && { note }),
    ...(answer && { answerBy: answer.toISOString() }),
    ...(dueAt && { dueAt: dueAt.toISOString() }),
    ...(state === 'accepted' && deliveryId !== null && { isDelivering: true }),
    ...(state === 'accepted' && side === 'performer' && refusedAt && { wasRefused: true }),
    ...(state === 'delivered' && deliveryId !== null && { deliveredIn: deliveryId }),
    may: [...actsOf(side, request, now)],
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}
