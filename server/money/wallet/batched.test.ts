import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { foldAll } from '#server/money/wallet/jobs.ts'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
beforeAll(async () => {
  db = await openLedger()
})
afterAll(() => closeLedger(db))

const saleOf = (from: string, to: string, amount: number) => ({ from, to, amount, commissionBasisPoints: 2000, kind: 'tip', title: 'Lan' })
const keyOf = (accountId: string, key: string, input: unknown = {}, call = 'earnings.tip') => ({ accountId, key, call, input })
const pay = (from: string, to: string, amount: number, key?: string) =>
  wallet.chargeBatched(db, saleOf(from, to, amount), key === undefined ? undefined : keyOf(from, key, { to, amount }))

test('fans who tip in the same moment share one statement, and each is judged alone', async () => {
  const creator = await someone(db)
  const rich = await Promise.all(Array.from({ length: 20 }, () => someone(db, 1000)))
  const [poor, frozen, stranger] = [await someone(db, 50), await someone(db, 1000), await someone(db)]
  await db.transaction((tx) => wallet.freeze(tx, frozen))
  const tips = await Promise.allSettled([...rich, poor, frozen, stranger].map((fan) => pay(fan, creator, 100)))
  expect(tips.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(tips[0]).toMatchObject({ value: { balance: 900, commission: 20, title: 'Lan' } })
  expect(tips.slice(20)).toMatchObject([
    { reason: { code: 'not_enough_tokens', details: { required: 1, balance: 0.5 } } },
    { reason: { code: 'wallet_frozen' } },
    { reason: { code: 'not_enough_tokens', details: { required: 1, balance: 0 } } },
  ])
  expect(await wallet.earningsOf(db, creator)).toBe(1600)
  const { statements } = await db.one<{ statements: number }>(sql`
    select count(distinct xmin::text) as statements from wallet.transfers where kind = 'tip' and paid_by = any(${rich}::uuid[])`)
  expect(statements).toBeLessThan(5)
  const { credits } = await db.one<{ credits: number }>(sql`
    select count(*) as credits from wallet.pending_credits p join wallet.accounts a on a.id = p.account where a.owner_id = ${creator}`)
  expect(credits, 'what a statement brings to one creator waits as one credit').toBe(statements)
  await foldAll(db)
  expect(await wallet.earningsOf(db, creator)).toBe(1600)
})

test('one fan who tips many times at once pays in the order of asking, until the wallet is empty', async () => {
  const [fan, creator] = [await someone(db, 350), await someone(db)]
  const tips = await Promise.allSettled([100, 100, 200, 100, 50, 1].map((amount) => pay(fan, creator, amount)))
  const told = tips.map((tip) => (tip.status === 'fulfilled' ? tip.value.balance : (tip.reason as { code: string }).code))
  expect(told).toEqual([250, 150, 'not_enough_tokens', 50, 0, 'not_enough_tokens'])
  const { lines } = await wallet.statement(db, fan, { kind: 'tip', limit: 10, offset: 0 })
  expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual([0, 50, 150, 250])
})

test('the same key gets the first answer, in the same moment and later; with another body or call it is refused', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const presses = await Promise.all(Array.from({ length: 10 }, () => pay(fan, creator, 100, 'one')))
  expect(presses.filter(({ isNow }) => isNow)).toHaveLength(1)
  const answers = presses.map((press) => JSON.stringify({ ...press, isNow: undefined }, Object.keys(press).toSorted()))
  expect(new Set(answers).size).toBe(1)
  await pay(fan, creator, 800, 'two')
  expect(await pay(fan, creator, 100, 'one')).toMatchObject({ balance: 900 })
  expect(await pay(fan, creator, 800, 'two')).toMatchObject({ balance: 100 })
  await expect(pay(fan, creator, 99, 'one')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  const otherCall = keyOf(fan, 'one', { to: creator, amount: 100 }, 'feeds.charge')
  await expect(wallet.chargeBatched(db, saleOf(fan, creator, 100), otherCall)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await wallet.balanceOf(db, fan)).toBe(100)
  expect(await pay(await someone(db, 500), creator, 100, 'one'), 'a key is its owner’s own').toMatchObject({ balance: 400 })
})

test('a refusal moves nothing and keeps no answer: the same key may pay after a top-up', async () => {
  const [fan, creator] = [await someone(db, 50), await someone(db)]
  await expect(pay(fan, creator, 100, 'short')).rejects.toMatchObject({ code: 'not_enough_tokens' })
  await db.transaction((tx) =>
    wallet.deposit(tx, { to: fan, amount: 100, kind: 'top_up', key: `payment:${randomUUID()}`, title: 'Top-up' }),
  )
  expect(await pay(fan, creator, 100, 'short')).toMatchObject({ balance: 50 })
})

test('a call with a transaction of its own and a batched charge share keys, whichever comes first', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const slow = (key: string) =>
    once(db, keyOf(fan, key, { to: creator, amount: 100 }), async (tx) => (await wallet.charge(tx, saleOf(fan, creator, 100))).transferId)
  const both = await Promise.allSettled([slow('k1'), pay(fan, creator, 100, 'k1'), slow('k2'), pay(fan, creator, 100, 'k2')])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await wallet.balanceOf(db, fan)).toBe(800)
})

