// What the application's role may do to its database, and above all what not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { addJob, createJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase, type ClonedDatabase, emptyDatabase } from '#server/platform/testing/clone.ts'

let cloned: ClonedDatabase
let application: Database
const open: Database[] = []
const as = (url: string) => {
  const db = connect({ connection: { connectionString: url }, maxConnections: 4 })
  open.push(db)
  return db
}

beforeAll(async () => {
  cloned = await cloneDatabase()
  application = as(cloned.url)
})
afterAll(() => Promise.all(open.map((db) => db.close())))

test('the application is no superuser, owns nothing, belongs to nobody and makes nobody', async () => {
  const role = await application.one(sql`
    select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as "mayMore",
      (select count(*) from pg_class where relowner = r.oid) + (select count(*) from pg_proc where proowner = r.oid)
        + (select count(*) from pg_namespace where nspowner = r.oid) + (select count(*) from pg_database where datdba = r.oid) as owns,
      (select count(*) from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = current_user`)
  expect(role).toEqual({ mayMore: false, owns: 0, memberships: 0 })
})

test.each([
  ['switch a guard off', 'alter table wallet.transfers disable trigger move'],
  ['switch all guards off for itself', 'set session_replication_role = replica'],
  ['drop a guard', 'drop trigger guard_update on wallet.transfers'],
  [
    'put a function of its own in a guard’s place',
    'create or replace function wallet.refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  ],
  ['drop a constraint', 'alter table wallet.accounts drop constraint never_below_its_floor'],
  ['delete a transfer', 'delete from wallet.transfers'],
  ['change a transfer', 'update wallet.transfers set amount = 1'],
  ['empty a table', 'truncate wallet.pending_credits'],
  ['let keys be used again', `drop index wallet.key_is_used_once`],
  ['number transfers anew', `select setval('wallet.transfers_number_seq', 1)`],
  ['invent a kind of account', `insert into wallet.account_kinds values ('pocket', false, false)`],
  ['rewrite what was audited', `update audit.entries set detail = '{}'`],
  ['forget whom a copy was sent to', 'delete from files.viewings'],
  ['say that it was sent to another', 'update files.viewings set account_id = gen_random_uuid()'],
  ['rewrite what was proved', `delete from proofs.roots`],
  ['rewrite a receipt', `update invoices.invoices set amount = 1`],
  ['change the record of migrations', `update platform.migrations set sha256 = ''`],
  ['make a schema', 'create schema mine'],
  ['make a table', 'create table public.mine (id int)'],
  ['make a table for a while', 'create temp table mine (id int)'],
  [
    'have a guard work for it elsewhere',
    'create trigger mine after delete on outbox.events for each statement execute function wallet.arrive()',
  ],
  ['become the owner', 'set role stagedoor'],
])('the application cannot %s', async (_, statement) => {
  await expect(application.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('it reads and writes every table else, and has no right where a guard would refuse every row', async () => {
  const tables = await application.many<{ name: string; guarded: boolean; mayDelete: boolean; maySelect: boolean; mayInsert: boolean }>(sql`
    select c.oid::regclass::text as name,
      exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgtype & 8 = 8 and t.tgtype & 2 = 2
        and p.proname in ('refuse_change', 'append_only') and t.tgqual is null) as guarded,
      has_table_privilege(c.oid, 'delete') as "mayDelete", has_table_privilege(c.oid, 'select') as "maySelect",
      has_table_privilege(c.oid, 'insert') as "mayInsert"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
  expect(tables.filter(({ maySelect }) => !maySelect)).toEqual([])
  expect(tables.filter(({ guarded, mayDelete }) => guarded && mayDelete)).toEqual([])
  expect(
    tables
      .filter(({ mayInsert }) => !mayInsert)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['platform.migrations', 'proofs.progress', 'wallet.account_kinds'])
})

/** Adds a job and has it done, with nothing but this way to the database. */
async function works(db: Database): Promise<string[]> {
  const done: string[] = []
  const jobs = createJobs(db, (error) => done.push(String(error)))
  jobs.handle('greet', async ({ name }: { name: string }) => void done.push(name))
  await db.transaction((tx) => addJob(tx, 'greet', { name: 'Lan' }))
  await jobs.runDue()
  return done
}

test('its jobs run although their tables are not its own', async () => {
  expect(await works(application)).toEqual(['Lan'])
})

test('a database of one’s own with two roles is made ready for the second, also by several processes at once, and again at the next start', async () => {
  const empty = await emptyDatabase()
  const role = `shop_${empty.database}`
  await as(empty.ownerUrl).pool.query(`create role "${role}" login`)
  const way = { url: empty.ownerUrl.replace('stagedoor@', `${role}@`), ownerUrl: empty.ownerUrl }
  const made = await Promise.all([makeReady(way), makeReady(way), makeReady(way)])
  expect(made).toEqual([{ warning: undefined }, { warning: undefined }, { warning: undefined }])
  expect(await makeReady(way)).toEqual({ warning: undefined })
  expect(await works(as(way.url))).toEqual(['Lan'])
  await expect(as(way.url).pool.query('create temp table mine (id int)')).rejects.toThrow('permission denied')
})

test('with one role for both the site works, and its operator is warned', async () => {
  const empty = await emptyDatabase()
  const role = `alone_${empty.database}`
  const owner = as(empty.ownerUrl)
  await owner.pool.query(`create role "${role}" login`)
  await owner.pool.query(`alter database "${empty.database}" owner to "${role}"`)
  const url = empty.ownerUrl.replace('stagedoor@', `${role}@`)
  const { warning } = await makeReady({ url, ownerUrl: url })
  expect(warning).toMatch(new RegExp(`^The role ${role} of DATABASE_URL may alter the tables.*DATABASE_OWNER_URL`))
  expect(await works(as(url))).toEqual(['Lan'])
  // A superuser needs no ownership for it.
  expect((await makeReady({ url: empty.ownerUrl, ownerUrl: empty.ownerUrl })).warning).toMatch(/may alter the tables/)
})

test('two addresses of different databases, and an owner who is none, are one sentence that names the setting', async () => {
  const [one, other] = [await emptyDatabase(), await emptyDatabase()]
  await expect(makeReady({ url: one.ownerUrl, ownerUrl: other.ownerUrl })).rejects.toThrow(
    'DATABASE_URL and DATABASE_OWNER_URL lead to different databases.',
  )
  const role = `guest_${one.database}`
  await as(one.ownerUrl).pool.query(`create role "${role}" login`)
  const url = cloned.ownerUrl.replace('stagedoor@', `${role}@`)
  await expect(makeReady({ url: cloned.url, ownerUrl: url })).rejects.toThrow(/has to own the tables \(DATABASE_OWNER_URL/)
})
