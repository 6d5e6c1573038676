import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { work } from '#server/people/accounts/jobs.ts'
import { ownDatabase, password, somebody, tokenFor } from '#server/people/accounts/testing.ts'
import * as settings from '#server/site/settings/settings.ts'

// Hashings are counted, not timed: a clock says other things on a busy machine.
vi.mock('@node-rs/argon2', { spy: true })

const clock = movableClock()
let db: Database
beforeAll(async () => {
  db = await ownDatabase(clock)
})
afterAll(() => db.close())

const tries = (username: string, given = 'not the password', place: { ip?: string; device?: string } = {}) =>
  accounts.login(db, { username, password: given, ...place })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'in',
    (error: { code: string }) => error.code,
  )
const days = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000)

test('someone signs in by username or e-mail address in any case, for a day or for a year (calls.md section 2)', async () => {
  const fan = await somebody(db)
  const short = await accounts.login(db, { username: fan.username, password })
  expect(days(db.now, short.expiresAt)).toBe(1)
  const long = await accounts.login(db, { username: ` ${fan.email.toUpperCase()} `, password, remember: true })
  expect(days(db.now, long.expiresAt)).toBe(365)
  expect(await accounts.identify(db, long.token)).toMatchObject({
    kind: 'member',
    accountId: fan.id,
    role: 'user',
    isAdult: true,
    username: fan.username,
  })
})

test('an unknown name and a wrong password get the same answer', async () => {
  const fan = await somebody(db)
  for (const name of [fan.username, 'nobody.at.all', 'nobody@stagedoor.example'])
    await expect(tries(name)).rejects.toMatchObject({ code: 'incorrect_credentials', status: 400, details: {}, fields: [] })
})

test('an unknown name, or one without a password, costs one hashing, as a wrong password does', async () => {
  const fan = await somebody(db)
  const hashings = async (name: string) => {
    vi.mocked(verify).mockClear()
    await tries(name).catch(() => {})
    return vi.mocked(verify).mock.calls.map(([kept]) => kept.toString().split('$').slice(0, 4).join('$'))
  }
  const known = await hashings(fan.username)
  expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
  expect(await hashings('nobody.1')).toEqual(known)
  await db.transaction((tx) => tx.run(sql`update accounts.accounts set password_hash = null where id = ${fan.id}`))
  expect(await hashings(fan.username)).toEqual(known)
})

test('five failures lock a name for 15 minutes, whether it exists or not; the right password does not open it meanwhile', async () => {
  const fan = await somebody(db)
  for (const name of [fan.username, 'ghost.name']) {
    for (let n = 0; n < 5; n++) await expect(tries(name)).rejects.toMatchObject({ code: 'incorrect_credentials' })
    await expect(tries(name)).rejects.toMatchObject({ code: 'account_locked', status: 403, details: { minutes: 15 } })
  }
  await expect(tries(fan.username, password)).rejects.toMatchObject({ code: 'account_locked' })
  clock.advance({ minutes: 14 })
  await expect(tries(fan.username, password)).rejects.toMatchObject({ code: 'account_locked', details: { minutes: 1 } })
  clock.advance({ minutes: 1, seconds: 1 })
  await expect(tries(fan.username, password)).resolves.toMatchObject({ token: expect.any(String) })
})

test('a hundred guesses at once are no way around the lock', async () => {
  const fan = await somebody(db)
  const codes = await Promise.all(Array.from({ length: 40 }, () => tries(fan.username).catch((error: { code: string }) => error.code)))
  expect(codes.filter((code) => code === 'incorrect_credentials')).toHaveLength(5)
})

test('a right password forgets the failures before it', async () => {
  const fan = await somebody(db)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await tries(fan.username).catch(() => {})
    await tries(fan.username, password)
  }
})

test('a session ends by itself, by signing out, and when its account is closed', async () => {
  const fan = await somebody(db)
  const [over, out, closed] = [await tokenFor(db, fan.id), await tokenFor(db, fan.id), await tokenFor(db, fan.id)]
  const who = await accounts.identify(db, out)
  await db.transaction((tx) => accounts.endSession(tx, fan.id, who?.sessionId ?? ''))
  expect(await accounts.identify(db, out)).toBeUndefined()
  expect(await accounts.identify(db, over)).toBeDefined()
  await db.transaction((tx) => accounts.setState(tx, fan.id, 'closed'))
  expect(await accounts.identify(db, closed)).toBeUndefined()
  const other = await tokenFor(db, (await somebody(db)).id)
  clock.advance({ days: 1, seconds: 1 })
  expect(await accounts.identify(db, other)).toBeUndefined()
  expect(await accounts.identify(db, 'made-up')).toBeUndefined()
})

