// What is told of what. Each fact is one source, so that it tells once, however often it is heard.
import type {} from '#server/catalogue/access/access.ts'
import type {} from '#server/catalogue/comments/comments.ts'
import type {} from '#server/catalogue/shop/shop.ts'
import type {} from '#server/catalogue/works/works.ts'
import type {} from '#server/money/earnings/earnings.ts'
import type {} from '#server/money/payouts/payouts.ts'
import type {} from '#server/money/subscriptions/subscriptions.ts'
import type {} from '#server/people/accounts/accounts.ts'
import type {} from '#server/people/identity/identity.ts'
import type {} from '#server/talk/messaging/messaging.ts'
import type {} from '#server/talk/requests/requests.ts'
import { isListed } from '#contract/catalogue/kind-names.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Events, Outbox } from '#server/platform/outbox/outbox.ts'
import { forgetDevicesOf } from '#server/talk/notifications/device-queries.ts'
import type { NoticeEvent } from '#server/talk/notifications/events.ts'
import { begin } from '#server/talk/notifications/spreading.ts'
import { tellOfArrival } from '#server/talk/notifications/sweeping.ts'
import { tell, type News } from '#server/talk/notifications/telling.ts'

type Untold = Omit<News, 'source' | 'at'>

export function listen(outbox: Outbox): void {
  /** @param newsOf what it tells: to whom, and of what */
  const on = <Name extends keyof Events>(name: Name, newsOf: (payload: Events[Name], tx: Tx) => readonly Untold[]) =>
    outbox.on(name, 'notifications.tell', async (tx, payload, { id, at }) => {
      for (const news of newsOf(payload, tx)) await tell(tx, { ...news, source: `fact ${id} ${news.event}`, at: new Date(at) })
    })

  outbox.on('message.arrived', 'notifications.tell_arrival', (tx, { messageId }) => tellOfArrival(tx, messageId))
  on('message.returned', ({ conversationId, performerId, fanId, amount }) => [
    {
      to: [fanId],
      event: 'message_returned',
      topic: `returned ${conversationId}`,
      by: performerId,
      about: { kind: 'conversation', id: conversationId },
      amount,
    },
  ])
  on('comment.written', ({ workId, creatorId, authorId, parentId, parentAuthorId }) => {
    const about = { kind: 'work', id: workId } as const
    return [
      // Whoever is answered hears that, also under a work of their own.
      ...(creatorId === parentAuthorId
        ? []
        : [{ to: [creatorId], event: 'comment', topic: `comment ${workId}`, by: authorId, about } as const]),
      ...(parentAuthorId ? [{ to: [parentAuthorId], event: 'reply', topic: `reply ${parentId}`, by: authorId, about } as const] : []),
    ]
  })
  on('comment.removed', ({ commentId, workId, authorId }) => [
    { to: [authorId], event: 'comment_removed', topic: `removed ${commentId}`, about: { kind: 'work', id: workId }, replaces: true },
  ])
  on('work.bought', ({ workId, creatorId, buyerId, price, wasHeld }) =>
    // What was made for a fan nobody unlocked: it is told as their request, which was delivered.
    wasHeld
      ? []
      : [{ to: [creatorId], event: 'sale', topic: `sale ${workId}`, by: buyerId, about: { kind: 'work', id: workId }, amount: price }],
  )
  on('work.given_back', ({ workId, creatorId, buyerId, amount, why }) => [
    {
      to: [buyerId],
      topic: `given back ${workId}`,
      by: creatorId,
      amount,
      replaces: true,
      ...(why === 'cancelled'
        ? { event: 'ticket_returned' as const, about: { kind: 'work' as const, id: workId } }
        : { event: 'purchase_removed' as const }),
    },
  ])
  on('message.removed', ({ messageId, conversationId, senderId }) => [
    {
      to: [senderId],
      event: 'message_removed',
      topic: `removed ${messageId}`,
      about: { kind: 'conversation', id: conversationId },
      replaces: true,
    },
  ])
  on('tip.given', ({ performerId, tipperId, isAnonymous, amount }) => [
    isAnonymous
      ? { to: [performerId], event: 'tip_anonymous', topic: 'tip', amount }
      : { to: [performerId], event: 'tip', topic: `tip ${tipperId}`, by: tipperId, amount },
  ])
  on('subscription.started', ({ fanId, performerId, isTrial }) => {
    const event = isTrial ? 'subscriber_trial' : 'subscriber'
    return [{ to: [performerId], event, topic: event, by: fanId }]
  })
  on('subscription.renewed', ({ fanId, performerId }) => [
    { to: [performerId], event: 'subscriber_renewed', topic: 'subscriber_renewed', by: fanId },
  ])
  on('subscription.fell_due', ({ fanId, performerId }) => [subscription('subscription_unpaid', fanId, performerId)])
  on('subscription.ended', ({ fanId, performerId }) => [subscription('subscription_ended', fanId, performerId)])
  on('order.moved', (order) => stepsOf(order))
  on('order.changed', ({ orderId, buyerId, sellerId, what }) => [
    what === 'address'
      ? step(orderId, 'order_address', { to: sellerId, by: buyerId })
      : step(orderId, 'order_parcel', { to: buyerId, by: sellerId }),
  ])
  on('request.moved', (request) => stepsOfRequest(request))
  on('payout.changed', ({ requestId, performerId, status }) => {
    const event = ({ approved: 'payout_approved', done: 'payout_done', rejected: 'payout_rejected', returned: 'payout_returned' } as const)[
      status as 'approved'
    ]
    return event
      ? [{ to: [performerId], event, topic: `payout ${requestId}`, about: { kind: 'payout', id: requestId }, replaces: true }]
      : []
  })
  on('work.decided', ({ workId, creatorId, decision }) => [
    { to: [creatorId], event: `work_${decision}`, topic: `review ${workId}`, about: { kind: 'work', id: workId }, replaces: true },
  ])
  on('work.named', ({ workId, creatorId, performerIds }) => [
    {
      to: performerIds,
      event: 'work_tagged',
      topic: `tagged ${workId}`,
      by: creatorId,
      about: { kind: 'work', id: workId },
      replaces: true,
    },
  ])
  on('performer.approved', ({ accountId, holderId = [] }) => [
    { to: [accountId, holderId].flat(), event: 'performer_approved', topic: 'performer', replaces: true },
  ])
  on('account.password_changed', ({ accountId }) => [{ to: [accountId], event: 'password_changed', topic: 'password', replaces: true }])
  on('account.two_factor', ({ accountId, event }) => [{ to: [accountId], event, topic: 'two-factor', replaces: true }])

  outbox.on('session.revoked', 'notifications.forget_devices', (tx, { sessionId }) => forgetDevicesOf(tx, sessionId))
  outbox.on('work.published', 'notifications.spread', async (tx, { workId, creatorId, kind }, { at }) => {
    // What is sent in a message is for its reader, who hears of the message; of a stream the stage tells.
    if (isListed(kind)) await begin(tx, { workId, creatorId, at: new Date(at) })
  })
}

