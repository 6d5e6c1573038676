// A site is copied while people use it, and another is made of the copy: with every row, every file, and keys that open what was sold.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type House, openHouse, type Person, picture, publishes } from '#journeys/house.ts'
import * as files from '#server/media/files/files.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as identity from '#server/people/identity/identity.ts'
import { backUp, checked, refuseTaken, restore } from '#server/platform/backup/backup.ts'
import { connect, sql, type Database, type Db } from '#server/platform/db/db.ts'
import { emptyDatabase } from '#server/platform/testing/clone.ts'

const letters = '夜雨，給鋼琴的筆記\n'
let house: House
let home: string
let dataDir: string
let lan: Person
let mei: Person
let productId: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stagedoor-backup-'))
  dataDir = join(home, 'data')
  house = await openHouse({ DATA_DIR: dataDir })
  lan = await house.creator()
  mei = await house.fan({ balance: 1000 })
  const digitalFile = new File([letters], '夜雨 筆記.txt', { type: 'text/plain' })
  productId = (await lan.api.shop.createProduct({ name: '夜雨', type: 'digital', price: 120, digitalFile }))._id
  await (await house.staff()).api.admin.approveWork({ id: productId })
  await mei.api.shop.charge({ id: productId, expectedPrice: 120 })
  // Whatever COPY has to write with care.
  await publishes(house, lan, { isSale: 'ppv', price: 30, text: 'Tabs\tand\nlines, a \\ and \\N and \\. and 字' })
  await mei.api.earnings.tip({ id: lan.id, amount: 10 })
  await house.settle()
})
afterAll(async () => {
  await house.close()
  await rm(home, { recursive: true, force: true })
})

const referenced = async (db: Db) => [...(await files.storedKeys(db)), ...(await identity.storedKeys(db))]
const backedUp = async (name: string, refer = referenced) => {
  const folder = join(home, name)
  return { folder, report: await backUp({ db: house.db, dataDir }, folder, refer) }
}

