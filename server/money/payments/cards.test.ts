import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { keepCard } from '#server/money/payments/cards.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let mei: string

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: true })
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'sandbox' }, undefined))
})
afterAll(() => db.close())
beforeEach(async () => void (mei = await someone(db)))

const keeps = (token = 'sbt_success') => payments.addCard(db, mei, { gateway: 'sandbox', token, holderName: 'Mei Lin' })
const order = { purpose: 'wallet_top_up', amount: 3000, currency: 'USD', tokens: 30_000, title: '300 tokens' } as const

test('Mei keeps, chooses and removes cards in many tabs at once: each works, and one is her default', async () => {
  const cards = await Promise.all(Array.from({ length: 6 }, () => keeps()))
  const chosen = cards.slice(0, 4).map(({ id }) => db.transaction((tx) => payments.makeDefault(tx, mei, id)))
  const removed = cards.slice(4).map(({ id }) => db.transaction((tx) => payments.removeCard(tx, mei, id, true)))
  await Promise.all([...chosen, ...removed])
  const left = await payments.cardsOf(db, mei)
  expect(left).toHaveLength(4)
  expect(left.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('a card that Mei removed pays no renewal, also where its gateway could be asked by the first payment', async () => {
  const lan = await someone(db)
  const start = { ...order, accountId: mei, detail: { performerId: lan }, gateway: undefined, returnPath: '/wallet' }
  const { transactionId: first } = await db.transaction((tx) => payments.start(tx, start))
  await db.transaction((tx) => payments.settleAtOnce(tx, first, 'kept'))
  const again = (key: string) => db.transaction((tx) => payments.rebill(tx, first, { ...order, accountId: mei, detail: {}, key }))
  expect(await again(`one:${first}`)).toBe(true)
  const [card] = await payments.cardsOf(db, mei)
  await db.transaction((tx) => payments.removeCard(tx, mei, card?.id ?? '', true))
  expect(await again(`two:${first}`)).toBe(false)
  expect((await payments.transactionsOf(db, mei, { limit: 9, offset: 0 })).total).toBe(2)
  const today = db.now.toISOString().slice(0, 10)
  const inOrder = async (sort: 'asc' | 'desc') =>
    (await payments.transactionsOf(db, mei, { fromDate: today, toDate: today, sort, limit: 9, offset: 0 })).rows.map(({ id }) => id)
  expect(await inOrder('asc')).toEqual((await inOrder('desc')).toReversed())
  expect((await inOrder('asc'))[0]).toBe(first)
  expect((await payments.transactionsOf(db, mei, { toDate: '2020-01-01', sortBy: 'totalPrice', limit: 9, offset: 0 })).total).toBe(0)
})

test('while a kept card is being asked no page can be opened beside it', async () => {
  const { id: cardId } = await keeps()
  const asking = await db.transaction((tx) => payments.topUp(tx, { accountId: mei, amount: 3000, cardId }, 'en-US'))
  await expect(payments.goOn(db, mei, asking.transactionId)).rejects.toMatchObject({ code: 'checkout_over' })
  const { id: careful } = await keeps('sbt_three_d_secure')
  const asks = await db.transaction((tx) => payments.topUp(tx, { accountId: mei, amount: 3000, cardId: careful }, 'en-US'))
  const { gatewayRef } = await payments.transactionOf(db, mei, asks.transactionId)
  const reference = gatewayRef ?? ''
  await db.transaction((tx) => payments.receive(tx, 'sandbox', { id: `asks ${reference}`, reference, kind: 'action_required' }))
  expect(await payments.goOn(db, mei, asks.transactionId)).toMatchObject({ status: 'redirect' })
})

test('a card that Mei keeps already is hers again when she wishes to keep it; one of Lan’s stays Lan’s, whatever an event says', async () => {
  const lan = await someone(db)
  const last4 = (ref: string) => ({ ref, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 })
  const paysWith = async (accountId: string, ref: string) => {
    const start = { ...order, accountId, detail: {}, gateway: undefined, returnPath: '/wallet' }
    const { transactionId } = await db.transaction((tx) => payments.start(tx, start))
    await db.transaction((tx) => keepCard(tx, { accountId, gateway: 'sandbox', transactionId }, last4(ref)))
    return (await payments.transactionOf(db, accountId, transactionId)).cardId
  }
  const first = await paysWith(mei, 'mei')
  expect(first).toBe((await payments.cardsOf(db, mei))[0]?.id)
  expect(await paysWith(mei, 'mei')).toBe(first)
  expect(await payments.cardsOf(db, mei)).toHaveLength(1)
  expect(await paysWith(lan, 'mei')).toBeNull()
  expect(await payments.cardsOf(db, lan)).toEqual([])
})
