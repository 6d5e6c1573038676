import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { drawName } from '#server/people/accounts/drawn-names.ts'
import { work } from '#server/people/accounts/jobs.ts'
import { accountOf, ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as settings from '#server/site/settings/settings.ts'

vi.mock('@node-rs/argon2', { spy: true })
vi.mock('#server/people/accounts/drawn-names.ts', { spy: true })

let db: Database
let termsVersion: string
beforeAll(async () => {
  db = await ownDatabase(movableClock(new Date('2026-11-21T12:00:00Z')))
  termsVersion = (await settings.current(db)).termsVersion
})
afterAll(() => db.close())

let count = 0
function register(more: Partial<accounts.Registration> = {}, language: 'zh-TW' | 'en-US' = 'en-US') {
  const username = `newcomer${++count}`
  return accounts.register(
    db,
    {
      name: 'Newcomer',
      username,
      email: `${username}@stagedoor.example`,
      password: 'long enough',
      acceptedTermsVersion: termsVersion,
      ...more,
    },
    language,
  )
}
const refusal = (code: string, field: string, status: number) => ({ code, status, fields: [{ field, code }] })

test('a newcomer is signed in at once and gets a letter in their language (calls.md section 2)', async () => {
  const session = await register({ username: 'lin.yue', email: ' Lin@Stagedoor.example ', name: ' 林<b>月</b> ' }, 'zh-TW')
  expect(await accounts.identify(db, session?.token ?? '')).toMatchObject({ username: 'lin.yue', role: 'user', isAdult: false })
  const letter = await db.one<{ subject: string; content: { paragraphs: string[]; action: { path: string } } }>(
    sql`select subject, content from mail.letters where recipient = 'Lin@Stagedoor.example'`,
  )
  expect(letter.subject).toBe('請驗證你在Stagedoor的電子郵件')
  expect(letter.content.paragraphs[0]).toBe('林月，你好：')
  expect(letter.content.action.path).toMatch(/^\/auth\/verify\?token=[\w-]{43}$/)
})

test('when addresses must be verified first there is no session yet', async () => {
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: true }, undefined))
  expect(await register()).toBeUndefined()
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: false }, undefined))
})

test('a username and an address belong to one person over fans, performers and staff', async () => {
  const performer = await somebody(db, { role: 'performer' })
  await expect(register({ username: performer.username })).rejects.toMatchObject(refusal('username_taken', 'username', 409))
  const among = () => db.one(sql`select count(*) as people from accounts.accounts`)
  const before = await among()
  expect(await register({ email: performer.email.toUpperCase() })).toBeUndefined()
  expect(await among()).toEqual(before)
})

test('whoever registers with a member’s address learns nothing; the member gets a letter, and no more letters than asking for a link brings', async () => {
  const jobs = createJobs(db, () => {})
  jobs.handle('mail.deliver', async () => {})
  work(jobs, db)
  const member = await somebody(db)
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: true }, undefined))
  const answers = [await register({ email: member.email }), await register({ email: ` ${member.email} ` }), await register()]
  await db.transaction((tx) => settings.save(tx, { requireEmailVerification: false }, undefined))
  expect(answers).toEqual([undefined, undefined, undefined])
  expect(await register({ email: member.email })).toBeUndefined()
  await jobs.runDue()
  const letters = await db.many<{ subject: string }>(sql`select subject from mail.letters where recipient = ${member.email}`)
  expect(letters).toEqual([{ subject: 'You have an account at Stagedoor already' }])
})

test('a registration costs one hashing, whether somebody has the address or not', async () => {
  const member = await somebody(db)
  for (const email of [member.email, 'no.member@stagedoor.example']) {
    vi.mocked(hash).mockClear()
    await register({ email })
    expect(vi.mocked(hash)).toHaveBeenCalledOnce()
  }
})

