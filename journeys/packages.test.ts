// Token packs: the office changes them, fans buy them as they are at that moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
})
afterAll(() => house.close())

const names = { 'zh-TW': '中場', 'en-US': 'Interval' }
const pack = { names, price: 5, tokens: 55, bonusTokens: 2.5, order: 0, isActive: true }

test('a pack that the office adds is on sale at once, in the reader’s language, and brings its tokens with the bonus', async () => {
  const made = await office.api.packages.create(pack)
  const mei = await house.fan()
  const [first] = (await house.visitor('zh-TW').payments.packages({})).data
  expect(first).toEqual({ _id: made._id, name: '中場', price: 5, tokens: 55, bonusTokens: 2.5, order: 0, isActive: true })
  const started = await mei.api.payments.topUp({ packageId: made._id })
  // Changed while it is being paid: they get what they were promised.
  await office.api.packages.update({ id: made._id, ...pack, price: 50, tokens: 1 })
  await atCheckout(house, started.paymentUrl, { action: 'pay', card: 'success' })
  expect(await mei.balance()).toBe(57.5)
})

test('a pack that was taken off sale cannot be bought, stays in the office, and the log knows what it was', async () => {
  const made = await office.api.packages.create({ ...pack, order: 9 })
  await office.api.packages.update({ id: made._id, ...pack, order: 9, isActive: false })
  const mei = await house.fan()
  await expect(mei.api.payments.topUp({ packageId: made._id })).rejects.toMatchObject({ code: 'unknown_package' })
  expect((await office.api.packages.all({})).data.find(({ _id }) => _id === made._id)).toMatchObject({ isActive: false, names })
  const [deed] = (await office.api.admin.audit({ action: 'packages.changed' })).data
  expect(deed?.detail).toMatchObject({ from: { isActive: true, price: 500 }, to: { isActive: false } })
})

test('nonsense is refused, and so is everybody who is not staff', async () => {
  const mei = await house.fan()
  await expect(mei.api.packages.create(pack)).rejects.toMatchObject({ status: 403 })
  for (const wrong of [{ price: 0 }, { price: -1 }, { tokens: 0.001 }, { price: 2 ** 60 }, { names: { 'zh-TW': '', 'en-US': 'x' } }])
    await expect(office.api.packages.create({ ...pack, ...wrong })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(office.api.packages.update({ id: crypto.randomUUID(), ...pack })).rejects.toMatchObject({ status: 404 })
})
