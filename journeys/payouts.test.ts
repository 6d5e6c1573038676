// A creator's money on its way out of the house (calls.md section 10): earned, cleared, asked for, agreed to, sent by the bank; and what
// becomes of it when a fan is refunded afterwards.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, publishes } from '#journeys/house.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
let mei: Person
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
  mei = await house.creator({ name: 'Mei Lin' })
}, 600_000)
afterAll(async () => {
  expect(await disagreements(house.db)).toEqual([])
  expect(await payouts.disagreements(house.db)).toEqual([])
  await house.close()
})

const account = {
  firstName: 'Mei',
  lastName: 'Lin',
  bankName: 'Harbour Bank',
  bankAccount: '0012 3456 7890',
  address: '7 Tide Lane',
  city: 'Taipei',
  country: 'TW',
}
const banking = { paymentAccountType: 'banking' as const }
/** Time goes by, and whoever comes back signs in again. */
async function later(by: Parameters<House['clock']['advance']>[0]) {
  house.clock.advance(by)
  for (const person of [mei, office]) {
    const { username, password } = person
    person.api = house.as((await house.visitor().accounts.login({ username, password, remember: true })).token)
  }
}
const letters = async (subject: RegExp) => {
  await house.settle()
  const { data } = await office.api.admin.letters({ recipient: `${mei.username}@stagedoor.example`, limit: 100 })
  return data.filter((letter) => subject.test(letter.subject)).length
}

