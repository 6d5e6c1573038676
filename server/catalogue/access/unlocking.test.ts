import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import { unlock } from '#server/catalogue/access/unlocking.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, newCast, openHouse, postHands } from '#server/catalogue/feeds/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { countQueries } from '#server/platform/testing/count-queries.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import type { Member } from '#server/platform/http/viewer.ts'

let db: Database
let close: () => Promise<void>
let staff: Member
let creator: Member
let fan: Member
beforeAll(async () => {
  ;({ db, staff, close } = await openHouse())
})
beforeEach(async () => {
  ;({ creator, fan } = await newCast(db))
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await close()
})

const { publish, edit, see, photo } = postHands(() => ({ db, creator, fan }))
const forSale = async (price = 500) => publish({ media: [await photo()], audience: 'ppv', price })
const keyOf = (by: Member, key: string, input: unknown = {}): Attempt => ({ accountId: by.accountId, key, call: 'feeds.charge', input })
async function press(workId: string, { by = fan, key, expectedPrice }: { by?: Member; key?: string; expectedPrice?: number } = {}) {
  const attempt = key === undefined ? undefined : keyOf(by, key, { workId })
  const { opened, balance, transferId, already, ...line } = await unlock(
    db,
    { viewer: by },
    { workId, kind: 'feed', expectedPrice },
    attempt,
  )
  if (opened) expect(opened).toMatchObject({ work: { id: workId }, access: { isBought: true, canView: true } })
  if (transferId && !already) expect(line).toMatchObject({ title: expect.any(String), amount: expect.any(Number), at: expect.any(String) })
  return { balance, ...(transferId && !already && { transferId }) }
}
const reverse = (transferId: string) => db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))

test('fans who unlock in the same moment share one statement, and each is judged alone', async () => {
  const [first, second] = [await forSale(500), await forSale(700)]
  const rich = await Promise.all(Array.from({ length: 12 }, () => member(db, 'user', { balance: 1000 })))
  const [poor, frozen, young] = [
    await member(db, 'user', { balance: 499 }),
    await member(db, 'user', { balance: 1000 }),
    await member(db, 'user', { balance: 1000, isAdult: false }),
  ]
  await db.transaction((tx) => wallet.freeze(tx, frozen.accountId))
  const ended = await Promise.allSettled([
    ...rich.map((by, n) => press(n % 2 ? second : first, { by })),
    press(first, { by: poor }),
    press(first, { by: frozen }),
    press(first, { by: young }),
    press(first, { by: creator }),
    press(first, { expectedPrice: 499 }),
    press(randomUUID()),
  ])
  expect(ended.slice(0, 12).map((each) => (each.status === 'fulfilled' ? each.value.balance : each.reason))).toEqual(
    rich.map((_, n) => (n % 2 ? 300 : 500)),
  )
  expect(ended.slice(12).map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'paid'))).toEqual([
    'not_enough_tokens',
    'wallet_frozen',
    'birth_date_required',
    'cannot_pay_yourself',
    'price_changed',
    'not_found',
  ])
  const { writes } = await db.one<{ writes: number }>(sql`
    select count(distinct xmin::text) as writes from wallet.transfers where reference in (${access.referenceOf(first)}, ${access.referenceOf(second)})`)
  expect(writes).toBeLessThan(4)
})

test('what an unlock announces and leaves on the ledger is what the same purchase inside a transaction does', async () => {
  const [one, two] = [await forSale(), await forSale()]
  const fast = await press(one)
  const slow = await db.transaction((tx) => access.buy(tx, fan, undefined, two))
  const facts = await db.many<{ name: string; payload: Record<string, unknown> }>(sql`
    select name, payload from outbox.events where payload ->> 'transferId' in (${fast.transferId}, ${slow.transferId}) order by name, id`)
  const told = facts.map(({ name, payload }) => [
    name,
    payload['transferId'],
    payload['reference'] ?? payload['workId'],
    payload['balance'],
  ])
  expect(told).toEqual([
    ['wallet.charged', fast.transferId, `work:${one}`, 99_500],
    ['wallet.charged', slow.transferId, `work:${two}`, 99_000],
    ['work.bought', fast.transferId, one, undefined],
    ['work.bought', slow.transferId, two, undefined],
  ])
  const [quick, plain] = [await wallet.transfer(db, fast.transferId ?? ''), await wallet.transfer(db, slow.transferId ?? '')]
  const same = { id: 0, at: 0, reference: 0, detail: 0, balanceAfter: 0, title: 0 }
  expect({ ...quick, ...same }).toEqual({ ...plain, ...same })
})