test('pending, rejected and closed accounts are told so only after the right password (calls.md section 2)', async () => {
  for (const [state, code] of [
    ['pending', 'performer_pending'],
    ['rejected', 'performer_rejected'],
    ['closed', 'account_inactive'],
  ] as const) {
    const performer = await somebody(db, { role: 'performer' })
    await db.transaction((tx) => accounts.setState(tx, performer.id, state))
    await expect(tries(performer.username, password)).rejects.toMatchObject({ code, status: 403 })
    await expect(tries(performer.username)).rejects.toMatchObject({ code: 'incorrect_credentials' })
  }
})

test('when the site asks for verified addresses, others cannot sign in until theirs is (calls.md section 2)', async () => {
  const [unverified, verified] = [await somebody(db), await somebody(db, { emailVerified: true })]
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: true }, undefined))
  await expect(tries(unverified.username, password)).rejects.toMatchObject({ code: 'email_not_verified', status: 403 })
  await tries(verified.username, password)
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: false }, undefined))
  await tries(unverified.username, password)
})

test('neither tokens nor passwords are in the database (issue 2: no secrets at rest)', async () => {
  const fan = await somebody(db)
  const token = await tokenFor(db, fan.id)
  const { text } = await db.one<{ text: string }>(sql`
    select (select string_agg(s::text, '') from accounts.sessions s) || (select string_agg(a::text, '') from accounts.accounts a) as text`)
  expect(text).not.toContain(token)
  expect(text).not.toContain(password)
  expect(text).toContain('$argon2id$')
})

test('staff who sign in are in the audit log', async () => {
  const staff = await somebody(db, { role: 'staff' })
  await accounts.login(db, { username: staff.email, password, ip: '203.0.113.9' })
  expect(
    await db.one(sql`select host(ip) as ip from audit.entries where action = 'accounts.staff_signed_in' and subject_id = ${staff.id}`),
  ).toEqual({ ip: '203.0.113.9' })
})

test('who asked for something lately is online; a visit noted once a minute is enough', async () => {
  const fan = await somebody(db)
  const token = await tokenFor(db, fan.id)
  const isOnline = () => db.one(sql`select ${accounts.isOnline(db, sql`${fan.id}`)} as "isOnline"`)
  expect(await isOnline()).toEqual({ isOnline: true })
  clock.advance({ minutes: 4 })
  expect(await isOnline()).toEqual({ isOnline: false })
  await accounts.identify(db, token)
  expect(await isOnline()).toEqual({ isOnline: true })
})

test('a stranger who guesses at a member of staff locks out nobody but themselves', async () => {
  const staff = await somebody(db, { role: 'staff' })
  for (let n = 0; n < 5; n++) await codeOf(tries(staff.username, 'a guess', { ip: '203.0.113.9' }))
  expect(await codeOf(tries(staff.username, password, { ip: '203.0.113.9' }))).toBe('account_locked')
  expect(await codeOf(tries(staff.username, password, { ip: '198.51.100.7' }))).toBe('in')
})

test('a stranger with a whole /64 of addresses is one stranger', async () => {
  const fan = await somebody(db)
  for (let n = 0; n < 5; n++) await codeOf(tries(fan.username, 'a guess', { ip: `2001:db8:1:2::${n + 1}` }))
  expect(await codeOf(tries(fan.username, password, { ip: '2001:db8:1:2:ffff::1' }))).toBe('account_locked')
  expect(await codeOf(tries(fan.username, password, { ip: '2001:db8:1:3::1' }))).toBe('in')
})

test('a guesser gets no more tries by the e-mail address than by the username, and is not told that both are one person', async () => {
  const fan = await somebody(db)
  const at = { ip: '203.0.113.10' }
  for (let n = 0; n < 5; n++) await codeOf(tries(fan.username, 'a guess', at))
  const answers: string[] = []
  for (const email of [fan.email, 'nobody.ever@stagedoor.example'])
    for (let n = 0; n < 6; n++) answers.push(await codeOf(tries(email, email === fan.email ? password : 'a guess', at)))
  expect(answers.slice(0, 6)).toEqual(answers.slice(6))
  expect(answers.slice(0, 6)).toEqual([...Array<string>(5).fill('incorrect_credentials'), 'account_locked'])
})

test('many places that wear down a username and then an address are not told whether both are one person’s', async () => {
  const [fan, other] = [await somebody(db), await somebody(db)]
  const answersAt = async (net: string, address: string) => {
    const at = (n: number) => ({ ip: `2001:db8:${net}:${n}::1` })
    for (const name of [fan.username, address])
      for (let n = 0; n < 10; n++) for (let times = 0; times < 5; times++) await codeOf(tries(name, 'a guess', at(n)))
    return [await codeOf(tries(address, 'a guess', at(99))), await codeOf(tries(fan.username, 'a guess', at(98)))]
  }
  const own = await answersAt('a1', fan.email)
  clock.advance({ minutes: 16 })
  expect(await answersAt('a2', other.email)).toEqual(own)
  clock.advance({ minutes: 16 })
  expect(await answersAt('a3', 'nobody.anywhere@stagedoor.example')).toEqual(own)
  expect(own).toEqual(['account_locked', 'account_locked'])
})

