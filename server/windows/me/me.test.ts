import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { member, openHouse, review } from '#server/catalogue/feeds/testing.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { buyer, buys, print, score } from '#server/catalogue/shop/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as me from '#server/windows/me/me.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openHouse())
  await review(db, 'after')
})
afterAll(() => close())

test('a fan sees who they are and what they have, in tokens, and nothing that is secret (calls.md section 1)', async () => {
  const fan = await member(db, 'user', { balance: 12_345 })
  const user = await me.currentUser(db, fan, undefined)
  expect(user).toMatchObject({
    _id: fan.accountId,
    balance: 123.45,
    isPerformer: false,
    roles: ['user'],
    ageVerified: true,
    emailVerified: false,
    kycStatus: 'none',
  })
  expect(user).not.toHaveProperty('performerId')
  expect(user).not.toHaveProperty('impersonatedBy')
  expect(JSON.stringify(user)).not.toMatch(/password|hash/i)
})

test('someone without a birth date is not age-verified, and an impersonated session says by whom', async () => {
  const fan = await member(db, 'user', { isAdult: false })
  const user = await me.currentUser(db, { ...fan, actorId: fan.accountId }, undefined)
  expect(user).toMatchObject({ ageVerified: false, impersonatedBy: fan.accountId })
  expect(user).not.toHaveProperty('dateOfBirth')
})

test('a performer sees their profile with prices in money, their commission in percent and their totals (calls.md section 11)', async () => {
  const creator = await member(db, 'performer')
  expect(await me.currentUser(db, creator, undefined)).toMatchObject({ isPerformer: true, performerId: creator.accountId })
  expect(await me.ownProfile(db, creator)).toMatchObject({
    monthlyPrice: 4.95,
    commission: 20,
    totals: { feeds: 0, followers: 0, subscribers: 0 },
    documents: [],
  })
  await expect(me.ownProfile(db, await member(db, 'user'))).rejects.toMatchObject({ code: 'not_found' })
})

test('the commission that a performer reads is the one that their next sale is charged', async () => {
  const creator = await member(db, 'performer')
  const fan = await member(db, 'user', { balance: 100_00 })
  const read = async () => (await me.ownProfile(db, creator)).commission
  const charged = async () =>
    (
      await db.transaction((tx) =>
        wallet.charge(tx, {
          from: fan.accountId,
          to: creator.accountId,
          amount: 10_00,
          commissionBasisPoints: 2000,
          kind: 'tip',
          title: 'Tip',
        }),
      )
    ).commission
  expect([await read(), await charged()]).toEqual([20, 2_00])
  await db.transaction((tx) => wallet.agreeCommission(tx, creator.accountId, 1250))
  expect([await read(), await charged()]).toEqual([12.5, 1_25])
})

test('what waits for a performer: orders to send, tags to answer, what review sent back or has not seen, and what opens next', async () => {
  const [lan, mei, staff] = [await member(db, 'performer'), await member(db, 'performer'), await member(db, 'staff')]
  const waits = (who = lan) => me.waiting(db, who.accountId)
  const nothing = {
    orders: { count: 0 },
    messages: { count: 0 },
    requests: { count: 0, isTaking: false },
    tags: { count: 0 },
    refused: [],
    inReview: [],
  }
  expect(await waits()).toEqual(nothing)

  const parcel = await print(db, lan)
  const { orderId } = await buys(db, await buyer(db), parcel)
  await buys(db, await buyer(db), parcel)
  await buys(db, await buyer(db), await score(db, lan))
  const post = (by: Member, draft: feeds.Draft) =>
    db.transaction((tx) => feeds.publish(tx, by.accountId, { type: 'text', text: 'Lantern rehearsal', ...draft }))
  await post(mei, { participants: [lan.accountId] })
  const soon = new Date(db.now.getTime() + 3 * 3_600_000)
  const next = await post(lan, { text: 'Tonight', scheduledAt: soon })
  await post(lan, { text: 'The day after', scheduledAt: new Date(db.now.getTime() + 48 * 3_600_000) })
  const [order] = await shop.showOrders(db, lan, [orderId])
  expect(await waits()).toEqual({
    ...nothing,
    orders: { count: 2, oldestAt: order?.createdAt },
    tags: { count: 1, latest: { title: 'Lantern rehearsal', creator: expect.any(String) } },
    next: { workId: next, kind: 'feed', title: 'Tonight', at: soon.toISOString() },
  })
  expect(await waits(mei)).toEqual(nothing)

  await review(db, 'before')
  const sentBack = await post(lan, { text: 'With a street sign' })
  expect(await waits()).toMatchObject({ inReview: [{ kind: 'feed', count: 1 }], refused: [] })
  await db.transaction((tx) => works.reject(tx, sentBack, staff.accountId, 'Blur the street sign, please.'))
  expect(await waits()).toMatchObject({ inReview: [], refused: [{ kind: 'feed', count: 1 }] })
  await review(db, 'after')
  await db.transaction((tx) => shop.move(tx, lan, orderId, { status: 'processing' }))
  expect((await waits()).orders.count).toBe(2)
  await db.transaction((tx) => shop.move(tx, lan, orderId, { status: 'shipping', carrier: 'Post', shippingCode: '12345' }))
  expect((await waits()).orders.count).toBe(1)
})
