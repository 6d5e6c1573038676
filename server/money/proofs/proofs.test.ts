// Issue: the provable ledger. Whoever changes one row of it, triggers switched off, is found by anybody with the program and a digest.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as proofs from '#server/money/proofs/proofs.ts'
import { climbed } from '#server/money/proofs/tree.ts'
import { foldAll } from '#server/money/wallet/jobs.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { connect, raw, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'

let db: Database
/** Who may switch guards off. */
let owner: Database
let now = new Date('2026-03-01T12:00:00Z')
const dayMs = 86_400_000
beforeAll(async () => {
  const cloned = await cloneDatabase()
  const clock = { now: () => now }
  db = connect({ connection: cloned, clock })
  owner = connect({ connection: { connectionString: cloned.ownerUrl }, clock })
})
afterAll(() => Promise.all([db.close(), owner.close()]))

const tip = (from: string, to: string, amount: number) =>
  db.transaction((tx) => wallet.charge(tx, { from, to, amount, commissionBasisPoints: 2000, kind: 'tip', title: 'Lan\t的 "夜"\\' }))
const verdict = (kept: string[] = []) =>
  db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    return proofs.verify(proofs.liveBooks(tx), kept)
  })

/** A fan tips for three days, and takes one back; each evening the day is closed. */
async function threeDays() {
  const [fan, creator] = [await someone(db, 10_000), await someone(db)]
  const tips: string[] = []
  for (let day = 0; day < 3; day++) {
    for (const amount of [100, 250, 301]) tips.push((await tip(fan, creator, amount)).transferId)
    if (day === 1) await db.transaction((tx) => wallet.reverse(tx, tips[0]!, { reason: 'asked', by: null }))
    now = new Date(now.getTime() + dayMs)
    await proofs.seal(db)
  }
  return { fan, creator, tips }
}

test('an untouched ledger verifies, live and as a dump, and its days are closed one upon the other', async () => {
  await threeDays()
  const seen = await verdict()
  expect(seen).toMatchObject({ findings: [], days: 3 })
  expect(seen.links).toBe(seen.transfers)
  await foldAll(db)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-dump-'))
  try {
    const file = join(folder, 'ledger.sql')
    const lines: string[] = ["--\n-- as pg_dump begins\n--\n\nSET client_encoding = 'UTF8';\n\n"]
    await db.transaction(async (tx) => {
      await tx.run(sql`set local timezone = 'Asia/Kathmandu'`)
      for await (const line of proofs.dumped(proofs.liveBooks(tx))) lines.push(line)
    })
    writeFileSync(file, lines.join(''))
    expect(await proofs.verify(proofs.dumpedBooks(file), [seen.digest!])).toEqual(seen)
    // One figure in the file, of one line.
    const altered = lines.map((line) => line.replace(/\t250\t50\t/, '\t251\t50\t'))
    writeFileSync(file, altered.join(''))
    expect((await proofs.verify(proofs.dumpedBooks(file))).findings).toContainEqual(
      expect.objectContaining({ what: 'a transfer is not what was linked' }),
    )
    writeFileSync(file, lines.slice(0, -5).join(''))
    await expect(proofs.verify(proofs.dumpedBooks(file))).rejects.toThrow('The dump')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('one altered row is found, whichever it is and whoever switched the guards off', async () => {
  const { creator, tips } = await threeDays()
  const [, second, third] = tips as [string, string, string]
  const account = sql`(select id from wallet.accounts where owner_id = ${creator} and kind = 'earnings')`
  const alterations: [ReturnType<typeof sql>, string][] = [
    [sql`update wallet.transfers set amount = amount + 1 where id = ${second}`, 'a transfer is not what was linked'],
    [sql`update wallet.transfers set commission = commission - 1 where id = ${second}`, 'a transfer is not what was linked'],
    [sql`update wallet.transfers set title = 'x' where id = ${second}`, 'a transfer is not what was linked'],
    [sql`update wallet.transfers set detail = '{"message": "x"}' where id = ${second}`, 'a transfer is not what was linked'],
    [sql`update wallet.transfers set paid_by = ${creator} where id = ${second}`, 'a transfer is not what was linked'],
    [
      sql`update wallet.transfers set created_at = created_at + interval '1 microsecond' where id = ${second}`,
      'a transfer is not what was linked',
    ],
    [sql`update wallet.transfers set reversed_by = ${third} where id = ${second}`, 'a transfer says that it was reversed and was not'],
    [sql`update wallet.transfers set reversed_by = null where reversed_by is not null`, 'a transfer does not say what reversed it'],
    [sql`delete from wallet.transfers where id = ${second}`, 'a transfer that was linked is gone'],
    [
      sql`update wallet.accounts set owner_id = null, kind = 'commission', balance = 0 where id = ${account}`,
      'a transfer is not what was linked',
    ],
    [sql`update wallet.accounts set balance = balance + 1 where id = ${account}`, 'an account differs from its entries by 1'],
    [
      sql`update wallet.pending_credits set amount = amount + 1 where transfer = ${second} and account = ${account}`,
      'an account differs from its entries by 1',
    ],
    [sql`delete from wallet.pending_credits where transfer = ${second}`, 'an account differs from its entries by'],
    [sql`update proofs.links set salt = decode(repeat('00', 16), 'hex') where transfer = ${second}`, 'a transfer is not what was linked'],
    [sql`update proofs.links set hash = decode(repeat('00', 32), 'hex') where transfer = ${second}`, 'does not follow from the one before'],
    [sql`delete from proofs.links where transfer = ${second}`, 'the chain has a gap before link'],
    [sql`update proofs.roots set root = decode(repeat('00', 32), 'hex') where day = '2026-03-02'`, 'a day’s root is not that of its links'],
    [sql`delete from proofs.roots where day = '2026-03-02'`, 'a day’s digest does not follow from the day before'],
  ]
  for (const [alteration, what] of alterations) {
    const found = await altered(alteration)
    expect(found, `${alteration.text} ${JSON.stringify(found)}`).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining(what) as string }),
    )
  }
  expect((await verdict()).findings).toEqual([])
})