test('many strangers together lock out all but the devices that have signed in before, and the owner gets a letter', async () => {
  const fan = await somebody(db)
  const jobs = createJobs(db, () => {})
  jobs.handle('mail.deliver', async () => {})
  work(jobs, db)
  const { device } = await tries(fan.username, password, { ip: '198.51.100.8' })
  for (let n = 0; n < 50; n++)
    expect(await codeOf(tries(fan.username, 'a guess', { ip: `203.0.113.${20 + n}` }))).toBe('incorrect_credentials')
  expect(await codeOf(tries(fan.username, password, { ip: '198.51.100.9' }))).toBe('account_locked')
  expect(await codeOf(tries(fan.email, password, { ip: '198.51.100.9' }))).toBe('incorrect_credentials')
  expect(await codeOf(tries(fan.username, password, { ip: '198.51.100.9', device }))).toBe('in')
  await jobs.runDue()
  const letters = sql`select content from mail.letters where recipient = ${fan.email}`
  const [letter] = await db.many<{ content: { action: { path: string } } }>(letters)
  const link = new URL(letter!.content.action.path, 'http://x').searchParams.get('token')!
  const passwordHash = await accounts.hashChosen('quite another one')
  await db.transaction((tx) => accounts.resetPassword(tx, link, passwordHash))
  expect(await codeOf(tries(fan.username, 'quite another one', { ip: '198.51.100.9' }))).toBe('in')
  expect(await db.many(sql`select from accounts.devices where account_id = ${fan.id}`), 'it forgot who was known before').toHaveLength(1)
})

test('whoever uses up somebody’s letters and locks them out then keeps nobody out: while it is locked there is always a link that is good', async () => {
  const fan = await somebody(db)
  const jobs = createJobs(db, () => {})
  jobs.handle('mail.deliver', async () => {})
  work(jobs, db)
  const asks = async () => {
    await db.transaction((tx) => accounts.askForLink(tx, fan.email, 'reset_password', 'en-US'))
    await jobs.runDue()
  }
  const letters = async () => (await db.many(sql`select from mail.letters where recipient = ${fan.email}`)).length
  for (let n = 0; n < 7; n++) {
    await asks()
    clock.advance({ seconds: 61 })
  }
  expect(await letters()).toBe(5)
  clock.advance({ hours: 1 })
  await asks()
  expect(await letters(), 'while nothing is locked the day is used up').toBe(5)
  for (let n = 0; n < 50; n++) await codeOf(tries(fan.username, 'a guess', { ip: `203.0.113.${20 + n}` }))
  await jobs.runDue()
  expect(await letters(), 'the letter that says so').toBe(6)
  clock.advance({ minutes: 2 })
  await asks()
  expect(await letters(), 'the one before it is good yet').toBe(6)
})

test('a known device is known to the account that signed in on it, guesses five times as everybody, and is forgotten with the password, but for the one that it was changed on', async () => {
  const [fan, other] = [await somebody(db), await somebody(db)]
  const { device } = await tries(other.username, password)
  for (let n = 0; n < 5; n++) await codeOf(tries(fan.username, 'a guess'))
  expect(await codeOf(tries(fan.username, password, { device }))).toBe('account_locked')
  for (let n = 0; n < 5; n++) await codeOf(tries(other.username, 'a guess', { device }))
  expect(await codeOf(tries(other.username, password, { device }))).toBe('account_locked')
  expect(await codeOf(tries(other.username, password))).toBe('in')
  const elsewhere = await tries(other.username, password, { ip: '198.51.100.10' })
  clock.advance({ minutes: 16 })
  const who = { accountId: other.id, sessionId: '0198f9a0-0000-7000-8000-000000000000', device }
  expect(await accounts.changePassword(db, who, { password: 'quite another one', currentPassword: password }, 'en-US')).toBe(device)
  for (let n = 0; n < 50; n++) await codeOf(tries(other.username, 'a guess', { ip: `203.0.113.${100 + n}` }))
  expect(await codeOf(tries(other.username, 'quite another one', { ip: '198.51.100.10', device: elsewhere.device }))).toBe('account_locked')
  expect(await db.many(sql`select from accounts.devices where account_id = ${other.id}`)).toHaveLength(1)
  expect(await codeOf(tries(other.username, 'quite another one', { device }))).toBe('in')
})
