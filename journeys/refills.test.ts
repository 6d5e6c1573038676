// A wallet that tops itself up: when it is low, once at a time, within the month's limit, and never again after a decline.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
})
afterAll(() => house.close())

const keeps = async (mei: Person, last4: string) => {
  const { provider, testTokens } = await mei.api.payments.cardSetup({})
  const { token } = testTokens!.find((each) => each.last4 === last4)!
  return (await mei.api.payments.addCard({ provider, sourceToken: token }))._id
}
const lettersOf = async (mei: Person) =>
  (await letters(house.db, house.address, { recipient: `${mei.username}@stagedoor.example`, limit: 50 })).map(({ subject }) => subject)
const paid = async (mei: Person) => (await mei.api.payments.transactions({})).data.filter(({ status }) => status === 'success').length

test('when the wallet falls below what was set the kept card is asked once, however many tips make it fall', async () => {
  const mei = await house.fan({ balance: 120 })
  const cardId = await keeps(mei, '4242')
  const saved = await mei.api.refills.save({ isOn: true, below: 50, amount: 10, cardId, monthlyLimit: 100 })
  expect(saved).toEqual({ isOn: true, below: 50, amount: 10, cardId, monthlyLimit: 100, currency: 'USD', spentThisMonth: 0 })
  await mei.api.earnings.tip({ id: lan.id, amount: 60 })
  await house.settle()
  expect(await paid(mei)).toBe(0)
  // Three at once, all of them below: 60 − 30 = 30, and one top-up of 100.
  await Promise.all([10, 10, 10].map((amount) => mei.api.earnings.tip({ id: lan.id, amount })))
  await house.settle()
  expect(await paid(mei)).toBe(1)
  expect(await mei.balance()).toBe(130)
  expect(await mei.api.refills.mine({})).toMatchObject({ isOn: true, spentThisMonth: 10 })
})

test('it is topped up at once when it is low already, once', async () => {
  const mei = await house.fan({ balance: 1 })
  const cardId = await keeps(mei, '4242')
  await mei.api.refills.save({ isOn: true, below: 100, amount: 10, cardId, monthlyLimit: 100 })
  await house.settle()
  expect(await mei.balance()).toBe(101)
})

test('the month’s limit is never exceeded: its owner is told once, and the next month goes on', async () => {
  const mei = await house.fan({ balance: 100 })
  const cardId = await keeps(mei, '4242')
  await mei.api.refills.save({ isOn: true, below: 50, amount: 5, cardId, monthlyLimit: 12 })
  for (const amount of [60, 50, 50, 20]) {
    await mei.api.earnings.tip({ id: lan.id, amount })
    await house.settle()
  }
  // Two of 5 fit into 12.
  expect(await paid(mei)).toBe(2)
  expect(await mei.balance()).toBe(20)
  expect((await lettersOf(mei)).filter((subject) => subject.includes('limit'))).toHaveLength(1)
  house.clock.advance({ days: 32 })
  const { token } = await house.visitor().accounts.login({ username: mei.username, password: mei.password })
  const again = house.as(token)
  await again.earnings.tip({ id: lan.id, amount: 10 })
  await house.settle()
  expect((await again.refills.mine({})).spentThisMonth).toBe(5)
  expect((await again.me.user({})).balance).toBe(60)
  lan = await house.creator({ name: 'Lan' })
})

test('a card that is declined is asked once: it stops, with a letter, until its owner switches it on again', async () => {
  const mei = await house.fan({ balance: 100 })
  const declining = (await mei.api.payments.cardSetup({})).testTokens!.find(({ token }) => token.includes('declin'))!
  const { _id: cardId } = await mei.api.payments.addCard({ provider: 'sandbox', sourceToken: declining.token })
  await mei.api.refills.save({ isOn: true, below: 50, amount: 10, cardId, monthlyLimit: 100 })
  for (const amount of [60, 10]) {
    await mei.api.earnings.tip({ id: lan.id, amount })
    await house.settle()
  }
  expect((await mei.api.payments.transactions({})).data.map(({ status }) => status)).toEqual(['fail'])
  expect(await mei.api.refills.mine({})).toMatchObject({ isOn: false, spentThisMonth: 0, stopped: { reason: 'declined' } })
  expect((await lettersOf(mei)).filter((subject) => subject.includes('declined'))).toHaveLength(1)
  const good = await keeps(mei, '4242')
  expect((await mei.api.refills.save({ isOn: true, below: 50, amount: 10, cardId: good, monthlyLimit: 100 })).stopped).toBeUndefined()
  await house.settle()
  expect(await mei.balance()).toBe(130)
})