/** Does it with every trigger and constraint off, looks, and takes it back. */
async function altered(alteration: ReturnType<typeof sql>): Promise<proofs.Finding[]> {
  let found: proofs.Finding[] = []
  const undo = new Error('undo')
  await owner
    .transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`alter table wallet.accounts drop constraint account_is_of_a_kind, drop constraint one_account_of_a_kind`)
      expect(await tx.run(alteration)).toBeGreaterThan(0)
      found = (await proofs.verify(proofs.liveBooks(tx))).findings
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

test('a chain that was made anew as a whole is found by a digest that somebody kept', async () => {
  await threeDays()
  const { digest } = await verdict()
  expect((await verdict([digest!])).findings).toEqual([])
  await owner.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`update wallet.transfers set title = 'Another' where kind = 'tip'`)
    for (const table of ['links', 'roots']) await tx.run(sql`delete from proofs.${raw(table)}`)
    await tx.run(sql`update proofs.progress set closed = 0, through = 0`)
  })
  await proofs.seal(db)
  const anew = await verdict()
  expect(anew.findings).toEqual([])
  expect((await verdict([digest!])).findings).toEqual([{ what: 'a digest that was kept is not of this chain', id: digest }])
})

test('a line has a proof once its day is closed, which leads to that day’s root and shows nobody’s name', async () => {
  const { fan, creator, tips } = await threeDays()
  const { transferId } = await tip(fan, creator, 777)
  await proofs.seal(db)
  const found = await proofs.proofsOf(db, [...tips, transferId])
  expect(found.size).toBe(tips.length)
  for (const proof of found.values()) {
    expect(JSON.stringify(proof.shown)).not.toContain(fan)
    expect(proof.shown).toContain(creator)
    const { days } = await proofs.daysSince(db, proof.day)
    const leaf = (await db.one<{ leaf: Buffer }>(sql`select leaf from proofs.links where transfer = ${proof.transferId}`)).leaf
    expect(Buffer.from(climbed(leaf, proof.path)).equals(days[0]!.root)).toBe(true)
  }
})

test('everything that was issued is held, spent or was taken back', async () => {
  const { creator } = await threeDays()
  const { issued, held, spent, reversed } = await proofs.totals(db)
  expect(issued).toBeGreaterThan(0)
  expect(issued).toBe(held + spent + reversed)
  const rich = await someone(db, 5000)
  const { transferId } = await db.transaction((tx) => wallet.grant(tx, { to: rich, amount: 300, by: creator, reason: 'Sorry' }))
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'a mistake', by: null }))
  const after = await proofs.totals(db)
  expect(after.issued).toBe(issued + 5300)
  expect(after.reversed).toBe(reversed + 300)
  expect(after.issued).toBe(after.held + after.spent + after.reversed)
})