test('of two who ask for one name in the same moment, one gets it', async () => {
  const outcomes = await Promise.allSettled([register({ username: 'the.one' }), register({ username: 'the.one' })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('whoever gives no name gets two words by lot, nothing of their address in them, and may change them (issue 12)', async () => {
  for (const [language, written] of [
    ['zh-TW', /^\p{Script=Han}{2,8}$/u],
    ['en-US', /^[A-Z][a-z]+ [a-z]+$/],
  ] as const) {
    const email = `wang.xiaoman.${language.toLowerCase()}@stagedoor.example`
    const session = await accounts.register(db, { email, password: 'long enough', acceptedTermsVersion: termsVersion }, language)
    const viewer = await accounts.identify(db, session?.token ?? '')
    const { id, name, username } = (await accountOf(db, viewer!.accountId))!
    expect(username).toMatch(/^[a-z]+\.[a-z]+\d{4}$/)
    expect(name).toMatch(written)
    for (const part of ['wang', 'xiaoman', 'stagedoor']) expect(username).not.toContain(part)
    await db.transaction((tx) => accounts.update(tx, id, { username: `${username.slice(0, 20)}.mine`, name: 'Xiaoman' }))
  }
})

test('a drawn name that somebody has, or that the site forbids, is drawn again; a chosen one is refused', async () => {
  const lots = [
    { username: 'quiet.lantern1000', name: 'Quiet lantern' },
    { username: 'quiet.lantern1000', name: 'Quiet lantern' },
    { username: 'lolita.moon1000', name: 'Lolita moon' },
    { username: 'warm.window1000', name: 'Warm window' },
  ]
  vi.mocked(drawName).mockImplementation(() => lots.shift()!)
  const unnamed = (email: string, more = {}) =>
    accounts.register(db, { email, password: 'long enough', acceptedTermsVersion: termsVersion, ...more }, 'en-US')
  const nameOf = async (session: accounts.Opened | undefined) => (await accounts.identify(db, session?.token ?? ''))?.username
  expect(await nameOf(await unnamed('first.lot@stagedoor.example'))).toBe('quiet.lantern1000')
  expect(await nameOf(await unnamed('second.lot@stagedoor.example'))).toBe('warm.window1000')
  vi.mocked(drawName).mockReturnValue({ username: 'quiet.lantern1000', name: 'Quiet lantern' })
  await expect(unnamed('third.lot@stagedoor.example')).rejects.toMatchObject(refusal('username_taken', 'username', 409))
  await expect(unnamed('fourth.lot@stagedoor.example', { username: 'warm.window1000' })).rejects.toMatchObject(
    refusal('username_taken', 'username', 409),
  )
  vi.mocked(drawName).mockRestore()
})

test('names that are addresses of the site, or of no allowed form, are refused (calls.md, decisions)', async () => {
  await expect(register({ username: 'wallet' })).rejects.toMatchObject(refusal('username_reserved', 'username', 422))
  for (const username of ['ab', 'UPPER', 'with space', 'dash-ed', 'x'.repeat(31)])
    await expect(register({ username })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'username', code: 'wrong_form' }] })
})

test('nobody under 18 years of 365 days registers; on the day itself they may (specification.md section 4)', async () => {
  await expect(register({ dateOfBirth: '2008-11-26' })).rejects.toMatchObject(refusal('under_age', 'dateOfBirth', 422))
  const session = await register({ dateOfBirth: '2008-11-25' })
  expect(await accounts.identify(db, session?.token ?? '')).toMatchObject({ isAdult: true })
})

test('the database itself keeps minors out', async () => {
  await expect(
    db.pool.query(`insert into accounts.accounts (role, name, username, email, birth_date, created_at)
    values ('user', 'x', 'too.young', 'y@stagedoor.example', '2010-01-01', '2026-11-21')`),
  ).rejects.toMatchObject({ constraint: 'adults_only' })
})

test('only the terms of today can be accepted', async () => {
  await expect(register({ acceptedTermsVersion: '2020-01-01' })).rejects.toMatchObject({
    ...refusal('terms_outdated', 'acceptedTermsVersion', 422),
    details: { termsVersion },
  })
})

test('a prohibited term is refused in a name, and an empty name is no name', async () => {
  await expect(register({ name: 'L o l i t a' })).rejects.toMatchObject(refusal('prohibited_term', 'name', 422))
  await expect(register({ name: '<i></i>\u200B' })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'name', code: 'required' }],
  })
  await expect(register({ country: 'XX' })).rejects.toMatchObject(refusal('unknown_country', 'country', 422))
})