test('one whose row the database refuses fails alone, and the others of that statement are paid', async () => {
  const [ann, bob, eve, creator] = [await someone(db, 1000), await someone(db, 1000), await someone(db, 1000), await someone(db)]
  await pay(ann, creator, 1)
  const [first, broken, last] = await Promise.allSettled([
    pay(ann, creator, 100),
    wallet.chargeBatched(db, { ...saleOf(eve, creator, 100), kind: 'Not A Kind' }, undefined),
    pay(bob, creator, 100),
  ])
  expect([first, last]).toMatchObject([{ value: { balance: 899 } }, { value: { balance: 900 } }])
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('word_is_lower_snake_case') } })
  expect(await wallet.balanceOf(db, eve)).toBe(1000)
})

test('a batched charge announces what an ordinary one announces', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const { transferId: fast } = await pay(fan, creator, 100)
  const { transferId: slow } = await db.transaction((tx) => wallet.charge(tx, saleOf(fan, creator, 100)))
  const facts = await db.many<{ name: string; payload: object }>(sql`
    select name, payload from outbox.events where payload ->> 'transferId' in (${fast}, ${slow}) order by id`)
  const told = { name: 'wallet.charged', payload: { payerId: fan, payeeId: creator, amount: 100, kind: 'tip', reference: null } }
  expect(facts).toEqual([
    { name: told.name, payload: { ...told.payload, transferId: fast, balance: 900 } },
    { name: told.name, payload: { ...told.payload, transferId: slow, balance: 800 } },
  ])
  const [one, two] = [await wallet.transfer(db, fast), await wallet.transfer(db, slow)]
  expect({ ...one, id: 0, at: 0 }).toEqual({ ...two, id: 0, at: 0 })
})

test('two creators who never sold anything are paid at once by many', async () => {
  const creators = [await someone(db), await someone(db)]
  const fans = await Promise.all(Array.from({ length: 10 }, () => someone(db, 100)))
  await Promise.all(fans.flatMap((fan) => creators.map((creator) => pay(fan, creator, 50))))
  expect(await Promise.all(creators.map((creator) => wallet.earningsOf(db, creator)))).toEqual([400, 400])
})

test('tips, deposits, refunds and folds at once end in agreement, without a deadlock', async () => {
  const creators = [await someone(db), await someone(db)]
  const fans = await Promise.all(Array.from({ length: 8 }, () => someone(db, 10_000)))
  await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const [fan, creator] = [fans[n % fans.length] ?? '', creators[n % 2] ?? '']
      if (n % 5 === 0)
        return db.transaction((tx) => wallet.deposit(tx, { to: fan, amount: 10, kind: 'top_up', key: `t:${n}:${fan}`, title: 'x' }))
      if (n % 5 === 1) return db.transaction((tx) => wallet.charge(tx, saleOf(fan, creator, 10)))
      if (n % 5 === 2) return db.transaction((tx) => tx.one(sql`select wallet.fold(50)`))
      const { transferId } = await pay(fan, creator, 10)
      return n % 5 === 3 ? db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null })) : undefined
    }),
  )
  expect(await disagreements(db)).toEqual([])
})
