import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, instantsOf, raw, sql, withinDays, type Database, type Days, type Tx } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
const errors: Error[] = []
beforeAll(async () => {
  const { ownerUrl } = await cloneDatabase()
  db = connect({ connection: { connectionString: ownerUrl }, maxConnections: 4, onError: (error) => void errors.push(error) })
  await db.pool.query('create table public.pieces (n integer primary key)')
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.pool.query('truncate public.pieces')
})

const write = (tx: Tx, n: number) => tx.run(sql`insert into public.pieces values (${n})`)
const written = async () => (await db.many<{ n: number }>(sql`select n from public.pieces order by n`)).map(({ n }) => n)

test('of five writes that are asked together, of which the second fails, none remains', async () => {
  await expect(db.transaction((tx) => Promise.all([1, 1, 2, 3, 4].map((n) => write(tx, n))))).rejects.toMatchObject({ code: '23505' })
  // Another transaction on the same connections finds nothing of them, now and later.
  await Promise.all(Array.from({ length: 8 }, () => db.one(sql`select 1`)))
  expect(await written()).toEqual([])
})

test('work that ends in a no while its writes still wait leaves nothing', async () => {
  const late: Promise<unknown>[] = []
  const work = db.transaction(async (tx) => {
    for (const n of [1, 2, 3]) late.push(write(tx, n))
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  await Promise.allSettled(late)
  expect(await written()).toEqual([])
})

test('a transaction that somebody kept takes nothing any more, neither after its commit nor after its end', async () => {
  let kept: Tx | undefined
  await db.transaction(async (tx) => {
    kept = tx
    await write(tx, 1)
  })
  await expect(write(kept!, 2)).rejects.toThrow(/over/)
  await expect(kept!.one(sql`select 1`)).rejects.toThrow(/over/)
  expect(() => kept!.afterCommit(() => {})).toThrow(/over/)
  await db
    .transaction(async (tx) => {
      kept = tx
      await write(tx, 3)
      throw new Error('no')
    })
    .catch(() => {})
  await expect(write(kept!, 4)).rejects.toThrow(/over/)
  expect(await written()).toEqual([1])
})

test('a write that nobody waited for belongs to the commit, and its failure is the transaction’s', async () => {
  await db.transaction(async (tx) => {
    void write(tx, 1)
    void write(tx, 2)
  })
  expect(await written()).toEqual([1, 2])
  const work = db.transaction(async (tx) => {
    write(tx, 3).catch(() => {})
    write(tx, 3).catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await written()).toEqual([1, 2])
})

test('half of what nobody waited for is not committed: the transaction fails instead', async () => {
  const work = db.transaction(async (tx) => {
    void (async () => {
      await write(tx, 1)
      await write(tx, 2)
    })().catch(() => {})
  })
  await expect(work).rejects.toThrow(/waited for/)
  expect(await written()).toEqual([])
})

test('work that swallows the failure of a statement is not told that it was committed', async () => {
  const work = db.transaction(async (tx) => {
    await write(tx, 1)
    await write(tx, 1).catch(() => {})
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await written()).toEqual([])
})

test('after a statement failed, the next one is not even sent', async () => {
  await expect(
    db.transaction(async (tx) => {
      await write(tx, 1)
      await write(tx, 1).catch(() => {})
      await write(tx, 2)
    }),
  ).rejects.toThrow(/failed before/)
})

test('a deadlock is tried again, also when the work made an error of its own of it', async () => {
  let attempts = 0
  const answer = await db.transaction(async (tx) => {
    attempts++
    try {
      await tx.run(sql`do $$ begin if ${raw(String(attempts < 3))} then raise exception 'again' using errcode = '40P01'; end if; end $$`)
    } catch {
      throw new Error('of its own')
    }
    await write(tx, 1)
    return 'done'
  })
  expect([answer, attempts]).toEqual(['done', 3])
  expect(await written()).toEqual([1])
})

test('a hint that fails after the commit does not make what is durable look undone', async () => {
  const heard: string[] = []
  errors.length = 0
  const answer = await db.transaction(async (tx) => {
    tx.afterCommit(() => {
      throw new Error('the hint failed')
    })
    tx.afterCommit(() => void heard.push('the other hint'))
    await write(tx, 1)
    return 'done'
  })
  expect(answer).toBe('done')
  expect(heard).toEqual(['the other hint'])
  expect(errors.map(({ message }) => message)).toEqual(['the hint failed'])
  expect(await written()).toEqual([1])
})

test.each(['0000-01-01', '0001-01-01', '0999-12-31', '1899-12-31', '1900-01-01', '9998-12-31', '9999-01-01', '9999-12-31'])(
  'a day at an end of the calendar (%s) has its instants in the most eastern and the most western zone',
  (day) => {
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12']) {
      const { from, until } = instantsOf({ fromDate: day, toDate: day, timeZone })
      expect(Number(until) - Number(from), timeZone).toBeGreaterThan(0)
      expect(Math.abs(Number(from) - Date.parse(day)), timeZone).toBeLessThan(86_400_000)
    }
  },
)

test('midnight belongs to the day that it begins: whole days include their first instant and not that of the day after', async () => {
  const instants = ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00.000Z']
  const within = async (days: Days) => {
    const rows = await db.many<{ at: Date }>(sql`
      select at from unnest(${instants}::timestamptz[]) as at where true ${withinDays(sql`at`, days)} order by at`)
    return rows.map(({ at }) => at.toISOString())
  }
  expect(await within({ fromDate: '2026-11-21', toDate: '2026-11-21' })).toEqual(instants.slice(1, 3))
  expect(await within({ fromDate: '2026-11-21' })).toEqual(instants.slice(1))
  expect(await within({ toDate: '2026-11-21' })).toEqual(instants.slice(0, 3))
  expect(await within({})).toEqual(instants)
})