test('bought is bought: pressed fifty times at once with keys and without, it is paid once', async () => {
  const id = await forSale()
  const presses = await Promise.all(Array.from({ length: 50 }, (_, n) => press(id, n % 2 ? { key: `k${n % 5}` } : {})))
  expect(presses.filter(({ transferId }) => transferId)).not.toHaveLength(0)
  expect(new Set(presses.flatMap(({ transferId }) => transferId ?? []))).toHaveLength(1)
  expect(new Set(presses.map(({ balance }) => balance))).toEqual(new Set([99_500]))
  expect(await see(fan, id)).toMatchObject({ isBought: true, canView: true })
})

test('beside a purchase inside a transaction, whoever is second finds it bought', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await forSale(100)
    const both = await Promise.all([press(id), db.transaction((tx) => access.buy(tx, fan, undefined, id))])
    expect(both.filter(({ transferId }) => transferId)).toHaveLength(1)
  }
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(99_000)
})

test('the same key gets the first answer for good: also "bought before", which never pays after a refund', async () => {
  const id = await forSale()
  const first = await press(id, { key: 'one' })
  expect(await press(id, { key: 'two' })).toEqual({ balance: 99_500 })
  await reverse(first.transferId ?? '')
  expect(await press(id, { key: 'one' })).toEqual({ transferId: first.transferId, balance: 99_500 })
  expect(await press(id, { key: 'two' })).toEqual({ balance: 99_500 })
  expect(await see(fan, id), 'a repeat opens nothing').toMatchObject({ canView: false })
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(100_000)
  expect((await press(id, { key: 'three' })).transferId).not.toBe(first.transferId)
  await expect(unlock(db, { viewer: fan }, { workId: id }, keyOf(fan, 'three', { workId: 'other' }))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('what is kept under the key are figures: no address of media, nothing of the work', async () => {
  const id = await forSale()
  await press(id, { key: 'small' })
  await press(id, { key: 'again' })
  const kept = await db.many<{ key: string; answer: object; bytes: number }>(sql`
    select key, answer, length(answer::text) as bytes from platform.idempotency where account_id = ${fan.accountId} order by key`)
  expect(kept.map(({ key, answer }) => [key, Object.keys(answer).toSorted()])).toEqual([
    ['again', ['balance']],
    ['small', ['already', 'amount', 'at', 'balance', 'commission', 'title', 'transferId']],
  ])
  for (const { bytes } of kept) expect(bytes).toBeLessThan(400)
})

test('made dearer, taken down, deleted or given to subscribers while somebody unlocks it: they wait, and pay what it is then or nothing', async () => {
  const changes: [string, (id: string) => Promise<unknown>, expected: object][] = [
    ['dearer', (id) => db.transaction((tx) => feeds.edit(tx, creator.accountId, id, { price: 900 })), { code: 'price_changed' }],
    ['subscribers', (id) => edit(id, { audience: 'subscription' }), { code: 'not_for_sale' }],
    [
      'taken down',
      (id) => db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'Nobody agreed to this.')),
      { code: 'not_found' },
    ],
  ]
  for (const [name, change, refusal] of changes) {
    const id = await forSale()
    // Somebody else's look at the work's row makes both wait, the change first.
    let changed: Promise<unknown> = Promise.resolve()
    let pressed: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await works.lockExclusive(tx, id)
      changed = change(id)
      await waiting(1)
      pressed = press(id, { expectedPrice: 500 })
      pressed.catch(() => {})
      await waiting(2)
    })
    await changed
    await expect(pressed, name).rejects.toMatchObject(refusal)
    expect(await wallet.balanceOf(db, fan.accountId), name).toBe(100_000)
  }
  const open = await forSale()
  let pressed: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await works.lockExclusive(tx, open)
    await tx.run(sql`update works.works set price = 800 where id = ${open}`)
    pressed = press(open)
    await waiting(1)
  })
  expect(await pressed, 'who named no price pays that of now').toMatchObject({ balance: 99_200 })
})

/** Until so many of this database's connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { waits } = await db.one<{ waits: number }>(sql`
        select count(*) as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return waits >= count
    },
    { timeout: 20_000, interval: 10 },
  )
}

/** Presses, and each look at the work is followed by one of these changes before anything is paid. */
async function pressUnder(id: string, changes: Parameters<typeof edit>[1][], expectedPrice?: number): Promise<{ balance: number }> {
  const many = db.many.bind(db)
  const paying = vi.spyOn(db, 'many').mockImplementation(async (question) => {
    const change = question.text.includes('for_sale as materialized') && changes.shift()
    if (change) await edit(id, change)
    return many(question)
  })
  try {
    return await press(id, expectedPrice === undefined ? {} : { expectedPrice })
  } finally {
    paying.mockRestore()
  }
}