/** Every table's rows, and where the sequences stand, each as one sum. */
async function contents(db: Database): Promise<Record<string, string>> {
  const tables = await db.many<{ name: string; rows: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name, case c.relkind when 'S' then 'last_value, is_called' else '*' end as rows from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relname <> 'migrations'`)
  const sums: Record<string, string> = {}
  for (const { name, rows: wanted } of tables) {
    const { rows } = await db.pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from (select ${wanted} from ${name}) t`,
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

/** Everything that lies in storage for good, each as one sum. */
async function objects(folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /\/(incoming|pieces|work)\//.test(path)) continue
    sums[path.slice(folder.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return sums
}

/** An empty database whose owner may do nothing else on its server, as where somebody else runs it. */
async function ownDatabase() {
  const empty = await emptyDatabase()
  const role = `keeper_${empty.database}`
  const { host, owner } = inject('postgres')
  const operator = new pg.Client({ host, user: owner, database: 'postgres' })
  await operator.connect()
  await operator.query(`create role ${role} login nosuperuser; alter database ${empty.database} owner to ${role}`)
  await operator.end()
  const drop = async () => {}
  return {
    host,
    user: role,
    database: empty.database,
    drop,
    url: `postgresql://${role}@/${empty.database}?host=${encodeURIComponent(host)}`,
  }
}

test('a site made of a backup has every row and every file, its ledger holds, and what was bought opens', async () => {
  // Nothing happens for a moment, so that both sides can be compared.
  await house.app.jobs.stop()
  await house.app.outbox.stop()
  const before = await contents(house.db)
  const { folder, report } = await backedUp('whole')
  expect(report).toMatchObject({ missing: [], hasKeys: true })
  expect(await contents(house.db), 'a backup changes nothing').toEqual(before)

  const place = await ownDatabase()
  const restoredDir = join(home, 'restored')
  await refuseTaken(restoredDir)
  await restore(folder, { url: place.url, dataDir: restoredDir }, await checked(folder))
  const restored = connect({ connection: place })
  expect(await contents(restored)).toEqual(before)
  expect(await readFile(join(restoredDir, 'media/.site'), 'utf8')).toBe(await readFile(join(dataDir, 'media/.site'), 'utf8'))
  expect(await objects(join(restoredDir, 'media'))).toEqual(await objects(join(dataDir, 'media')))
  const { findings } = await restored.transaction((tx) => proofs.verify(proofs.liveBooks(tx), []))
  expect([...findings, ...(await disagreements(restored))]).toEqual([])
  // The rules are awake again.
  await expect(restored.transaction((tx) => tx.run(sql`delete from audit.entries`))).rejects.toThrow('append-only')
  await expect(
    restored.transaction((tx) =>
      tx.run(sql`insert into follows.follows (fan_id, performer_id, created_at) values (${lan.id}, gen_random_uuid(), now())`),
    ),
  ).rejects.toMatchObject({ code: '23503' })
  await restored.close()

  await house.close()
  house = await openHouse({ DATA_DIR: restoredDir }, { place: Promise.resolve(place) })
  dataDir = restoredDir
  const { token } = await house.visitor().accounts.login({ username: mei.username, password: mei.password })
  const { url } = await house.as(token).shop.downloadLink({ id: productId })
  const answer = await fetch(house.address + url, { headers: { authorization: token } })
  expect([answer.status, await answer.text()]).toEqual([200, letters])
  mei = { ...mei, token, api: house.as(token) }
  lan = { ...lan, api: house.as((await house.visitor().accounts.login({ username: lan.username, password: lan.password })).token) }
})

test('a backup of a site in use is one instant: money that moves meanwhile is in it whole or not at all, and no file is missing', async () => {
  let isOver = false
  const tips = (async () => {
    for (let tip = 0; !isOver; tip++) await mei.api.earnings.tip({ id: lan.id, amount: 0.5 })
  })().catch(() => {})
  // A picture is there when the snapshot is taken and gone before it is copied, as an original whose renditions have just been made.
  const gone = await lan.api.feeds.uploadPhoto({ file: await picture(640, 480, 7) })
  let snapshots = 0
  const { folder, report } = await backedUp('busy', async (db) => {
    const keys = await referenced(db)
    if (++snapshots === 1) {
      const late = await lan.api.feeds.uploadPhoto({ file: await picture(640, 480, 8) })
      keys.push(...Object.values((await files.get(house.db, late._id)).renditions).map(({ key }) => key))
      await house.db.transaction((tx) => files.forget(tx, late._id))
      await expect.poll(async () => readdir(join(dataDir, `media/renditions/${late._id}`))).toEqual([])
    }
    return keys
  })
  isOver = true
  await tips
  expect(snapshots).toBe(2)
  expect(report.missing).toEqual([])
  const place = await ownDatabase()
  const restoredDir = join(home, 'busy-restored')
  await restore(folder, { url: place.url, dataDir: restoredDir }, await checked(folder))
  const restored = connect({ connection: place })
  const { findings, transfers } = await restored.transaction((tx) => proofs.verify(proofs.liveBooks(tx), []))
  expect([...findings, ...(await disagreements(restored))]).toEqual([])
  expect(transfers).toBeGreaterThan(2)
  const there = await objects(join(restoredDir, 'media'))
  for (const key of await referenced(restored)) expect(there).toHaveProperty([`/${key}`])
  expect((await files.get(restored, gone._id)).status).toBe('finished')
  await restored.close()
})

test('nothing is written over, and nothing damaged, cut or foreign is restored', async () => {
  const { folder } = await backedUp('kept')
  await expect(backedUp('kept')).rejects.toThrow('is not empty')
  await expect(refuseTaken(dataDir)).rejects.toThrow(/^DATA_DIR .* is not empty/)
  const taken = await ownDatabase()
  const other = connect({ connection: taken })
  await other.pool.query('create table somebodys (name text)')
  const whole = await checked(folder)
  await expect(restore(folder, { url: taken.url, dataDir: join(home, 'never') }, whole)).rejects.toThrow('The database is not empty')
  await other.close()
  expect((await stat(folder)).mode & 0o077, 'it has the keys').toBe(0)
  execFileSync('sha256sum', ['--check', '--quiet', 'sha256sums'], { cwd: folder })

  const table = join(folder, 'database/accounts.accounts.copy')
  const good = await readFile(table)
  await writeFile(table, good.subarray(0, -1))
  await expect(checked(folder)).rejects.toThrow('database/accounts.accounts.copy is another than was written')
  await rm(table)
  await expect(checked(folder)).rejects.toThrow('database/accounts.accounts.copy is missing')
  await writeFile(table, good)
  await checked(folder)
  await appendFile(join(folder, 'sha256sums'), `${'0'.repeat(64)}  ../../etc/passwd\n`)
  await expect(checked(folder)).rejects.toThrow('sha256sums is damaged')
  await rm(join(folder, 'sha256sums'))
  await expect(checked(folder)).rejects.toThrow('is no backup')
  const apart = await backUp({ db: house.db, dataDir, withKeys: false }, join(home, 'apart'), referenced)
  expect([apart.hasKeys, await readdir(join(home, 'apart'))]).toEqual([false, ['database', 'manifest.json', 'media', 'sha256sums']])
})

test('of two backups that are made into one folder at once, one is there whole, and the other says that it is not', async () => {
  const folder = join(home, 'at-once')
  const both = await Promise.allSettled([backedUp('at-once'), backedUp('at-once')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'BackupFailed', message: expect.stringMatching(/was filled while the backup was made/) as string },
  })
  await checked(folder)
  expect(
    (await readdir(home)).filter((name) => name.startsWith('at-once')),
    'what was given up is gone',
  ).toEqual(['at-once'])
})

test('what somebody puts into the folder while the backup is made stays, and the backup says that it is not there', async () => {
  const folder = join(home, 'filled')
  const precious = join(folder, 'precious.txt')
  const filling = backedUp('filled', async (db) => {
    await mkdir(folder, { recursive: true })
    await writeFile(precious, letters)
    return referenced(db)
  })
  await expect(filling).rejects.toThrow(`${folder} was filled while the backup was made, and stays as it is`)
  expect([await readdir(folder), await readFile(precious, 'utf8')]).toEqual([['precious.txt'], letters])
  expect((await readdir(home)).filter((name) => name.startsWith('filled'))).toEqual(['filled'])
})

test('a backup into a folder that is there and empty takes its place', async () => {
  await mkdir(join(home, 'empty'))
  await checked((await backedUp('empty')).folder)
})

test('a backup that is no more what was written when it is read again is not told of', async () => {
  const damaging = backedUp('damaged', async (db) => {
    const making = (await readdir(home)).find((name) => name.startsWith('damaged.making-'))!
    const [file] = (await objectsIn(join(home, making, 'media'))).toSorted()
    await appendFile(file!, 'x')
    return referenced(db)
  })
  await expect(damaging).rejects.toThrow(/^The backup is damaged: media\/.* is another than was written/)
  expect((await readdir(home)).filter((name) => name.startsWith('damaged'))).toEqual([])
})

const objectsIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('what a killed backup left behind is in no other backup’s way, and is taken away when nobody has written to it for a day', async () => {
  const old = join(home, 'yesterday.making-6f0f3a52-3b1c-4a6e-9c05-1f0c8d1f2a77')
  const young = join(home, 'today.making-9d7e2a11-8c44-4f0e-8a31-2c5b7f60e9d1')
  for (const left of [old, young]) {
    await mkdir(join(left, 'database'), { recursive: true })
    await writeFile(join(left, 'database/a.copy'), letters)
  }
  const before = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  for (const path of [join(old, 'database/a.copy'), join(old, 'database'), old, young]) await utimes(path, before, before)
  await mkdir(join(home, 'today.making'))
  await backedUp('today')
  const left = (await readdir(home)).filter((name) => name.includes('.making'))
  expect(left.toSorted()).toEqual(['today.making', 'today.making-9d7e2a11-8c44-4f0e-8a31-2c5b7f60e9d1'])
})
