import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { changeKey, type KeyName, keysOf, type Place } from '#server/platform/keys/keys.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'

let db: Database
let place: Place
beforeEach(async () => {
  // As the owner, who alone can make a site of before.
  db = connect({ connection: { connectionString: (await cloneDatabase()).ownerUrl } })
  place = { dataDir: await mkdtemp(join(tmpdir(), 'stagedoor-keys-')), given: {} }
})
afterEach(async () => {
  await db.close()
  await rm(place.dataDir, { recursive: true })
})

const fileOf = (name: KeyName) => join(place.dataDir, 'keys', name)
const change = (name: KeyName, at = place) => db.transaction((tx) => changeKey(tx, name, at))

test('the first start makes two keys that nobody else may read; every later one finds the same', async () => {
  const first = await keysOf(db, place)
  expect([first.secret.length, first.documents.length]).toEqual([32, 32])
  expect(first.secret.equals(first.documents)).toBe(false)
  expect((await stat(fileOf('secret'))).mode & 0o777).toBe(0o600)
  expect(await keysOf(db, place)).toEqual(first)
  const told = JSON.stringify(await db.many(sql`select name, encode(fingerprint, 'hex') as fingerprint from platform.keys`))
  expect(told).not.toContain(first.secret.toString('hex'))
})

test('two processes that start together agree on their keys', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => keysOf(db, place)))
  expect(new Set(all.map(({ secret }) => secret.toString('hex'))).size).toBe(1)
})

test.each(['secret', 'documents'] as const)(
  'without its key "%s", or with an empty, cut or foreign one, the site does not start',
  async (name) => {
    const keys = await keysOf(db, place)
    const good = await readFile(fileOf(name), 'utf8')
    for (const [text, why] of [
      ['', /is damaged/],
      [good.slice(0, 40), /is damaged/],
      [`${good.slice(1)}z`, /is damaged/],
      ['ab'.repeat(32), /is not the one that this database belongs to/],
    ] as const) {
      await writeFile(fileOf(name), text)
      await expect(keysOf(db, place)).rejects.toMatchObject({ name: 'CannotStart', message: expect.stringMatching(why) as string })
    }
    await rm(fileOf(name))
    const missing = keysOf(db, place)
    await expect(missing).rejects.toThrow(`${fileOf(name)} is missing`)
    await expect(missing).rejects.toThrow(`npm run stagedoor -- keys change ${name}`)
    await expect(stat(fileOf(name)), 'none is made in its place').rejects.toThrow('ENOENT')
    // From the environment it is as good as from its file, and as wrong.
    await expect(keysOf(db, { ...place, given: { [name]: 'cd'.repeat(32) } })).rejects.toThrow(
      /^The key in (SECRET|DOCUMENT)_KEY is not the one/,
    )
    expect(await keysOf(db, { ...place, given: { [name]: good } })).toEqual(keys)
  },
)

test.each(['secret', 'documents'] as const)(
  'where the key "%s" is a folder or cannot be read, that is said in a sentence',
  async (name) => {
    await keysOf(db, place)
    const good = await readFile(fileOf(name))
    const asFile = { name: 'CannotStart', message: expect.stringContaining(`npm run stagedoor -- keys change ${name}`) as string }
    await rm(fileOf(name))
    await mkdir(fileOf(name))
    await expect(keysOf(db, place)).rejects.toMatchObject(asFile)
    await expect(keysOf(db, place)).rejects.toThrow(`${fileOf(name)} is a folder`)
    await rm(fileOf(name), { recursive: true })
    // As what may not be read by us is, and tests that run as root can have it too.
    await symlink('/proc/self/mem', fileOf(name))
    await expect(keysOf(db, place)).rejects.toMatchObject(asFile)
    await expect(keysOf(db, place)).rejects.toThrow(`${fileOf(name)} cannot be read (`)
    // What stands in the place is kept aside by a change, a folder too.
    await rm(fileOf(name))
    await mkdir(fileOf(name))
    const { keptAt } = await change(name)
    expect((await stat(keptAt ?? '')).isDirectory()).toBe(true)
    await keysOf(db, place)
    expect((await readFile(fileOf(name))).equals(good)).toBe(false)
  },
)

test('a key is changed on purpose: for a new one, or for the one that was put in its place; the old one is kept aside', async () => {
  const before = await keysOf(db, place)
  const { keptAt } = await change('secret')
  const after = await keysOf(db, place)
  expect(after.secret.equals(before.secret)).toBe(false)
  expect(after.documents).toEqual(before.documents)
  expect(await readFile(keptAt ?? '', 'utf8')).toBe(before.secret.toString('hex'))

  await writeFile(fileOf('documents'), 'ab'.repeat(32))
  expect(await change('documents')).toEqual({ keptAt: undefined, moved: 0, closed: [] })
  expect((await keysOf(db, place)).documents.toString('hex')).toBe('ab'.repeat(32))

  // Lost, and damaged.
  await rm(fileOf('secret'))
  await change('secret')
  await writeFile(fileOf('secret'), '')
  await change('secret')
  await keysOf(db, place)
  await expect(change('secret', { ...place, given: { secret: await readFile(fileOf('secret'), 'utf8') } })).rejects.toThrow(
    'SECRET_KEY is the key that this database has already',
  )
  const { count } = await db.one<{ count: number }>(sql`select count(*) from audit.entries where action = 'keys.changed'`)
  expect(count).toBe(4)
})

test('a site of before, that people use, learns the keys it has and gets no others', async () => {
  const migration = readMigrations().find(({ name }) => name.endsWith('-keys.sql'))
  await db.transaction(async (tx) => {
    await someone(db)
    await tx.run(sql`drop table platform.keys`)
  })
  await db.pool.query(migration?.sql ?? '')
  await expect(keysOf(db, place)).rejects.toThrow('is missing')
  const given = { secret: 'ab'.repeat(32), documents: 'cd'.repeat(32) }
  await keysOf(db, { ...place, given })
  await expect(keysOf(db, { ...place, given: { ...given, secret: 'ef'.repeat(32) } })).rejects.toThrow('is not the one')
})
