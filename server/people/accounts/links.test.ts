import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { work } from '#server/people/accounts/jobs.ts'
import { forgetOld, knowDevice } from '#server/people/accounts/queries.ts'
import { accountOf, ownDatabase, password, somebody, tokenFor } from '#server/people/accounts/testing.ts'

const clock = movableClock()
let db: Database
let jobs: Jobs
const delivered: string[] = []
beforeAll(async () => {
  db = await ownDatabase(clock)
  jobs = createJobs(db, (error) => {
    throw error
  })
  jobs.handle<{ letterId: string }>('mail.deliver', async ({ letterId }) => void delivered.push(letterId))
  work(jobs, db)
})
afterAll(() => db.close())

type Purpose = Parameters<typeof accounts.askForLink>[2]
async function ask(email: string, purpose: Purpose) {
  await db.transaction((tx) => accounts.askForLink(tx, email, purpose, 'en-US'))
  await jobs.runDue()
}
/** The secrets of the letters to this address, newest first. */
async function secrets(email: string): Promise<string[]> {
  const rows = await db.many<{ path: string }>(
    sql`select content -> 'action' ->> 'path' as path from mail.letters where recipient = ${email} order by created_at desc, id desc`,
  )
  return rows.map(({ path }) => new URL(path, 'http://x').searchParams.get('token') ?? '')
}
const newest = async (email: string) => (await secrets(email))[0] ?? ''
const verify = (token: string) => db.transaction((tx) => accounts.verifyEmail(tx, token))
const reset = async (token: string, plain: string) => {
  const passwordHash = await accounts.hashPassword(plain)
  return db.transaction((tx) => accounts.resetPassword(tx, token, passwordHash))
}

test('a verification link works once (calls.md section 2)', async () => {
  const fan = await somebody(db)
  await ask(fan.email, 'verify_email')
  const token = await newest(fan.email)
  expect(await verify(token)).toEqual({ accountId: fan.id })
  expect((await accountOf(db, fan.id))?.emailVerifiedAt).toBeInstanceOf(Date)
  await expect(verify(token)).rejects.toMatchObject({ code: 'link_expired', status: 422 })
  await expect(verify('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' })
})

test('a verification link is good for 24 hours, a password link for one', async () => {
  const fan = await somebody(db)
  await ask(fan.email, 'verify_email')
  const early = await newest(fan.email)
  clock.advance({ hours: 24, seconds: 1 })
  await expect(verify(early)).rejects.toMatchObject({ code: 'link_expired' })
  await ask(fan.email, 'reset_password')
  const late = await newest(fan.email)
  clock.advance({ hours: 1, seconds: 1 })
  await expect(reset(late, 'another long one')).rejects.toMatchObject({ code: 'link_expired' })
})

test('a link serves its own purpose only', async () => {
  const fan = await somebody(db)
  await ask(fan.email, 'verify_email')
  await expect(reset(await newest(fan.email), 'another long one')).rejects.toMatchObject({ code: 'link_expired' })
})

test('one letter a minute and five a day, and none to an address that nobody has (calls.md section 2)', async () => {
  const fan = await somebody(db)
  for (let n = 0; n < 3; n++) await ask(fan.email, 'verify_email')
  expect(await secrets(fan.email)).toHaveLength(1)
  for (let n = 0; n < 8; n++) {
    clock.advance({ minutes: 1, seconds: 1 })
    await ask(fan.email.toUpperCase(), 'verify_email')
  }
  expect(await secrets(fan.email)).toHaveLength(5)
  await ask('nobody.here@stagedoor.example', 'reset_password')
  expect(await secrets('nobody.here@stagedoor.example')).toHaveLength(0)
})

test('asking looks the same for an address that exists and one that does not', async () => {
  const fan = await somebody(db)
  const counts = () =>
    db.one<{ jobs: number; letters: number }>(sql`
      select (select count(*) from graphile_worker.jobs) as jobs, (select count(*) from mail.letters) as letters`)
  for (const email of [fan.email, 'nobody.else@stagedoor.example']) {
    const before = await counts()
    await db.transaction((tx) => accounts.askForLink(tx, email, 'reset_password', 'en-US'))
    expect(await counts()).toEqual({ jobs: before.jobs + 1, letters: before.letters })
  }
  await jobs.runDue()
})

test('a new password by letter ends every session and lifts the lock (calls.md section 2)', async () => {
  const fan = await somebody(db)
  const token = await tokenFor(db, fan.id)
  for (let n = 0; n < 6; n++) await accounts.login(db, { username: fan.username, password: 'guess' }).catch(() => {})
  await ask(fan.email, 'reset_password')
  const [first] = [await newest(fan.email)]
  clock.advance({ minutes: 2 })
  await ask(fan.email, 'reset_password')
  await reset(await newest(fan.email), 'quite another one')
  expect(await accounts.identify(db, token)).toBeUndefined()
  await expect(accounts.login(db, { username: fan.username, password })).rejects.toMatchObject({ code: 'incorrect_credentials' })
  await accounts.login(db, { username: fan.username, password: 'quite another one' })
  // The other open link is spent as well, and the letter has proven the address.
  await expect(reset(first, 'one more')).rejects.toMatchObject({ code: 'link_expired' })
  expect((await accountOf(db, fan.id))?.emailVerifiedAt).toBeInstanceOf(Date)
})

