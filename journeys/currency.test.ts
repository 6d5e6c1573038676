// The site changes its currency: what was agreed in the old one is charged in the new one by nobody, and rests until its owner says it again.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import { sql } from '#server/platform/db/db.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { atCheckout, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let office: Person

beforeEach(async () => {
  house = await openHouse()
  office = await house.staff()
})
afterEach(() => house.close())

const inYen = {
  currency: 'JPY',
  tokenConversionRate: 1,
  minimumSubscriptionPrice: 300,
  maximumSubscriptionPrice: 50_000,
  minimumWalletPrice: 300,
  maximumWalletPrice: 50_000,
  minimumPayoutAmount: 5000,
  payoutFee: 0,
}
const inDollars = {
  currency: 'USD',
  tokenConversionRate: 0.1,
  minimumSubscriptionPrice: 2.95,
  maximumSubscriptionPrice: 300,
  minimumWalletPrice: 2.95,
  maximumWalletPrice: 300,
  minimumPayoutAmount: 50,
  payoutFee: 0,
}

const figures = ['tokens', 'payouts', 'payments', 'subscriptions', 'refills', 'performers', 'tiers', 'packs', 'coupons']

/** As the office does it: asked for the figures, it reads them and says yes. Answers what it was asked to confirm. */
async function turnsTo(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const asked = await office.api.admin.saveSettings({ values }).catch((error: unknown) => error)
  if (!(asked instanceof Refused)) return {}
  expect(asked).toMatchObject({ code: 'tokens_out' })
  const confirmed = Object.fromEntries(figures.filter((name) => name in asked.details).map((name) => [name, asked.details[name]]))
  await office.api.admin.saveSettings({ values, confirmed: confirmed as never })
  await house.settle()
  return confirmed
}
const keeps = async (mei: Person) => {
  const { provider, testTokens } = await mei.api.payments.cardSetup({})
  const { token } = testTokens!.find(({ last4 }) => last4 === '4242')!
  return (await mei.api.payments.addCard({ provider, sourceToken: token }))._id
}
const lettersOf = async (who: Person) =>
  (await letters(house.db, house.address, { recipient: `${who.username}@stagedoor.example`, limit: 50 })).map(({ subject }) => subject)

test('a wallet that tops itself up by ¥300 is not charged $300: it stops, its owner is told once, and goes on when she saves it again', async () => {
  await turnsTo(inYen)
  const mei = await house.fan({ balance: 1000 })
  const lan = await house.creator({ name: 'Lan', monthlyPrice: null })
  const cardId = await keeps(mei)
  await mei.api.refills.save({ isOn: true, below: 100, amount: 300, cardId, monthlyLimit: 900 })
  expect(await turnsTo(inDollars)).toMatchObject({ refills: 1 })
  await mei.api.earnings.tip({ id: lan.id, amount: 950 })
  await house.settle()
  expect((await mei.api.payments.transactions({})).data).toEqual([])
  expect(await mei.balance()).toBe(50)
  expect(await mei.api.refills.mine({})).toMatchObject({ isOn: false, currency: 'JPY', amount: 300, stopped: { reason: 'other_currency' } })
  expect((await lettersOf(mei)).filter((subject) => subject.includes('currency'))).toHaveLength(1)
  expect(await mei.api.refills.save({ isOn: true, below: 100, amount: 30, cardId, monthlyLimit: 90 })).toMatchObject({ currency: 'USD' })
  await house.settle()
  expect((await mei.api.payments.transactions({})).data).toMatchObject([{ status: 'success', totalPrice: 30, currency: 'USD' }])
})

