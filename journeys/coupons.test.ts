// A coupon from the office's desk to a fan's wallet: quoted, reserved, redeemed once, given back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, checkoutOf, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
})
afterAll(() => house.close())

test('the office makes a coupon, a fan pays less for the same tokens, and it is theirs once', async () => {
  const coupon = await office.api.coupons.create({ code: 'Opening26', type: 'percent', value: 20, minAmount: 10 })
  expect(coupon).toMatchObject({ code: 'OPENING26', value: 20, uses: 0, isActive: true })
  const mei = await house.fan()
  expect(await mei.api.payments.applyCoupon({ code: 'opening26', amount: 30 })).toEqual({
    couponId: coupon._id,
    code: 'OPENING26',
    type: 'percent',
    value: 20,
    discounted: 24,
  })
  await expect(mei.api.payments.applyCoupon({ code: 'opening26', amount: 5 })).rejects.toMatchObject({
    status: 422,
    code: 'coupon_minimum',
    details: { minimum: 10 },
  })
  await expect(mei.api.payments.applyCoupon({ code: 'nosuch', amount: 30 })).rejects.toMatchObject({ status: 404, code: 'coupon_unknown' })

  const started = await mei.api.payments.topUp({ amount: 30, couponCode: 'opening26' })
  const page = await house.visitor().payments.sandboxCheckout({ id: checkoutOf(started.paymentUrl) })
  expect(page.amount).toBe(24)
  await expect(mei.api.payments.topUp({ amount: 30, couponCode: 'opening26' })).rejects.toMatchObject({ status: 422, code: 'coupon_used' })
  await atCheckout(house, started.paymentUrl, { action: 'pay', card: 'success' })
  expect(await mei.balance()).toBe(300)
  expect(await mei.api.payments.transaction({ id: started.transactionId! })).toMatchObject({
    status: 'success',
    totalPrice: 24,
    tokens: 300,
    items: [{ price: 30 }, { title: 'OPENING26', price: -6 }],
  })
  await expect(mei.api.payments.applyCoupon({ code: 'OPENING26', amount: 30 })).rejects.toMatchObject({ code: 'coupon_used' })
  const { data } = await office.api.coupons.uses({ id: coupon._id })
  expect(data).toMatchObject([{ state: 'redeemed', saved: 6, member: { username: mei.username } }])
})

test('a package takes a coupon too, and a declined card gives it back for the next try', async () => {
  await office.api.coupons.create({ code: 'FIVEOFF', type: 'fixed', value: 5, maxUses: 1 })
  const mei = await house.fan()
  const [pack] = (await mei.api.payments.packages({})).data
  const { discounted } = await mei.api.payments.applyCoupon({ code: 'FIVEOFF', packageId: pack!._id })
  expect(discounted).toBe(pack!.price - 5)
  const started = await mei.api.payments.topUp({ packageId: pack!._id, couponCode: 'FIVEOFF' })
  const other = await house.fan()
  await expect(other.api.payments.topUp({ amount: 30, couponCode: 'FIVEOFF' })).rejects.toMatchObject({ code: 'coupon_used_up' })
  await atCheckout(house, started.paymentUrl, { action: 'pay', card: 'decline' })
  expect(await mei.balance()).toBe(0)
  const retried = await mei.api.payments.retry({ id: started.transactionId! })
  await expect(other.api.payments.topUp({ amount: 30, couponCode: 'FIVEOFF' })).rejects.toMatchObject({ code: 'coupon_used_up' })
  await atCheckout(house, retried.paymentUrl, { action: 'pay', card: 'success' })
  expect(await mei.balance()).toBe(pack!.tokens + pack!.bonusTokens)
})

test('an ended coupon helps nobody, and only staff make, end and look at coupons', async () => {
  const coupon = await office.api.coupons.create({ code: 'CURTAIN', type: 'fixed', value: 1 })
  await office.api.coupons.end({ id: coupon._id })
  await office.api.coupons.end({ id: coupon._id })
  const mei = await house.fan()
  await expect(mei.api.payments.topUp({ amount: 30, couponCode: 'CURTAIN' })).rejects.toMatchObject({ code: 'coupon_expired' })
  await expect(mei.api.coupons.all({})).rejects.toMatchObject({ status: 403 })
  await expect(mei.api.coupons.create({ code: 'MINE1', type: 'fixed', value: 1 })).rejects.toMatchObject({ status: 403 })
  const { data } = await office.api.admin.audit({ action: 'coupons.' })
  expect(data.filter(({ subject }) => subject.includes(coupon._id)).map(({ action }) => action)).toEqual([
    'coupons.ended',
    'coupons.created',
  ])
  for (const value of [0, -1, 0.001, 2 ** 60])
    await expect(office.api.coupons.create({ code: 'WRONG1', type: 'fixed', value })).rejects.toMatchObject({ status: 422 })
  await expect(office.api.coupons.create({ code: 'WRONG2', type: 'percent', value: 12.5 })).rejects.toMatchObject({ status: 422 })
})
