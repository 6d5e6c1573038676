// Staff look through everybody's payments: what was paid, what went back, what is disputed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Act, atCheckout, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let mei: Person
let lin: Person
let office: Person
beforeAll(async () => {
  house = await openHouse()
  mei = await house.fan()
  lin = await house.fan()
  office = await house.staff()
})
afterAll(() => house.close())

async function pays(who: Person, amount: number, ...acts: Act[]): Promise<string> {
  const { transactionId, paymentUrl } = await who.api.payments.topUp({ amount })
  await atCheckout(house, paymentUrl, ...acts)
  return transactionId!
}
const paid = { action: 'pay', card: 'success' } as const

test('by person, status and gateway: sums, what went back, disputes and how they ended; nobody else sees them', async () => {
  const plain = await pays(mei, 10, paid)
  const partly = await pays(mei, 20, paid, { action: 'refund', amount: 5 })
  const disputed = await pays(lin, 30, paid, { action: 'dispute' })
  const won = await pays(lin, 40, paid, { action: 'dispute' }, { action: 'win_dispute' })
  const declined = await pays(mei, 50, { action: 'pay', card: 'decline' })
  const found = async (query: Parameters<typeof office.api.admin.payments>[0]) => {
    const { data, total } = await office.api.admin.payments(query)
    expect(total).toBe(data.length)
    return data.map(({ _id }) => _id)
  }
  expect(await found({})).toEqual([declined, won, disputed, partly, plain])
  expect(await found({ q: mei.username })).toEqual([declined, partly, plain])
  expect(await found({ status: 'chargeback' })).toEqual([disputed])
  expect(await found({ status: 'success', q: lin.username })).toEqual([won])
  expect(await found({ gateway: 'stripe' })).toEqual([])
  expect(await found({ gateway: 'sandbox', status: 'fail' })).toEqual([declined])
  expect(await office.api.admin.payments({ limit: 2, offset: 1 })).toMatchObject({ total: 5, data: [{ _id: won }, { _id: disputed }] })
  const { data } = await office.api.admin.payments({})
  expect(data).toMatchObject([
    { status: 'fail', failureReason: 'card_declined', totalPrice: 50, payer: mei.username },
    { status: 'success', dispute: 'won', payer: lin.username, paymentGateway: 'sandbox' },
    { status: 'chargeback', dispute: 'open', disputedAt: expect.stringMatching(/^\d{4}-/) },
    { status: 'success', refundedAmount: 5, totalPrice: 20, currency: 'USD', tokens: 200 },
    { status: 'success', refundedAmount: 0 },
  ])
  expect(data[4]).not.toHaveProperty('dispute')
  await expect(mei.api.admin.payments({})).rejects.toMatchObject({ status: 403 })
})