test('changing the password needs the current one, keeps this session, ends the others and tells the owner (calls.md section 2)', async () => {
  const fan = await somebody(db)
  const [here, elsewhere] = [await tokenFor(db, fan.id), await tokenFor(db, fan.id)]
  const me = await accounts.identify(db, here)
  const who = { accountId: fan.id, sessionId: me?.sessionId ?? '' }
  const change = (currentPassword: string | undefined) =>
    accounts.changePassword(db, who, { password: 'the new one', currentPassword }, 'en-US')
  for (const wrong of ['not it', undefined])
    await expect(change(wrong)).rejects.toMatchObject({
      code: 'wrong_password',
      status: 422,
      fields: [{ field: 'currentPassword', code: 'wrong_password' }],
    })
  await change(password)
  expect(await accounts.identify(db, here)).toBeDefined()
  expect(await accounts.identify(db, elsewhere)).toBeUndefined()
  await accounts.login(db, { username: fan.username, password: 'the new one' })
  expect(
    await db.many(
      sql`select payload ->> 'accountId' as id from outbox.events where name = 'session.revoked' and payload ->> 'accountId' = ${fan.id}`,
    ),
  ).toHaveLength(1)
  expect(
    await db.many(sql`select 1 from mail.letters where recipient = ${fan.email} and subject = 'Your password at Stagedoor was changed'`),
  ).toHaveLength(1)
  expect(
    await db.many(sql`select 1 from audit.entries where subject_id = ${fan.id} and action = 'accounts.password_changed'`),
  ).toHaveLength(1)
})

test('guessing the current password from a stolen session is counted too', async () => {
  const fan = await somebody(db)
  const who = { accountId: fan.id, sessionId: '0198f9a0-0000-7000-8000-000000000000' }
  const guess = () => accounts.changePassword(db, who, { password: 'the new one', currentPassword: 'guess' }, 'en-US')
  for (let n = 0; n < 5; n++) await expect(guess()).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(guess()).rejects.toMatchObject({ code: 'account_locked' })
})

test('an account without a password sets one, or adds a passkey, within 15 minutes of signing in; going on as its other account is no signing in', async () => {
  const fan = await somebody(db, { passwordHash: null })
  const { id: performer } = await somebody(db, { role: 'performer', passwordHash: null, holderId: fan.id, email: fan.email })
  const open = (after?: string) =>
    db.transaction(async (tx) => (await accounts.openSession(tx, after ? performer : fan.id, after ? { after } : {})).sessionId)
  const sets = (sessionId: string) => accounts.changePassword(db, { accountId: fan.id, sessionId }, { password: 'my first one' }, 'en-US')
  const proves = (sessionId: string) => accounts.proveOwner(db, { accountId: fan.id, sessionId, language: 'en-US' }, {})
  const stolen = await open()
  clock.advance({ minutes: 16 })
  for (const late of [stolen, await open(stolen)]) {
    await expect(sets(late)).rejects.toMatchObject({ code: 'sign_in_again' })
    await expect(proves(late)).rejects.toMatchObject({ code: 'sign_in_again' })
  }
  const anew = await open()
  clock.advance({ minutes: 14 })
  await proves(anew)
  await proves(await open(anew))
  await sets(anew)
  await accounts.login(db, { username: fan.username, password: 'my first one' })
})

test('whoever forgot their password on the day that thousands renew gets their letter before those thousands', async () => {
  const fan = await somebody(db)
  const about = { subject: 'Renewed', paragraphs: ['Thank you.'] }
  await db.transaction(async (tx) => {
    for (let number = 0; number < 50; number++) await writeLetter(tx, { to: `renewed${number}@stagedoor.example`, ...about })
  })
  delivered.length = 0
  await ask(fan.email, 'reset_password')
  const { id } = await db.one<{ id: string }>(sql`select id from mail.letters where recipient = ${fan.email}`)
  expect(delivered.length).toBeGreaterThan(50)
  expect(delivered[0]).toBe(id)
})

test('what nobody needs any more goes at night: tries after a day, links after a month, sessions and devices long after they ended', async () => {
  const fan = await somebody(db)
  await expect(accounts.login(db, { username: fan.username, password: 'a wrong one' })).rejects.toMatchObject({
    code: 'incorrect_credentials',
  })
  await ask(fan.email, 'reset_password')
  const { sessionId: session } = await db.transaction((tx) => accounts.openSession(tx, fan.id))
  await db.transaction((tx) => knowDevice(tx, fan.id, randomBytes(32)))
  const left = async () => {
    await db.transaction(forgetOld)
    return db.one(sql`
      select exists (select from accounts.failed_logins where split_part(login, ' ', 2) = ${fan.id}) as tries,
        exists (select from accounts.links where account_id = ${fan.id}) as links,
        exists (select from accounts.sessions where id = ${session}) as session,
        exists (select from accounts.devices where account_id = ${fan.id}) as device`)
  }
  expect(await left()).toEqual({ tries: true, links: true, session: true, device: true })
  clock.advance({ days: 2 })
  expect(await left()).toEqual({ tries: false, links: true, session: true, device: true })
  clock.advance({ days: 30 })
  expect(await left()).toEqual({ tries: false, links: false, session: true, device: true })
  clock.advance({ days: 400 })
  expect(await left()).toMatchObject({ device: false })
  clock.advance({ days: 400 })
  expect(await left()).toEqual({ tries: false, links: false, session: false, device: false })
})