test('a refused registration leaves nothing behind', async () => {
  const counts = () =>
    db.one(
      sql`select (select count(*) from accounts.accounts) as people, (select count(*) from mail.letters) as letters, (select count(*) from outbox.events) as facts`,
    )
  const before = await counts()
  await register({ username: 'admin' }).catch(() => {})
  await register({ dateOfBirth: '2020-01-01' }).catch(() => {})
  expect(await counts()).toEqual(before)
})

test('someone edits what is theirs; a birth date is given once', async () => {
  const { id } = await somebody(db, { birthDate: null })
  const edit = (changes: accounts.Edit) => db.transaction((tx) => accounts.update(tx, id, changes))
  await expect(edit({ dateOfBirth: '2009-01-01' })).rejects.toMatchObject(refusal('under_age', 'dateOfBirth', 422))
  await edit({
    name: 'Ao',
    bio: '<p>hello</p>',
    timezone: 'Asia/Taipei',
    country: 'TW',
    locale: 'zh-TW',
    dateOfBirth: '1991-04-17',
    notificationPrefs: { email: false },
  })
  expect(await accountOf(db, id)).toMatchObject({
    name: 'Ao',
    bio: 'hello',
    timezone: 'Asia/Taipei',
    country: 'TW',
    birthDate: '1991-04-17',
    notificationPreferences: { email: false },
  })
  await edit({ dateOfBirth: '1991-04-17' })
  await expect(edit({ dateOfBirth: '1990-04-17' })).rejects.toMatchObject(refusal('locked_after_approval', 'dateOfBirth', 422))
  await expect(edit({ timezone: 'Nowhere/Else' })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'timezone', code: 'not_an_option' }],
  })
  await expect(edit({ username: 'explore' })).rejects.toMatchObject(refusal('username_reserved', 'username', 422))
  await expect(edit({ username: 'lin.yue' })).rejects.toMatchObject(refusal('username_taken', 'username', 409))
  await edit({ username: 'ao.renamed' })
  expect(await accountOf(db, id)).toMatchObject({ username: 'ao.renamed', name: 'Ao', bio: 'hello' })
})

test('accounts are found by name or id, and cards come in lists', async () => {
  const [one, two] = [await somebody(db), await somebody(db)]
  expect((await accounts.findByName(db, one.username))?.id).toBe(one.id)
  expect((await accounts.findByName(db, one.id))?.id).toBe(one.id)
  expect(await accounts.findByName(db, one.email)).toBeUndefined()
  expect([...(await accounts.people(db, [one.id, two.id])).keys()].toSorted()).toEqual([one.id, two.id].toSorted())
  const matching = async (q: string) => (await accounts.page(db, [accounts.matching(q)], { limit: 20, offset: 0 })).rows.map(({ id }) => id)
  expect(await matching(one.username.slice(2, 15))).toEqual([one.id])
  expect(await matching('%')).toEqual([])
})

test('the first admin comes from the command line and is on record', async () => {
  const { id } = await db.transaction((tx) =>
    accounts.createStaff(tx, { name: 'Office', username: 'front.office', email: 'office@stagedoor.example', password: 'long enough' }),
  )
  await accounts.login(db, { username: 'front.office', password: 'long enough' })
  expect(await db.one(sql`select action from audit.entries where subject_id = ${id} order by id limit 1`)).toEqual({
    action: 'accounts.staff_created',
  })
})

test('nobody can choose a language that the site does not offer', async () => {
  const { id } = await somebody(db)
  const speaks = (locale: 'zh-TW' | 'en-US') => db.transaction((tx) => accounts.update(tx, id, { locale }))
  const offers = (supportedLocales: string[]) => db.transaction((tx) => settings.save(tx, { supportedLocales }, undefined))
  await offers(['zh-TW'])
  await expect(speaks('en-US')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'locale', code: 'not_an_option' }] })
  await speaks('zh-TW')
  await offers(['zh-TW', 'en-US'])
  await speaks('en-US')
})

test('a birth date is given once, however many are given at the same moment', async () => {
  const fan = await somebody(db, { birthDate: null })
  const dates = ['1990-01-01', '1991-01-01', '1992-01-01', '1993-01-01']
  const given = await Promise.allSettled(dates.map((dateOfBirth) => db.transaction((tx) => accounts.update(tx, fan.id, { dateOfBirth }))))
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
