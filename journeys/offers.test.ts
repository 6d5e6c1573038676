// A creator's offers and what fans make of them, over HTTP: bundles, tiers, a promotion, a change, a gift, and what others may not touch.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan', monthlyPrice: 5 })
})
afterAll(() => house.close())

const inDays = (days: number) => new Date(house.clock.now().getTime() + days * 86_400_000).toISOString()

test('Lan sells bundles and a tier, Mei comes for less, takes the tier, and Bo gives her three months', async () => {
  const profile = await lan.api.me.updatePerformer({ threeMonthPrice: 12, sixMonthPrice: 24 })
  expect(profile).toMatchObject({ threeMonthPrice: 12, sixMonthPrice: 24 })
  const tier = await lan.api.offers.createTier({ name: 'Balcony', monthlyPrice: 10, benefits: ['A letter'], freeMessages: true })
  const promotion = await lan.api.offers.createPromotion({
    percentOff: 50,
    appliesTo: 'new',
    types: ['monthly'],
    maxUses: 1,
    endsAt: inDays(30),
  })

  const [mei, bo] = [await house.fan({ balance: 300 }), await house.fan({ balance: 300 })]
  expect(await mei.api.directory.performer({ id: lan.id })).toMatchObject({ monthlyPrice: 5, threeMonthPrice: 12, sixMonthPrice: 24 })
  const offer = await house.visitor().offers.ofPerformer({ id: lan.id })
  expect(offer).toMatchObject({ tiers: [{ _id: tier._id, benefits: ['A letter'] }], promotions: [{ _id: promotion._id, left: 1 }] })

  const wanted = { performerId: lan.id, type: 'monthly', useWallet: true, promotionId: promotion._id, expectedPrice: 2.5 } as const
  const { subscription } = await mei.api.subscriptions.subscribe(wanted)
  expect(subscription).toMatchObject({ price: 5, totalSpent: 2.5, isGift: false })
  expect(await mei.balance()).toBe(275)
  await expect(bo.api.subscriptions.subscribe(wanted)).rejects.toMatchObject({ code: 'promotion_used_up' })
  expect((await bo.api.offers.ofPerformer({ id: lan.id })).promotions).toEqual([])

  const changed = await mei.api.renewals.change({ id: subscription!._id, tierId: tier._id, useWallet: true, expectedPrice: 10 })
  expect(changed.subscription).toMatchObject({ tier: { name: 'Balcony' }, price: 10 })
  const { gift } = await bo.api.gifts.give({
    performerId: lan.id,
    type: 'three_months',
    giftTo: mei.username,
    message: 'For the winter',
    useWallet: true,
  })
  expect(gift).toMatchObject({ message: 'For the winter', recipient: { _id: mei.id }, giver: { _id: bo.id } })
  expect(await bo.balance()).toBe(180)
  for (const each of [mei, bo]) expect(await each.api.gifts.mine({})).toMatchObject({ total: 1, data: [{ _id: gift!._id }] })

  expect(await lan.api.subscriptions.subscribers({ tierId: tier._id })).toMatchObject({ total: 1, data: [{ user: { _id: mei.id } }] })
  expect(await lan.api.offers.tiers({})).toMatchObject([{ totalSubscribers: 1 }])
  expect(await lan.api.offers.promotions({ state: 'used_up' })).toMatchObject({ total: 1, data: [{ used: 1, maxUses: 1 }] })
})

test('Ivy is approved, and nobody can subscribe, try or give before she has said what a month costs', async () => {
  const [ivy, mei, bo] = [await house.creator({ name: 'Ivy', monthlyPrice: null }), await house.fan({ balance: 300 }), await house.fan()]
  expect(await ivy.api.me.performer({})).toMatchObject({ needsPrice: true, monthlyPrice: 4.95 })
  await ivy.api.me.updatePerformer({ isFreeSubscription: true, tagline: 'Shadows' })
  expect(await ivy.api.me.performer({})).toMatchObject({ needsPrice: true })

  const shown = await mei.api.directory.performer({ id: ivy.id })
  expect([shown.monthlyPrice, shown.freeTrialDays, shown.yearlyPrice]).toEqual([0, undefined, undefined])
  const month = { performerId: ivy.id, type: 'monthly', useWallet: true } as const
  await expect(mei.api.subscriptions.subscribe(month)).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(mei.api.subscriptions.subscribe({ ...month, expectedPrice: 4.95 })).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(mei.api.subscriptions.subscribe({ performerId: ivy.id, type: 'monthly' })).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(mei.api.subscriptions.subscribe({ performerId: ivy.id, type: 'free' })).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(mei.api.gifts.give({ ...month, giftTo: bo.username })).rejects.toMatchObject({ code: 'not_for_sale' })
  expect(await mei.balance()).toBe(300)
  await expect(ivy.api.offers.createTier({ name: 'Balcony', monthlyPrice: 10 })).rejects.toMatchObject({ code: 'prices_rest' })
  await expect(ivy.api.me.updatePerformer({ yearlyPrice: 50 })).rejects.toMatchObject({
    errors: [{ field: 'monthlyPrice', code: 'required' }],
  })

  const opened = await ivy.api.me.updatePerformer({ monthlyPrice: 4.95 })
  expect([opened.needsPrice, opened.monthlyPrice]).toEqual([undefined, 4.95])
  expect(await mei.api.directory.performer({ id: ivy.id })).toMatchObject({ monthlyPrice: 4.95 })
  expect((await mei.api.subscriptions.subscribe({ ...month, expectedPrice: 4.95 })).subscription).toMatchObject({ price: 4.95 })
})

test('nobody changes another’s tier, promotion or subscription, or reads another’s gifts', async () => {
  const [other, fan, stranger] = [await house.creator({ name: 'Noa' }), await house.fan({ balance: 100 }), await house.fan()]
  const tier = await lan.api.offers.createTier({ name: 'Stalls', monthlyPrice: 8 })
  const promotion = await lan.api.offers.createPromotion({ percentOff: 10, appliesTo: 'all', types: ['yearly'], endsAt: inDays(5) })
  const { subscription } = await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  const id = subscription!._id
  const no = (asked: Promise<unknown>, code = 'not_found') => expect(asked).rejects.toMatchObject({ code })
  await no(other.api.offers.editTier({ id: tier._id, name: 'Mine' }))
  await no(other.api.offers.retireTier({ id: tier._id }))
  await no(other.api.offers.endPromotion({ id: promotion._id }))
  await no(other.api.offers.createPromotion({ percentOff: 10, appliesTo: 'all', types: ['yearly'], tierId: tier._id, endsAt: inDays(5) }))
  await no(stranger.api.renewals.change({ id, tierId: tier._id, useWallet: true }))
  await no(stranger.api.renewals.payWith({ id }))
  await no(stranger.api.renewals.agreeToPrice({ id, price: 5 }))
  await no(fan.api.offers.createTier({ name: 'Mine', monthlyPrice: 9 }), 'not_allowed')
  await no(lan.api.offers.createPromotion({ percentOff: 91, appliesTo: 'all', types: ['yearly'], endsAt: inDays(5) }), 'invalid')
  await no(lan.api.offers.createPromotion({ percentOff: 50, appliesTo: 'all', types: ['yearly'], endsAt: inDays(91) }), 'promotion_dates')
  expect(await stranger.api.gifts.mine({})).toEqual({ data: [], total: 0 })
  expect(await fan.balance()).toBe(50)
})