test('two processes that seal at once make one chain', async () => {
  const { fan, creator } = await threeDays()
  for (let each = 0; each < 20; each++) await tip(fan, creator, 10)
  await Promise.all([proofs.seal(db), proofs.seal(db), proofs.seal(db)])
  const { links, transfers, findings } = await verdict()
  expect(findings).toEqual([])
  expect(links).toBe(transfers)
})

/** The machine's clock is off by so much: ids are made by the database, everything else is dated by the program. */
async function clockIsOff(by: string, work: () => Promise<void>) {
  const before = now
  const hours = Number(by.split(' ')[0])
  await owner.transaction((tx) => tx.run(sql`alter table wallet.transfers alter column id set default uuidv7(${raw(`interval '${by}'`)})`))
  now = new Date(now.getTime() + hours * 3_600_000)
  await work()
  now = before
  await owner.transaction((tx) => tx.run(sql`alter table wallet.transfers alter column id set default uuidv7()`))
}

test.each(['25 hours', '-25 hours', '9000 hours', '-9000 hours'])(
  'a clock that jumps by %s and comes back leaves no transfer unlinked, and days close on their evening',
  async (by) => {
    const { fan, creator } = await threeDays()
    await clockIsOff(by, async () => void (await tip(fan, creator, 100)))
    const after = await tip(fan, creator, 200)
    await proofs.seal(db)
    const seen = await verdict()
    expect(seen).toMatchObject({ findings: [], waiting: 0 })
    expect(seen.links).toBe(seen.transfers)
    now = new Date(now.getTime() + dayMs)
    await proofs.seal(db)
    expect((await proofs.proofsOf(db, [after.transferId])).size).toBe(1)
    expect((await verdict()).findings).toEqual([])
  },
)

test('also when the chain was made while the clock was ahead, what comes after it is linked', async () => {
  const { fan, creator } = await threeDays()
  await clockIsOff('25 hours', async () => {
    await tip(fan, creator, 100)
    await proofs.seal(db)
  })
  for (let day = 0; day < 3; day++) {
    await tip(fan, creator, 200)
    await proofs.seal(db)
    expect(await verdict()).toMatchObject({ findings: [], waiting: 0 })
    now = new Date(now.getTime() + dayMs)
  }
})

/** Two sales at once: the one that drew its number first is still being written when the other is linked. */
async function aLateOne(end: 'commit' | 'rollback') {
  const [fan, other, creator] = [await someone(db, 10_000), await someone(db, 10_000), await someone(db)]
  await tip(other, creator, 100)
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const gone = new Error('gone')
  const late = db
    .transaction(async (tx) => {
      await wallet.charge(tx, { from: fan, to: creator, amount: 100, commissionBasisPoints: 2000, kind: 'tip', title: 'Late' })
      isWritten()
      await decided
      if (end === 'rollback') throw gone
    })
    .catch((error: unknown) => {
      if (error !== gone) throw error
    })
  await written
  await tip(other, creator, 200)
  return async () => {
    decide()
    await late
  }
}

const through = async () => (await db.one<{ through: number }>(sql`select through from proofs.progress`)).through
const newest = async () => (await db.one<{ number: number }>(sql`select max(number) as number from wallet.transfers`)).number

test('a sale that drew its number first and was committed last is linked, however often the chain went on meanwhile', async () => {
  const commits = await aLateOne('commit')
  for (let each = 0; each < 4; each++) await proofs.seal(db)
  // It is there to those who look, and not linked yet: that is nothing wrong.
  expect(await through()).toBeLessThan((await newest()) - 1)
  await commits()
  expect(await verdict()).toMatchObject({ findings: [], waiting: 1 })
  await proofs.seal(db)
  const seen = await verdict()
  expect(seen).toMatchObject({ findings: [], waiting: 0 })
  expect(seen.links).toBe(seen.transfers)
})

test('a sale that never came to be does not keep the chain from knowing how far it has come', async () => {
  const rollsBack = await aLateOne('rollback')
  await proofs.seal(db)
  await rollsBack()
  await proofs.seal(db)
  await proofs.seal(db)
  expect(await through()).toBe(await newest())
})