test('from a sale to the bank: what is on hold waits, one request at a time, each step is told, and the sale says who paid it', async () => {
  const fan = await house.fan({ balance: 2000 })
  const post = await publishes(house, mei, { isSale: 'ppv', price: 1000 })
  await fan.api.feeds.charge({ id: post._id })
  await expect(mei.api.payouts.request({ amount: 60, ...banking })).rejects.toMatchObject({ code: 'bank_details_missing', status: 422 })
  const saved = await mei.api.payouts.saveBank(account)
  expect(saved).toMatchObject({ bankAccount: '•••• 7890', matchesName: true })
  expect(await letters(/bank details were changed|收款帳戶/)).toBe(1)
  await expect(mei.api.payouts.request({ amount: 60, ...banking })).rejects.toMatchObject({ code: 'bank_on_hold' })

  await later({ days: 3, minutes: 1 })
  expect(await mei.api.payouts.calculate({})).toMatchObject({
    totalEarned: { tokens: 800, amount: 80 },
    onHold: { tokens: 800, amount: 80 },
    available: { tokens: 0, amount: 0 },
    blockers: [{ code: 'payout_below_minimum' }],
  })
  await expect(mei.api.payouts.request({ amount: 60, ...banking })).rejects.toMatchObject({ code: 'payout_above_available', status: 422 })
  await later({ days: 4 })
  expect(await mei.api.payouts.calculate({})).toMatchObject({ available: { tokens: 800, amount: 80 }, blockers: [] })

  const once = { idempotencyKey: randomUUID() }
  const asked = await mei.api.payouts.request({ amount: 60, ...banking, requestNote: 'For the lamp' }, once)
  expect(asked).toMatchObject({
    status: 'pending',
    requestTokens: 600,
    amount: 60,
    arrives: 60,
    bank: { holder: 'Mei Lin', last4: '7890' },
  })
  expect(await mei.api.payouts.request({ amount: 60, ...banking, requestNote: 'For the lamp' }, once)).toEqual(asked)
  await expect(mei.api.payouts.request({ amount: 50, ...banking }, once)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  await expect(mei.api.payouts.request({ amount: 60, ...banking })).rejects.toMatchObject({ code: 'payout_open', status: 409 })
  expect(await mei.api.payouts.pendingReview({})).toMatchObject({ pending: true, request: { _id: asked._id } })
  const changed = await mei.api.payouts.update({ id: asked._id, amount: 80 })
  expect(changed).toMatchObject({ requestTokens: 800, nextStatuses: ['cancelled'] })
  expect(await mei.api.payouts.sums({})).toMatchObject({ available: { tokens: 0 }, pendingRequests: { tokens: 800, amount: 80 } })

  expect((await office.api.admin.overview({})).pendingPayouts).toBe(1)
  const found = await office.api.payouts.search({ status: 'pending', q: mei.username })
  expect(found.data).toMatchObject([{ _id: asked._id, performer: { username: mei.username }, nextStatuses: ['approved', 'rejected'] }])
  await expect(office.api.payouts.requestBank({ id: asked._id })).rejects.toMatchObject({ code: 'payout_not_approved' })
  await office.api.payouts.update({ id: asked._id, status: 'approved' })
  await expect(mei.api.payouts.update({ id: asked._id, status: 'cancelled' })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  const { banking: masked, documents } = await mei.api.me.performer({})
  expect(masked).toEqual((await mei.api.payouts.bank({})).details)
  expect(JSON.stringify(masked)).toContain('•••• 7890')
  expect(JSON.stringify(masked)).not.toMatch(/0012|3456/)
  expect(documents.map(({ type, status }) => [type, status])).toEqual([
    ['idVerification', 'approved'],
    ['documentVerification', 'approved'],
  ])
  const file = await office.api.payouts.batch({}, { idempotencyKey: 'this week' })
  expect(await office.api.payouts.batch({}, { idempotencyKey: 'this week' }), 'pressing twice is one file').toEqual(file)
  const kept = await house.db.many(sql`select answer from platform.idempotency where call = 'payouts.batch'`)
  expect(kept, 'no account is kept with the answer').toEqual([{ answer: { id: file._id } }])
  expect(file).toMatchObject({ count: 1, total: 80, currency: 'USD' })
  expect(file.csv).toContain('Mei Lin,Harbour Bank,0012 3456 7890')
  await office.api.payouts.update({ id: asked._id, status: 'done' })
  const view = await mei.api.payouts.view({ id: asked._id })
  expect(view.history.map(({ step, by }) => `${step} ${by}`)).toEqual([
    'pending performer',
    'edited performer',
    'approved staff',
    'processing staff',
    'done staff',
  ])
  expect(view.lines).toMatchObject([{ sourceType: 'feed', netPrice: 800, isPaid: true, payoutId: asked._id }])
  expect((await mei.api.earnings.lines({})).data).toMatchObject([{ isPaid: true, payoutId: asked._id }])
  expect(await mei.api.payouts.sums({})).toMatchObject({
    totalPaidOut: { tokens: 800 },
    totalEarned: { tokens: 800 },
    available: { tokens: 0 },
  })
  for (const subject of [/We have your payout|已收到提領/, /is approved|已核准/, /has been sent|已匯出/])
    expect(await letters(subject), `${subject}`).toBe(1)
  const audit = await office.api.admin.audit({ action: 'payouts.', limit: 100 })
  expect(JSON.stringify(audit)).not.toContain('3456 7890')
})

test('the bank returns it two days later: staff say so, she checks her account and is paid anew', async () => {
  const { data } = await mei.api.payouts.search({ status: 'done' })
  const { _id } = data[0]!
  await expect(mei.api.payouts.update({ id: _id, status: 'returned' })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  await later({ days: 2 })
  await expect(office.api.payouts.update({ id: _id, status: 'returned' })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  const once = { idempotencyKey: randomUUID() }
  const returned = { id: _id, status: 'returned' as const, reason: 'There is no such account number.' }
  const told = await office.api.payouts.update(returned, once)
  expect(told).toMatchObject({ status: 'returned', reason: returned.reason, nextStatuses: [] })
  expect(await office.api.payouts.update(returned, once)).toEqual(told)
  expect(await letters(/came back|被退匯/)).toBe(1)
  expect(await mei.api.payouts.sums({})).toMatchObject({
    totalPaidOut: { tokens: 0 },
    available: { tokens: 800, amount: 80 },
    blockers: [{ code: 'bank_unconfirmed' }],
  })
  expect((await mei.api.earnings.lines({})).data).toMatchObject([{ isPaid: false }])
  await expect(mei.api.payouts.request({ amount: 80, ...banking })).rejects.toMatchObject({ code: 'bank_unconfirmed', status: 422 })
  expect(await mei.api.payouts.saveBank(account)).not.toHaveProperty('returnedAt')
  const again = await mei.api.payouts.request({ amount: 80, ...banking })
  for (const status of ['approved', 'processing', 'done'] as const) await office.api.payouts.update({ id: again._id, status })
  expect((await mei.api.earnings.lines({})).data).toMatchObject([{ isPaid: true, payoutId: again._id }])
})

test('a refund after the payout leaves earnings below zero; later sales make it good before anything is paid again', async () => {
  const fan = await house.fan({ balance: 5000 })
  const { data } = await office.api.admin.transfers({ q: mei.username, limit: 100 })
  const sold = data.find(({ canRefund }) => canRefund)!
  await office.api.admin.refund({ id: sold._id, reason: 'Bought by mistake' })
  expect(await mei.api.payouts.sums({})).toMatchObject({ available: { tokens: 0 }, reversed: { tokens: 800 } })
  expect((await mei.api.earnings.stats({})).totalTokens).toBe(-800)
  const post = await publishes(house, mei, { isSale: 'ppv', price: 2000 })
  await fan.api.feeds.charge({ id: post._id })
  await later({ days: 8 })
  expect(await mei.api.payouts.sums({})).toMatchObject({ available: { tokens: 800, amount: 80 } })
  await expect(mei.api.payouts.request({ requestTokens: 1600, ...banking })).rejects.toMatchObject({ code: 'payout_above_available' })
  const { _id } = await mei.api.payouts.request({ requestTokens: 800, ...banking })
  await office.api.payouts.update({ id: _id, status: 'approved' })
  await expect(office.api.payouts.update({ id: _id, status: 'rejected', reason: ' ' })).rejects.toMatchObject({ status: 422 })
  await office.api.payouts.update({ id: _id, status: 'rejected', reason: 'The branch is missing.' })
  expect(await mei.api.payouts.view({ id: _id })).toMatchObject({ status: 'rejected', reason: 'The branch is missing.' })
  expect(await mei.api.payouts.sums({})).toMatchObject({ available: { tokens: 800 }, blockers: [] })
})

test('account numbers that are none are named', async () => {
  for (const bankAccount of ['----', '12 3', '-1234567', '123４', '＝12345'])
    await expect(mei.api.payouts.saveBank({ ...account, bankAccount }), bankAccount).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(mei.api.payouts.saveBank({ ...account, bankRouting: '-812' })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  expect((await mei.api.payouts.bank({})).details).not.toHaveProperty('holdUntil')
})

test('amounts that cannot be are named, and change nothing', async () => {
  const before = await mei.api.payouts.sums({})
  for (const amount of [0, -5, 60.001, 2 ** 53, Number.MAX_VALUE])
    await expect(mei.api.payouts.request({ amount, ...banking }), String(amount)).rejects.toMatchObject({ status: 422 })
  await expect(mei.api.payouts.request({ ...banking })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(mei.api.payouts.request({ amount: 60, requestTokens: 600, ...banking })).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
  })
  await expect(mei.api.payouts.request({ amount: 49.99, ...banking })).rejects.toMatchObject({ code: 'payout_below_minimum' })
  await expect(mei.api.payouts.request({ amount: 60, paymentAccountType: 'stripe' })).rejects.toMatchObject({ code: 'gateway_unavailable' })
  expect(await mei.api.payouts.sums({})).toEqual(before)
})