const subscription = (event: NoticeEvent, fanId: string, performerId: string): Untold => ({
  to: [fanId],
  event,
  topic: `subscription ${performerId}`,
  by: performerId,
  replaces: true,
})

const step = (orderId: string, event: NoticeEvent, { to, by }: { to: string; by: string }): Untold => ({
  to: [to],
  event,
  topic: `order ${orderId}`,
  by,
  about: { kind: 'order', id: orderId },
  replaces: true,
})

/** Each side of a request hears what it did not do itself. What was delivered the fan hears of as a message; the performer, that it arrived and was paid. */
function stepsOfRequest({
  requestId,
  conversationId,
  performerId,
  fanId,
  state,
  by,
  returned = 0,
  paid = 0,
}: Events['request.moved']): Untold[] {
  const tell = (event: NoticeEvent, to: string): Untold => ({
    to: [to],
    event,
    topic: `request ${requestId}`,
    by: to === fanId ? performerId : fanId,
    about: { kind: 'conversation', id: conversationId },
    replaces: true,
  })
  if (state === 'asked') return [tell('request_asked', performerId)]
  if (state === 'quoted') return [tell('request_quoted', fanId)]
  if (state === 'accepted') return [tell('request_accepted', performerId)]
  if (state === 'delivered') return [{ ...tell('request_delivered', performerId), amount: paid }]
  if (state === 'declined' || state === 'refunded') {
    // It names nobody: a block may be why it ended.
    const fan =
      returned > 0
        ? { ...tell('request_returned', fanId), by: null, amount: returned }
        : state === 'refunded'
          ? tell('request_refunded', fanId)
          : by !== null && tell('request_declined', fanId)
    // The performer may be at work on what is refunded.
    return [...(fan ? [fan] : []), ...(state === 'refunded' ? [tell('request_refunded', performerId)] : [])]
  }
  return state === 'overdue' ? [tell('request_overdue', fanId), tell('request_overdue', performerId)] : []
}

/** Each side of an order hears what it did not do itself. */
function stepsOf({ orderId, buyerId, sellerId, status, by, type }: Events['order.moved']): Untold[] {
  const buyer = (event: NoticeEvent) => step(orderId, event, { to: buyerId, by: sellerId })
  const seller = (event: NoticeEvent) => step(orderId, event, { to: sellerId, by: buyerId })
  if (status === 'created') return [seller('order_sold')]
  if (status === 'processing') return [buyer('order_processing')]
  if (status === 'shipping') return [buyer('order_shipping')]
  if (status === 'delivered' && type === 'digital') return [buyer('order_ready'), seller('order_sold')]
  if (status === 'delivered') return [...(by === buyerId ? [] : [buyer('order_delivered')]), seller('order_paid')]
  if (status === 'cancelled') return by === buyerId ? [seller('order_withdrawn')] : [buyer('order_cancelled')]
  return [buyer('order_refunded'), ...(by === sellerId ? [] : [seller('order_withdrawn')])]
}
