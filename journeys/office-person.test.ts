// One person and one payment as the office reads them, and what staff can do there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, type House, openHouse, type Person, picture } from '#journeys/house.ts'

let house: House
let lan: Person
let mei: Person
let office: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
  mei = await house.fan({ balance: 100 })
  office = await house.staff()
})
afterAll(() => house.close())

const paid = { action: 'pay', card: 'success' } as const

test('a payment says what it bought by its facts, every status it had, and gives staff its receipt', async () => {
  const { transactionId, paymentUrl } = await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly' })
  await atCheckout(house, paymentUrl, paid)
  const one = await office.api.admin.payment({ id: transactionId! })
  expect(one).toMatchObject({
    type: 'subscription',
    plan: 'monthly',
    performer: { _id: lan.id, name: 'Lan' },
    payerCard: { _id: mei.id },
    totalPrice: 4.95,
    takenTokens: 0,
    papers: [{ kind: 'invoice', amount: 4.95 }],
  })
  expect(one.history.map(({ status }) => status)).toEqual(['created', 'pending', 'success'])
  const { url } = one.papers[0]!
  const paper = await house.raw({ url }, office.token)
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await house.raw({ url }, lan.token)).status).toBe(404)
  await expect(office.api.admin.payment({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  await expect(mei.api.admin.payment({ id: transactionId! })).rejects.toMatchObject({ status: 403 })
})

test('four sums say what came in and went back today, what waits and what a bank disputes, and nothing of another day', async () => {
  const today = house.clock.now().toISOString().slice(0, 10)
  const days = { fromDate: today, toDate: today }
  const before = await office.api.admin.paymentSums(days)
  const bo = await house.fan()
  for (const acts of [[paid], [paid, { action: 'refund', amount: 3 } as const], [paid, { action: 'dispute' } as const], []]) {
    const { paymentUrl } = await bo.api.payments.topUp({ amount: 10 })
    await atCheckout(house, paymentUrl, ...acts)
  }
  const after = await office.api.admin.paymentSums(days)
  const grew = (name: keyof typeof after) => [
    Math.round((after[name].amount - before[name].amount) * 100) / 100,
    after[name].count - before[name].count,
  ]
  expect({ collected: grew('collected'), back: grew('back'), waiting: grew('waiting'), disputed: grew('disputed') }).toEqual({
    collected: [30, 3],
    back: [3, 1],
    waiting: [10, 1],
    disputed: [10, 1],
  })
  const longAgo = { fromDate: '2020-01-01', toDate: '2020-01-02' }
  expect(await office.api.admin.paymentSums(longAgo)).toMatchObject({ collected: { amount: 0, count: 0 }, back: { amount: 0, count: 0 } })
})

test('the lists of people and of what moved show the faces that people chose', async () => {
  const { url } = await mei.api.profiles.uploadAvatar({ file: await picture(300, 300, 7) })
  const card = { _id: mei.id, username: mei.username, avatar: url }
  expect((await office.api.admin.people({ q: mei.username })).data).toMatchObject([card])
  await mei.api.earnings.tip({ id: lan.id, amount: 30 })
  const moved = (await office.api.admin.transfers({ of: mei.id })).data.find(({ amount, kind }) => kind === 'tip' && amount === 30)
  expect(moved).toMatchObject({ payerCard: card, payeeCard: { _id: lan.id } })
  expect(moved?.payeeCard).not.toHaveProperty('avatar')
})

test('a person is one page: who they are, what they subscribe to and bought, and where they are signed in; staff sign them out with a reason', async () => {
  await mei.api.earnings.tip({ id: lan.id, amount: 20 })
  const seen = await office.api.admin.person({ id: mei.id })
  expect(seen).toMatchObject({
    username: mei.username,
    state: 'active',
    subscriptions: [{ performer: { _id: lan.id }, status: 'active', price: 4.95 }],
    orders: [],
    copies: [],
    // She registered, and signed in.
    sessions: [{ byStaff: false }, { byStaff: false }],
  })
  expect((await office.api.admin.transfers({ of: mei.id })).data).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: 'tip', amount: 20 })]),
  )
  expect((await office.api.admin.payments({ of: lan.id })).total).toBe(0)
  await expect(mei.api.admin.person({ id: lan.id })).rejects.toMatchObject({ status: 403 })

  await expect(office.api.admin.endSessions({ id: office.id, reason: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' })
  const reason = 'Her letter says that somebody else is in.'
  expect(await office.api.admin.endSessions({ id: mei.id, reason })).toEqual({ ended: 2 })
  await expect(mei.api.me.user({})).rejects.toMatchObject({ status: 401 })
  expect((await office.api.admin.person({ id: mei.id })).sessions).toEqual([])
  expect((await office.api.admin.audit({ q: mei.id, action: 'admin.sessions' })).data).toMatchObject([
    { actor: office.username, action: 'admin.sessions_ended', detail: { reason, ended: 2 } },
  ])
})
