// Staff look through everybody's payments: what was paid, what went back, what is disputed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
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

test('a lost webhook: who comes back has her tokens at once, who does not has them by the next morning, and finance see and close it', async () => {
  const [yu, kai] = [await house.fan(), await house.fan()]
  const returned = await pays(yu, 10, { ...paid, lost: true })
  const left = await pays(kai, 20, { ...paid, lost: true }, { action: 'refund', amount: 5, lost: true })
  expect([await yu.balance(), await kai.balance()]).toEqual([0, 0])
  await expect(kai.api.payments.inquire({ id: returned })).rejects.toMatchObject({ code: 'not_found' })
  expect(await yu.api.payments.inquire({ id: returned })).toMatchObject({ status: 'success' })
  expect(await yu.balance()).toBe(100)

  await house.db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.reconcile', '{}')`))
  await house.settle()
  expect(await kai.balance()).toBe(150)
  const { data, runs } = await office.api.payments.differences({})
  expect(data.map(({ transactionId, kind, outcome, amount }) => [transactionId, kind, outcome, amount])).toEqual(
    expect.arrayContaining([
      [left, 'succeeded', 'settled', 20],
      [left, 'refunded', 'settled', 5],
    ]),
  )
  expect(data.some(({ transactionId }) => transactionId === returned)).toBe(false)
  expect(runs).toMatchObject([{ gateway: 'sandbox', differences: data.length }])
  for (const { _id } of data) await office.api.payments.closeDifference({ id: _id, note: 'The endpoint was down.' })
  expect(await office.api.payments.differences({})).toMatchObject({ total: 0 })
  expect((await office.api.payments.differences({ show: 'all' })).data[0]).toMatchObject({ note: 'The endpoint was down.' })
  await expect(office.api.payments.closeDifference({ id: data[0]!._id })).rejects.toMatchObject({ code: 'already_decided' })
  await expect(kai.api.payments.differences({})).rejects.toMatchObject({ status: 403 })
})