test('a transfer that the chain has passed without linking it is found', async () => {
  const { tips } = await threeDays()
  for (let each = 0; each < 2; each++) await proofs.seal(db)
  const found = await altered(sql`delete from proofs.links where position = (select max(position) from proofs.links)`)
  expect(found).toContainEqual({ what: 'a transfer was never linked', id: tips.at(-1) })
})

test('nobody gives a transfer its number: neither the largest, nor the next buyer’s, nor one below zero', async () => {
  const [fan, creator] = [await someone(db, 10_000), await someone(db)]
  await tip(fan, creator, 100)
  const account = (of: string, kind: string) => sql`(select id from wallet.accounts where owner_id = ${of} and kind = ${kind})`
  const byHand = (by: Database, number: ReturnType<typeof sql>) =>
    by.transaction((tx) =>
      tx.run(sql`
        insert into wallet.transfers (payer, payee, amount, kind, title, paid_by, balance_after, created_at, number) overriding system value
        values (${account(fan, 'wallet')}, ${account(creator, 'earnings')}, 100, 'tip', 'x', ${fan}, 9800, ${now}, ${number})`),
    )
  const numbers = [
    sql`9223372036854775807`,
    sql`9007199254740991`,
    sql`(select last_value + 1 from wallet.transfers_number_seq)`,
    sql`(select last_value from wallet.transfers_number_seq)`,
    sql`0`,
    sql`-5`,
  ]
  for (const by of [db, owner])
    for (const number of numbers) await expect(byHand(by, number), number.text).rejects.toThrow(/number is drawn|currval|numbered_once/)
  expect((await tip(fan, creator, 100)).balance).toBe(9800)
  await proofs.seal(db)
  expect(await verdict()).toMatchObject({ findings: [], waiting: 0 })
})

test('how far the chain has come is not written by hand: neither beyond what there is, nor past what is not linked, nor back', async () => {
  const { fan, creator } = await threeDays()
  for (let each = 0; each < 2; each++) await proofs.seal(db)
  await tip(fan, creator, 100)
  const writes = (by: Database, changes: ReturnType<typeof sql>) =>
    by.transaction((tx) => tx.run(sql`update proofs.progress set ${changes}`))
  for (const by of [db, owner]) {
    await expect(writes(by, sql`newest = 9000000000000, through = 9000000000000`)).rejects.toThrow('no further than there are transfers')
    await expect(writes(by, sql`newest = newest + 2`)).rejects.toThrow('no further than there are transfers')
    await expect(writes(by, sql`newest = newest + 1, through = newest + 1`)).rejects.toThrow('passes no transfer that is not linked')
    await expect(writes(by, sql`through = through - 1`)).rejects.toThrow('does not go back')
    await expect(writes(by, sql`closed = 0`)).rejects.toThrow('does not go back')
  }
  await proofs.seal(db)
  // Linked, and its day is open.
  await proofs.seal(db)
  await expect(writes(db, sql`closed = through`)).rejects.toThrow('closed with its day')
  now = new Date(now.getTime() + dayMs)
  await proofs.seal(db)
  expect((await db.one<{ closed: number }>(sql`select closed from proofs.progress`)).closed).toBe(await newest())
})

test('a transfer that has waited for its link for more than an hour is found, once the site was there to link it', async () => {
  const { fan, creator } = await threeDays()
  const { transferId } = await tip(fan, creator, 100)
  const hour = 3_600_000
  const sealingWasDue = async (at: Date) => {
    await owner.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('proofs.seal', $1, $1)
       on conflict (identifier) do update set last_execution = excluded.last_execution`,
      [at],
    )
    return db.transaction(async (tx) => proofs.verify(proofs.liveBooks(tx), [], { sealedAt: await proofs.sealingDueAt(tx) }))
  }
  expect(await sealingWasDue(new Date(now.getTime() + hour))).toMatchObject({ findings: [], waiting: 1 })
  const finding = { what: 'a transfer waits for its link for more than an hour', id: transferId }
  expect((await sealingWasDue(new Date(now.getTime() + hour + 1000))).findings).toEqual([finding])
  // A dump has no such time: there the ones that wait tell of each other.
  now = new Date(now.getTime() + hour + 1000)
  await tip(fan, creator, 100)
  expect((await verdict()).findings).toEqual([finding])
  await proofs.seal(db)
  expect((await verdict()).findings).toEqual([])
})