test('a month at US$3.50 is not sold for ¥3.50: nothing of a creator’s is, until she says her prices in yen; and she is told so', async () => {
  const lan = await house.creator({ name: 'Lan', monthlyPrice: 3.5 })
  await lan.api.me.updatePerformer({ threeMonthPrice: 9, isFreeSubscription: true })
  const balcony = await lan.api.offers.createTier({ name: 'Balcony', monthlyPrice: 8 })
  const mei = await house.fan({ balance: 10_000 })
  expect(await turnsTo(inYen)).toMatchObject({ performers: 1, tiers: 1 })
  const asks = { performerId: lan.id, useWallet: true } as const
  for (const wanted of [{ type: 'monthly' }, { type: 'three_months' }, { type: 'free' }, { type: 'monthly', tierId: balcony._id }] as const)
    await expect(mei.api.subscriptions.subscribe({ ...asks, ...wanted })).rejects.toMatchObject({ code: 'not_for_sale' })
  const other = await house.fan()
  await expect(mei.api.gifts.give({ ...asks, type: 'monthly', giftTo: other.username })).rejects.toMatchObject({
    code: 'not_for_sale',
  })
  // Nobody is shown a price that nobody asks.
  const shown = await mei.api.directory.performer({ id: lan.username })
  expect([shown.monthlyPrice, shown.threeMonthPrice, shown.freeTrialDays]).toEqual([0, undefined, undefined])
  expect((await mei.api.offers.ofPerformer({ id: lan.id })).tiers).toEqual([])
  // She reads what she asked, and in which currency; and had a letter.
  expect(await lan.api.me.performer({})).toMatchObject({ monthlyPrice: 3.5, pricesIn: 'USD' })
  expect(await lan.api.offers.tiers({})).toMatchObject([{ monthlyPrice: 8, pricesIn: 'USD' }])
  expect((await lettersOf(lan)).filter((subject) => subject.includes('currency'))).toHaveLength(1)
  // Other words of hers do not bring a price back, a bundle alone has no month to stand on, and a tier not a floor.
  await lan.api.me.updatePerformer({ tagline: 'Lanterns' })
  await expect(lan.api.me.updatePerformer({ threeMonthPrice: 900 })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'monthlyPrice', code: 'required' }],
  })
  await expect(lan.api.offers.editTier({ id: balcony._id, monthlyPrice: 900 })).rejects.toMatchObject({ code: 'prices_rest' })
  expect((await lan.api.me.performer({})).pricesIn).toBe('USD')
  const again = await lan.api.me.updatePerformer({ monthlyPrice: 500 })
  expect([again.monthlyPrice, again.threeMonthPrice, again.pricesIn]).toEqual([500, undefined, undefined])
  await lan.api.offers.editTier({ id: balcony._id, name: 'Gallery' })
  await expect(mei.api.subscriptions.subscribe({ ...asks, type: 'monthly', tierId: balcony._id })).rejects.toMatchObject({
    code: 'not_for_sale',
  })
  await lan.api.offers.editTier({ id: balcony._id, monthlyPrice: 900 })
  await mei.api.subscriptions.subscribe({ ...asks, type: 'monthly', tierId: balcony._id })
  expect(await mei.balance()).toBe(10_000 - 900)
})

test('packs of the old currency are off sale until the office prices them anew, and no pack is cheaper than the smallest payment', async () => {
  const mei = await house.fan()
  const before = (await mei.api.payments.packages({})).data
  expect(await turnsTo(inYen)).toMatchObject({ packs: before.length })
  expect((await mei.api.payments.packages({})).data).toEqual([])
  const [pack] = (await office.api.packages.all({})).data
  expect(pack!.pricesIn).toBe('USD')
  await expect(mei.api.payments.topUp({ packageId: pack!._id })).rejects.toMatchObject({ code: 'unknown_package' })
  const { _id: id, pricesIn: _, ...fields } = pack!
  await expect(office.api.packages.update({ id, ...fields, price: 49 })).rejects.toMatchObject({
    errors: [{ field: 'price', code: 'too_small' }],
  })
  expect((await office.api.packages.update({ id, ...fields, price: 980 })).pricesIn).toBeUndefined()
  expect((await mei.api.payments.packages({})).data).toMatchObject([{ _id: id, price: 980 }])
})

test('a coupon of ¥300 takes nothing off dollars, nor one with a least amount in yen; a tenth off is a tenth in any money', async () => {
  await turnsTo(inYen)
  await office.api.coupons.create({ code: 'YEN300', type: 'fixed', value: 300 })
  await office.api.coupons.create({ code: 'TENTHOFBIG', type: 'percent', value: 10, minAmount: 3000 })
  await office.api.coupons.create({ code: 'TENTH', type: 'percent', value: 10 })
  expect(await turnsTo(inDollars)).toMatchObject({ coupons: 2 })
  const mei = await house.fan()
  for (const couponCode of ['YEN300', 'TENTHOFBIG'])
    await expect(mei.api.payments.topUp({ amount: 300, couponCode })).rejects.toMatchObject({ code: 'coupon_expired' })
  await mei.api.payments.topUp({ amount: 300, couponCode: 'TENTH' })
  const listed = (await office.api.coupons.all({})).data.map(({ code, pricesIn }) => [code, pricesIn])
  expect(Object.fromEntries(listed)).toEqual({ YEN300: 'JPY', TENTHOFBIG: 'JPY', TENTH: undefined })
})