test('a card that was forgotten stops it too, and forgetting it says what it is used for', async () => {
  const mei = await house.fan({ balance: 100 })
  const cardId = await keeps(mei, '4242')
  await mei.api.refills.save({ isOn: true, below: 50, amount: 10, cardId, monthlyLimit: 100 })
  await expect(mei.api.payments.removeCard({ id: cardId })).rejects.toMatchObject({ code: 'card_in_use' })
  await mei.api.payments.removeCard({ id: cardId, force: true })
  await mei.api.earnings.tip({ id: lan.id, amount: 60 })
  await house.settle()
  expect(await mei.api.refills.mine({})).toMatchObject({ isOn: false, stopped: { reason: 'card_unavailable' } })
  expect(await mei.balance()).toBe(40)
})

test('what was saved before a rule or a price changed is held to today’s when it runs: it stops, its owner is told once, and nothing is charged', async () => {
  const cases = [
    // A hundred tokens wanted back, and ten dollars bring less by now; or a pack that costs more than the month may.
    { older: sql`below = 10001`, reason: 'too_small', subject: 'too small by now' },
    { older: sql`monthly_limit = 999`, reason: 'over_limit', subject: 'more than your monthly limit' },
    { older: sql`amount = 99`, reason: 'package_gone', subject: 'no longer sold' },
  ]
  for (const { older, reason, subject } of cases) {
    const mei = await house.fan({ balance: 200 })
    const cardId = await keeps(mei, '4242')
    await mei.api.refills.save({ isOn: true, below: 100, amount: 10, cardId, monthlyLimit: 100 })
    await house.db.transaction((tx) => tx.run(sql`update refills.refills set ${older} where account_id = ${mei.id}`))
    for (const amount of [110, 10]) {
      await mei.api.earnings.tip({ id: lan.id, amount })
      await house.settle()
    }
    expect([await mei.balance(), await paid(mei)], reason).toEqual([80, 0])
    expect(await mei.api.refills.mine({})).toMatchObject({ isOn: false, spentThisMonth: 0, stopped: { reason } })
    expect((await lettersOf(mei)).filter((each) => each.includes(subject))).toHaveLength(1)
    // As it should be it is switched on again.
    await mei.api.refills.save({ isOn: true, below: 100, amount: 10, cardId, monthlyLimit: 100 })
    await house.settle()
    expect(await mei.balance()).toBe(180)
  }
})

test('what is missing, too small, too large, or somebody else’s is refused by name, and nothing is charged', async () => {
  const [mei, other] = [await house.fan({ balance: 10 }), await house.fan()]
  const [cardId, theirs] = [await keeps(mei, '4242'), await keeps(other, '4242')]
  const good = { isOn: true, below: 50, amount: 10, cardId, monthlyLimit: 100 }
  const cases: [object, string][] = [
    [{ cardId: theirs }, 'not_found'],
    [{ amount: 0.5 }, 'amount_out_of_bounds'],
    [{ amount: 5000 }, 'amount_out_of_bounds'],
    [{ monthlyLimit: 9 }, 'limit_below_amount'],
    [{ below: 100.01 }, 'refill_too_small'],
    [{ amount: undefined }, 'invalid'],
    [{ below: undefined }, 'invalid'],
    [{ below: -1 }, 'invalid'],
    [{ monthlyLimit: 0 }, 'invalid'],
    [{ amount: undefined, packageId: crypto.randomUUID() }, 'unknown_package'],
  ]
  for (const [wrong, code] of cases)
    await expect(mei.api.refills.save({ ...good, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({ code })
  expect(await mei.api.refills.mine({})).toEqual({ isOn: false, spentThisMonth: 0 })
  await house.settle()
  expect(await mei.balance()).toBe(10)
})

test('the database keeps two from being under way at once', async () => {
  const mei = await house.fan()
  const cardId = await keeps(mei, '4242')
  await mei.api.refills.save({ isOn: true, below: 0.01, amount: 10, cardId, monthlyLimit: 100 })
  await house.settle()
  const insert = () =>
    house.db.transaction((tx) =>
      tx.run(sql`insert into refills.runs (account_id, amount, currency, started_at) values (${mei.id}, 1, 'USD', now())`),
    )
  await insert()
  await expect(insert()).rejects.toThrow('one_refill_at_a_time')
})
