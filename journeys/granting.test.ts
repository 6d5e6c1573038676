// Staff give tokens by hand: calls.md section 0.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as proofs from '#server/money/proofs/proofs.ts'

let house: House
let lan: Person
let office: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
  office = await house.staff()
})
afterAll(async () => {
  expect(await disagreements(house.db)).toEqual([])
  await house.close()
})

const reason = 'For the trouble with your payment'
const tokensOut = async () => {
  const said = office.api.admin.saveSettings({ values: { tokenConversionRate: 0.2 } })
  return ((await said.catch((no: { details: { tokens: number } }) => no)) as { details: { tokens: number } }).details.tokens
}

test('staff give Mei 50 tokens: once however often they press, told in a letter and in her wallet, audited, and no payment', async () => {
  const mei = await house.fan({ balance: 100 })
  const [before, out] = [await proofs.totals(house.db), await tokensOut()]
  const given = await office.api.admin.grantTokens({ id: mei.id, amount: 50, reason }, { idempotencyKey: 'sorry' })
  expect(given).toMatchObject({ amount: 50, balance: 150 })
  expect(await office.api.admin.grantTokens({ id: mei.id, amount: 50, reason }, { idempotencyKey: 'sorry' })).toEqual(given)
  expect(await mei.balance()).toBe(150)
  await expect(office.api.admin.grantTokens({ id: mei.id, amount: 60, reason }, { idempotencyKey: 'sorry' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })

  const { data: lines } = await mei.api.wallet.lines({})
  expect(lines[0]).toMatchObject({ _id: given._id, type: 'granted', amount: 50, balanceAfter: 150, targetTitle: reason })
  await house.settle()
  const { data: letters } = await office.api.admin.letters({ recipient: `${mei.username}@stagedoor.example`, limit: 100 })
  const told = letters.filter(({ text }) => text.includes(reason))
  expect(told).toHaveLength(1)
  expect(told[0]?.subject).toMatch(/50/)
  const { data: deeds } = await office.api.admin.audit({ q: mei.id, action: 'admin.tokens_granted' })
  expect(deeds).toMatchObject([{ actor: office.username, detail: { reason, amount: 5000, transfer: given._id } }])

  // Issued by the house, beside what gateways brought, and a token like any other when the rate changes.
  const after = await proofs.totals(house.db)
  expect([after.issued - before.issued, after.held - before.held]).toEqual([5000, 5000])
  expect(after.issued).toBe(after.held + after.spent + after.reversed)
  expect(await tokensOut()).toBe(out + 50)
  expect((await mei.api.payments.transactions({})).total).toBe((await office.api.admin.payments({ q: mei.username })).total)
  expect((await office.api.admin.transfers({ q: mei.username })).data[0]).toMatchObject({
    _id: given._id,
    kind: 'granted',
    payee: mei.username,
    commission: 0,
    canRefund: false,
  })
  expect((await mei.api.invoices.mine({})).total, 'nothing was bought').toBe(0)
})

test('what was given is spent like what was bought: the creator earns it less commission', async () => {
  const kai = await house.fan()
  await office.api.admin.grantTokens({ id: kai.id, amount: 20, reason })
  await kai.api.earnings.tip({ id: lan.id, amount: 20 })
  expect((await lan.api.earnings.lines({})).data[0]).toMatchObject({ grossPrice: 20, commission: 4, netPrice: 16 })
  expect(await kai.balance()).toBe(0)
})

test('a frozen wallet takes them; a creator has a wallet, too', async () => {
  const nina = await house.fan({ balance: 10 })
  await office.api.admin.freezeWallet({ id: nina.id, reason })
  expect(await office.api.admin.grantTokens({ id: nina.id, amount: 5, reason })).toMatchObject({ balance: 15 })
  expect(await office.api.admin.grantTokens({ id: lan.id, amount: 5, reason })).toMatchObject({ amount: 5 })
})

test('only staff give, to somebody who is there, with a reason, and not without bounds; staff give themselves nothing', async () => {
  const [mei, other] = [await house.fan(), await house.fan()]
  for (const who of [other, lan, mei])
    await expect(who.api.admin.grantTokens({ id: mei.id, amount: 5, reason })).rejects.toMatchObject({ status: 403 })
  await expect(house.visitor().admin.grantTokens({ id: mei.id, amount: 5, reason })).rejects.toMatchObject({ status: 401 })
  for (const id of [crypto.randomUUID(), office.id])
    await expect(office.api.admin.grantTokens({ id, amount: 5, reason })).rejects.toMatchObject({ code: 'not_found' })
  for (const amount of [0, -5, 0.001, 100_000.01])
    await expect(office.api.admin.grantTokens({ id: mei.id, amount, reason })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'amount' }],
    })
  await expect(office.api.admin.grantTokens({ id: mei.id, amount: 5, reason: '' })).rejects.toMatchObject({ errors: [{ field: 'reason' }] })
  await expect(office.api.admin.grantTokens({ id: mei.id, amount: 5, reason: '   ' })).rejects.toMatchObject({
    errors: [{ field: 'reason' }],
  })
  expect(await mei.balance()).toBe(0)
})