test('the office is asked for the site’s own sums together with the currency, and told what will stop, also where no token is out', async () => {
  const alone = { currency: 'EUR' }
  await expect(office.api.admin.saveSettings({ values: alone })).rejects.toMatchObject({
    code: 'invalid',
    errors: [
      { field: 'minimumSubscriptionPrice', code: 'again' },
      { field: 'maximumSubscriptionPrice', code: 'again' },
      { field: 'minimumWalletPrice', code: 'again' },
      { field: 'maximumWalletPrice', code: 'again' },
      { field: 'minimumPayoutAmount', code: 'again' },
      { field: 'payoutFee', code: 'again' },
    ],
  })
  const { packs, ...asked } = await turnsTo({ ...inDollars, currency: 'EUR' })
  expect(packs).toBeGreaterThan(0)
  expect(asked).toEqual({ tokens: 0, payouts: 0, payments: 0, subscriptions: 0, refills: 0, performers: 0, tiers: 0, coupons: 0 })
})

test('Mei’s subscription of the old currency can be read in that one, is not changed into the new one, and ends with its time', async () => {
  const lan = await house.creator({ name: 'Lan', monthlyPrice: 5 })
  const mei = await house.fan({ balance: 10_000 })
  const { subscription } = await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  expect(await turnsTo(inYen)).toMatchObject({ subscriptions: 1 })
  const id = subscription!._id
  expect((await mei.api.subscriptions.mine({})).data).toMatchObject([{ price: 5, currency: 'USD' }])
  await lan.api.me.updatePerformer({ monthlyPrice: 500, yearlyPrice: 5000 })
  const [shown] = (await mei.api.subscriptions.mine({})).data
  expect(shown).not.toHaveProperty('listedPrice')
  await expect(mei.api.renewals.change({ id, type: 'yearly', useWallet: true })).rejects.toMatchObject({ code: 'change_not_possible' })
  await expect(mei.api.renewals.agreeToPrice({ id, price: 500 })).rejects.toMatchObject({ code: 'change_not_possible' })
  // What is bought after it was cancelled is of the new one, and dollars and yen are not added up.
  await mei.api.subscriptions.cancel({ type: 'wallet', id })
  await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  expect((await mei.api.subscriptions.mine({})).data).toMatchObject([{ price: 500, currency: 'JPY', totalSpent: 500 }])
})

test('what was shown to a buyer holds for the page that is open, and the office reads how many are; an hour later the page is over', async () => {
  const mei = await house.fan()
  const [opened, left] = [await mei.api.payments.topUp({ amount: 300 }), await mei.api.payments.topUp({ amount: 300 })]
  expect(await turnsTo({ tokenConversionRate: 0.2 })).toMatchObject({ payments: 2 })
  await atCheckout(house, opened.paymentUrl, { action: 'pay', card: 'success' })
  expect(await mei.balance()).toBe(3000)
  house.clock.advance({ seconds: 3601 })
  const { token } = await house.visitor().accounts.login({ username: mei.username, password: mei.password })
  const again = house.as(token)
  await expect(again.payments.goOn({ id: left.transactionId ?? '' })).rejects.toMatchObject({ code: 'checkout_over' })
  await house.db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.give_up', '{}', max_attempts => 1)`))
  await house.settle()
  expect((await again.payments.transactions({})).data.map(({ status }) => status).toSorted()).toEqual(['fail', 'success'])
  // Nor is what was given up paid again at the rate of then: by today's it buys something else.
  await expect(again.payments.retry({ id: left.transactionId ?? '' })).rejects.toMatchObject({ code: 'cannot_retry' })
  await turnsTo({ tokenConversionRate: 0.1 })
  expect(await again.payments.retry({ id: left.transactionId ?? '' })).toMatchObject({ status: 'redirect' })
})
