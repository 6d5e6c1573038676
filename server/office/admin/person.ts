// One person as the office knows them, gathered from where each thing is known.
import type { ReplyTo } from '#contract/client.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as closing from '#server/office/closing/closing.ts'
import * as copies from '#server/office/copies/copies.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as referrals from '#server/windows/referrals/referrals.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

const newest = { limit: 10, offset: 0 } as const

/** @throws not_found */
export async function personOf(db: Db, staff: Member, id: string): Promise<ReplyTo<'admin.person'>> {
  const account = (await accounts.find(db, id)) ?? refuse('not_found')
  const [pictures, subscribed, ordered, sessions, named, hasTwoFactor, other, standing, arrival] = await Promise.all([
    profiles.picturesOf(db, [id]),
    subscriptions.list(db, 'fan', id, newest),
    shop.searchOrders(db, 'buyer', id, { ...newest, isRising: false }),
    accounts.sessionsOf(db, id),
    copies.naming(db, id, newest.limit),
    accounts.hasTwoFactor(db, account.holderId ?? id),
    account.holderId ? accounts.find(db, account.holderId) : accounts.heldBy(db, id),
    closing.closingOf(db, id),
    referrals.referrerOf(db, id),
  ])
  const [performers, shown, orders] = await Promise.all([
    profiles.userCards(
      db,
      [...subscribed.rows, ...(arrival ? [arrival] : [])].map(({ performerId }) => performerId),
    ),
    subscriptions.shown(db, subscribed.rows),
    shop.showOrders(db, staff, ordered.ids),
  ])
  const referrer = arrival && performers.get(arrival.performerId)
  const avatar = pictures.get(id)?.avatar
  const holder = standing?.heldBy ? (await accounts.people(db, [standing.heldBy])).get(standing.heldBy) : undefined
  return {
    _id: id,
    name: account.name,
    username: account.username,
    email: account.email,
    role: account.role,
    state: account.state,
    createdAt: account.createdAt.toISOString(),
    ...(avatar && { avatar }),
    ...(account.country && { country: account.country }),
    hasTwoFactor,
    ...(other && { other: { _id: other.id, name: other.name, username: other.username, role: other.role, state: other.state } }),
    ...(account.closesAt && { closesAt: account.closesAt.toISOString() }),
    ...(standing && {
      closing: {
        askedAt: standing.askedAt.toISOString(),
        until: standing.finalAt.toISOString(),
        ...(standing.erasedAt && { erasedAt: standing.erasedAt.toISOString() }),
        ...(standing.heldReason && { held: { by: holder?.name ?? '', reason: standing.heldReason } }),
      },
    }),
    ...(arrival && referrer && { referrer: { performer: referrer, code: arrival.code } }),
    emailVerified: account.emailVerifiedAt !== null,
    subscriptions: subscribed.rows.flatMap(({ performerId }, place) => {
      const [each, performer] = [shown[place], performers.get(performerId)]
      return each ? [{ ...each, ...(performer && { performer }) }] : []
    }),
    // Where a parcel goes is nobody's business here.
    orders: orders.map(({ _id, number, product, seller, totalPrice, deliveryStatus, createdAt }) => ({
      _id,
      number,
      title: product.title,
      seller,
      totalPrice,
      deliveryStatus,
      createdAt,
    })),
    sessions: sessions.map(({ id: sessionId, userAgent, ip, actorId, createdAt, seenAt }) => ({
      _id: sessionId,
      userAgent,
      ...(ip && { ip }),
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      byStaff: actorId !== null,
    })),
    copies: named.map((each) => ({ _id: each.id, askedAt: each.askedAt.toISOString(), odds: copies.oddsOf(each.readers ?? 0, each.z) })),
  }
}