test('an offer that changes under Mei’s hand at each look is paid in the end as it is then, unless she had named a price', async () => {
  const dearer = [{ price: 600 }, { price: 700 }]
  expect(await pressUnder(await forSale(), [...dearer])).toMatchObject({ balance: 99_300 })
  const restless = await forSale()
  const changes = [...dearer, { tagline: 'One more evening' }]
  expect(await pressUnder(restless, changes), 'the third change: what is bought is held before it is looked at').toMatchObject({
    balance: 98_600,
  })
  expect([changes, await see(fan, restless)]).toMatchObject([[], { isBought: true, canView: true }])
  const named = await forSale()
  const before = [{ tagline: 'One' }, { tagline: 'Two' }, { price: 900 }]
  await expect(pressUnder(named, before, 500)).rejects.toMatchObject({ code: 'price_changed', details: { price: 9 } })
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(98_600)
  expect(await see(fan, named)).toMatchObject({ isBought: false, canView: false })
})

test('a block hides what was not bought, and bought things answer as bought behind it', async () => {
  const [bought, other] = [await forSale(), await forSale()]
  await press(bought)
  await block(db, creator, fan)
  await expect(press(other)).rejects.toMatchObject({ code: 'not_found' })
  expect(await press(bought)).toEqual({ balance: 99_500 })
})

test('an unlock that is shown takes few questions, and so do thirty of the same moment together', async () => {
  const ids = await Promise.all([forSale(), forSale()])
  const show = async (by: Member, id: string) => {
    const { opened } = await unlock(db, { viewer: by }, { workId: id, kind: 'feed' }, keyOf(by, 'count'))
    return opened ? feeds.showOpened(db, { viewer: by }, opened) : Promise.reject(new Error('not paid now'))
  }
  const fans = await Promise.all(Array.from({ length: 31 }, () => member(db, 'user', { balance: 1000 })))
  const [lone = fan, ...many] = fans
  await show(fan, ids[0])
  expect(await countQueries(() => show(lone, ids[0]))).toBeLessThanOrEqual(8)
  const shown: Awaited<ReturnType<typeof show>>[] = []
  expect(
    await countQueries(async () => shown.push(...(await Promise.all(many.map((by, n) => show(by, ids[n % 2] ?? '')))))),
    'for thirty',
  ).toBeLessThan(28)
  expect(shown.every(({ canView, isBought }, n) => canView && isBought && shown[n]?._id === ids[n % 2])).toBe(true)
})

test('what is liked without a pause is bought all the same, at the price that was seen, and once under a key', async () => {
  const id = await forSale(500)
  const buyers = await Promise.all(Array.from({ length: 6 }, () => member(db, 'user', { balance: 1000 })))
  const gate = { isOpen: true }
  const likes = Array.from({ length: 3 }, async () => {
    while (gate.isOpen) await db.transaction((tx) => works.countLikes(tx, [{ targetId: id, change: 1 }]))
  })
  const ended = await Promise.allSettled(
    buyers.flatMap((by) => [press(id, { by, expectedPrice: 500, key: 'k' }), press(id, { by, key: 'k' })]),
  )
  gate.isOpen = false
  await Promise.all(likes)
  expect(ended.map((each) => (each.status === 'fulfilled' ? each.value.balance : each.reason))).toEqual(ended.map(() => 500))
  const { paid } = await db.one<{ paid: number }>(
    sql`select count(*) as paid from wallet.transfers where reference = ${access.referenceOf(id)}`,
  )
  expect(paid).toBe(buyers.length)
})

test('unlocks, tips, refunds, likes that are counted and edits at once end in agreement, without anybody stuck', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => forSale(100)))
  const fans = await Promise.all(Array.from({ length: 6 }, () => member(db, 'user', { balance: 1000 })))
  const tip = (by: Member) =>
    wallet.chargeBatched(
      db,
      { from: by.accountId, to: creator.accountId, amount: 5, commissionBasisPoints: 2000, kind: 'tip', title: 'x' },
      undefined,
    )
  await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const [id = '', by = fan] = [ids[n % 6], fans[Math.floor(n / 6) % 6]]
      if (n % 4 === 1) return tip(by)
      if (n % 10 === 2)
        return db.transaction((tx) =>
          works.countLikes(
            tx,
            ids.map((targetId) => ({ targetId, change: 1 })),
          ),
        )
      if (n % 10 === 4) return edit(id, { tagline: `Evening ${n}` })
      const { transferId } = await press(id, { by })
      return n % 3 === 0 && transferId ? reverse(transferId) : undefined
    }),
  )
  expect(await disagreements(db)).toEqual([])
})
