// Staff freeze a wallet and let it go; where a gateway does not tell how a dispute ended, nobody else can.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let lan: Person
let office: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
  office = await house.staff()
})
afterAll(() => house.close())

const reason = 'Looked into it together'
const tips = (who: Person, amount = 10) => who.api.earnings.tip({ id: lan.id, amount })
async function pays(who: Person, amount: number, ...acts: ('dispute' | 'win_dispute' | 'lose_dispute')[]): Promise<string | undefined> {
  const { paymentUrl } = await who.api.payments.topUp({ amount })
  await atCheckout(house, paymentUrl, { action: 'pay', card: 'success' }, ...acts.map((action) => ({ action })))
  return paymentUrl
}

test('Mei wrote to us about her dispute: staff let her wallet pay again, the audit log says why, and it is not held against her later', async () => {
  const mei = await house.fan({ balance: 100 })
  await pays(mei, 10, 'dispute')
  await expect(tips(mei)).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect(await office.api.admin.unfreezeWallet({ id: mei.id, reason })).toEqual({ _id: mei.id, isFrozen: false })
  await tips(mei)
  await expect(office.api.admin.unfreezeWallet({ id: mei.id, reason })).rejects.toMatchObject({ code: 'already_decided' })
  const { data } = await office.api.admin.audit({ q: mei.id, action: 'admin.wallet' })
  expect(data).toMatchObject([{ action: 'admin.wallet_unfrozen', detail: { reason } }])
  const page = await pays(mei, 10, 'dispute')
  await expect(tips(mei)).rejects.toMatchObject({ code: 'wallet_frozen' })
  await atCheckout(house, page, { action: 'win_dispute' })
  await tips(mei)
})

test('what staff froze stays frozen when a dispute of that wallet is won', async () => {
  const kai = await house.fan({ balance: 100 })
  const page = await pays(kai, 10, 'dispute')
  await office.api.admin.freezeWallet({ id: kai.id, reason })
  await expect(office.api.admin.freezeWallet({ id: kai.id, reason })).rejects.toMatchObject({ code: 'already_decided' })
  await atCheckout(house, page, { action: 'win_dispute' })
  expect((await office.api.admin.payments({ q: kai.username })).data).toMatchObject([{ status: 'success', dispute: 'won' }])
  await expect(tips(kai)).rejects.toMatchObject({ code: 'wallet_frozen' })
  await office.api.admin.unfreezeWallet({ id: kai.id, reason })
  await tips(kai)
})

test('a dispute that the bank decides for Yu is over: her wallet pays again, and staff see how it ended', async () => {
  const yu = await house.fan({ balance: 100 })
  await pays(yu, 10, 'dispute', 'lose_dispute')
  expect((await office.api.admin.payments({ q: yu.username })).data).toMatchObject([{ status: 'chargeback', dispute: 'lost' }])
  await tips(yu)
})

test('staff freeze Nina’s wallet: the office reads since when, why and by whom, she reads it in hers and in a letter, and so when it is over', async () => {
  const nina = await house.fan({ balance: 100 })
  expect(await nina.api.wallet.state({})).toEqual({ balance: 100, debt: 0, isFrozen: false })
  await office.api.admin.freezeWallet({ id: nina.id, reason: 'Is it you who pays?' })
  const told = { isFrozen: true, because: 'staff', reason: 'Is it you who pays?', since: expect.any(String) }
  expect(await nina.api.wallet.state({})).toEqual({ balance: 100, debt: 0, ...told })
  const shown = await office.api.admin.wallet({ id: nina.id })
  expect(shown).toMatchObject({ ...told, person: { username: nina.username }, by: { username: office.username } })
  const { data: frozen } = await office.api.admin.people({ frozen: 'true', q: nina.username })
  expect(frozen).toMatchObject([{ _id: nina.id, isFrozen: true }])
  await office.api.admin.unfreezeWallet({ id: nina.id, reason: 'It is.' })
  expect((await office.api.admin.people({ frozen: 'true', q: nina.username })).total).toBe(0)
  expect((await office.api.admin.people({ q: nina.username })).data).toMatchObject([{ isFrozen: false }])
  await house.settle()
  const { data: letters } = await office.api.admin.letters({ recipient: `${nina.username}@stagedoor.example`, limit: 100 })
  expect(letters.filter(({ subject }) => /frozen|凍結|can pay again/.test(subject))).toHaveLength(2)
})

test('a dispute that freezes is told as one, to its owner and to the office', async () => {
  const rin = await house.fan({ balance: 100 })
  await pays(rin, 10, 'dispute')
  expect(await rin.api.wallet.state({})).toMatchObject({ isFrozen: true, because: 'dispute' })
  const shown = await office.api.admin.wallet({ id: rin.id })
  expect(shown).toMatchObject({ isFrozen: true, because: 'dispute' })
  expect(shown).not.toHaveProperty('by')
})

test('nobody but staff may, and nobody is frozen who is not there', async () => {
  const [yu, other] = [await house.fan({ balance: 50 }), await house.fan()]
  await expect(other.api.admin.freezeWallet({ id: yu.id, reason })).rejects.toMatchObject({ status: 403 })
  await tips(yu)
  await expect(office.api.admin.freezeWallet({ id: crypto.randomUUID(), reason })).rejects.toMatchObject({ code: 'not_found' })
  await expect(office.api.admin.wallet({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  for (const asks of [() => other.api.admin.wallet({ id: yu.id }), () => other.api.admin.people({})])
    await expect(asks()).rejects.toMatchObject({ status: 403 })
})
