// Another e-mail address, on a clock that the tests move: who must know what, what each of both mailboxes hears, and the way back.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { linkOf } from '#server/people/accounts/codes-typed.ts'
import * as change from '#server/people/accounts/email-change.ts'
import { accountOf, letterJobs, ownDatabase, password, somebody, tokenFor } from '#server/people/accounts/testing.ts'
import { proveOwner } from '#server/people/accounts/two-factor.ts'

const clock = movableClock()
let db: Database
let jobs: Jobs
beforeAll(async () => {
  db = await ownDatabase(clock)
  jobs = letterJobs(db)
})
afterAll(() => db.close())

const over = { code: 'link_expired', status: 422 }
const fresh = () => `new.${randomUUID().slice(0, 8)}@stagedoor.example`

interface Read {
  subject: string
  token: string | undefined
  code: string | undefined
}
/** What came to this mailbox, the newest first. */
async function lettersTo(email: string): Promise<Read[]> {
  const rows = await db.many<{ subject: string; path: string | null; code: string | null }>(sql`
    select subject, content -> 'action' ->> 'path' as path, content -> 'code' ->> 'digits' as code from mail.letters
    where recipient = ${email} order by created_at desc, id desc`)
  return rows.map(({ subject, path, code }) => ({
    subject,
    token: path === null ? undefined : [...new URL(path, 'http://x').searchParams.values()][0],
    code: code ?? undefined,
  }))
}
const newest = async (email: string) => (await lettersTo(email))[0]!

async function asks(accountId: string, email: string) {
  clock.advance({ minutes: 2 })
  await db.transaction((tx) => change.ask(tx, { accountId, email, language: 'en-US' }, '203.0.113.9'))
  await jobs.runDue()
}
const confirms = (token: string | Buffer, reader?: { accountId: string; sessionId: string }) =>
  db.transaction((tx) => change.confirm(tx, token, 'en-US', reader))
const undoes = async (token: string, plain = 'a wholly new password') => {
  const hash = await accounts.hashPassword(plain)
  await db.transaction((tx) => change.undo(tx, token, hash, 'en-US'))
}
const verified = { emailVerified: true, isProven: true }

test('nothing changes until the new mailbox confirmed it; the old one hears at once, and again with a way back', async () => {
  const mei = await somebody(db, verified)
  const next = fresh()
  await asks(mei.id, next)
  expect((await accountOf(db, mei.id))?.email).toBe(mei.email)
  expect((await lettersTo(mei.email)).map(({ subject, token }) => [subject, token])).toEqual([
    ['Somebody asked to change your e-mail address at Stagedoor', undefined],
  ])
  await confirms((await newest(next)).token!)
  expect(await accountOf(db, mei.id)).toMatchObject({ email: next, emailVerifiedAt: expect.any(Date) })
  expect(await newest(mei.email)).toMatchObject({ subject: 'Your e-mail address at Stagedoor was changed', token: expect.any(String) })
  expect(await newest(next)).toMatchObject({ subject: 'This is your new e-mail address at Stagedoor', token: undefined })
  await accounts.login(db, { username: next, password })
  await expect(accounts.login(db, { username: mei.email, password })).rejects.toMatchObject({ code: 'incorrect_credentials' })
})

test('the link works once, for a day, and only the newest', async () => {
  const mei = await somebody(db, verified)
  const [one, other] = [fresh(), fresh()]
  await asks(mei.id, one)
  await asks(mei.id, other)
  await expect(confirms((await newest(one)).token!)).rejects.toMatchObject(over)
  const { token } = await newest(other)
  clock.advance({ hours: 24, seconds: 1 })
  await expect(confirms(token!)).rejects.toMatchObject(over)
  await asks(mei.id, other)
  const again = (await newest(other)).token!
  await confirms(again)
  await expect(confirms(again)).rejects.toMatchObject(over)
})

test('the code is of whoever asked, and of nobody else who wants the same address', async () => {
  const [mei, jun] = [await somebody(db, verified), await somebody(db, verified)]
  const next = fresh()
  await asks(mei.id, next)
  const code = (await newest(next)).code!
  await expect(linkOf(db, 'change_email', { email: next, code }, jun.id)).rejects.toMatchObject({ code: 'wrong_letter_code' })
  await confirms(await linkOf(db, 'change_email', { email: next, code }, mei.id))
  expect((await accountOf(db, mei.id))?.email).toBe(next)
})

test('an address that somebody has is written to, not given away, and nobody who asks can tell', async () => {
  const [mei, jun] = [await somebody(db, verified), await somebody(db, verified)]
  await asks(mei.id, jun.email)
  const [letter] = await lettersTo(jun.email)
  expect(letter).toEqual({ subject: 'Somebody wanted to use your address at Stagedoor', token: undefined, code: undefined })
  expect((await newest(mei.email)).subject).toBe('Somebody asked to change your e-mail address at Stagedoor')
  // Whoever wants it must not be able to fill the mailbox either: one a minute, five a day.
  for (let n = 0; n < 8; n++) await asks(mei.id, jun.email)
  expect(await lettersTo(jun.email)).toHaveLength(5)
  await expect(asks(mei.id, mei.email.toUpperCase())).rejects.toMatchObject({ code: 'email_is_yours' })
})

test('of two who confirm one address the first has it', async () => {
  const [mei, jun] = [await somebody(db, verified), await somebody(db, verified)]
  const next = fresh()
  await asks(mei.id, next)
  const meis = (await newest(next)).token!
  await asks(jun.id, next)
  const juns = (await newest(next)).token!
  const tries = await Promise.allSettled([confirms(meis), confirms(juns)])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.many(sql`select 1 from accounts.accounts where email = ${next}`)).toHaveLength(1)
})

test('other sessions end, the one that confirms stays, and what was mailed to the old address opens nothing', async () => {
  const mei = await somebody(db, verified)
  const [here, elsewhere] = [await tokenFor(db, mei.id), await tokenFor(db, mei.id)]
  const { sessionId } = (await accounts.identify(db, here))!
  await db.transaction((tx) => accounts.askForLink(tx, mei.email, 'reset_password', 'en-US'))
  await jobs.runDue()
  const reset = (await newest(mei.email)).token!
  const next = fresh()
  await asks(mei.id, next)
  await confirms((await newest(next)).token!, { accountId: mei.id, sessionId })
  expect(await accounts.identify(db, here)).toBeDefined()
  expect(await accounts.identify(db, elsewhere)).toBeUndefined()
  await expect(db.transaction((tx) => accounts.resetPassword(tx, reset, 'x'))).rejects.toMatchObject(over)
})

test('a link that a stranger presses confirms the address, and lets no provider’s word into the account for it', async () => {
  const mei = await somebody(db, verified)
  const next = fresh()
  await asks(mei.id, next)
  await confirms((await newest(next)).token!)
  expect((await accountOf(db, mei.id))?.provenAt).toBeNull()
})

test('a new password by letter cancels a change that somebody asked for with the old one', async () => {
  const mei = await somebody(db, verified)
  const next = fresh()
  await asks(mei.id, next)
  await db.transaction((tx) => accounts.askForLink(tx, mei.email, 'reset_password', 'en-US'))
  await jobs.runDue()
  const hash = await accounts.hashPassword('quite another one')
  await db.transaction(async (tx) => accounts.resetPassword(tx, (await newest(mei.email)).token!, hash))
  await expect(confirms((await newest(next)).token!)).rejects.toMatchObject(over)
})

test('whoever lost their account by it takes it back within a week: address, a new password, and nobody else is in or comes in', async () => {
  const mei = await somebody(db, verified)
  const thief = fresh()
  await asks(mei.id, thief)
  await confirms((await newest(thief)).token!)
  const session = await tokenFor(db, mei.id)
  await db.transaction((tx) =>
    accounts.link(tx, mei.id, {
      provider: 'google',
      label: 'Google',
      issuer: 'https://accounts.google.com',
      subject: thief,
      email: thief,
      isEmailVerified: true,
      name: undefined,
      picture: undefined,
    }),
  )
  // The thief moves on; the way back of the first address is not theirs to end.
  const second = fresh()
  await asks(mei.id, second)
  await confirms((await newest(second)).token!)
  const thiefsUndo = (await newest(thief)).token!
  const undo = (await lettersTo(mei.email)).find(({ token }) => token)!.token!
  clock.advance({ days: 6, hours: 23 })
  await undoes(undo, 'mine again, and long')
  expect((await accountOf(db, mei.id))?.email).toBe(mei.email)
  expect(await accounts.identify(db, session)).toBeUndefined()
  expect(await accounts.linkedTo(db, mei.id)).toEqual([])
  await accounts.login(db, { username: mei.email, password: 'mine again, and long' })
  await expect(accounts.login(db, { username: mei.email, password })).rejects.toMatchObject({ code: 'incorrect_credentials' })
  for (const token of [undo, thiefsUndo]) await expect(undoes(token)).rejects.toMatchObject(over)
})

test('after a week it stays as it is, and until then nobody else takes the old address', async () => {
  const mei = await somebody(db, verified)
  const next = fresh()
  await asks(mei.id, next)
  await confirms((await newest(next)).token!)
  const { token } = await newest(mei.email)
  await expect(somebody(db, { email: mei.email })).rejects.toMatchObject({ code: 'email_taken' })
  clock.advance({ days: 7, seconds: 1 })
  await expect(undoes(token!)).rejects.toMatchObject(over)
  expect(await somebody(db, { email: mei.email })).toHaveProperty('id')
})

test('an address that was never verified, which may be a stranger’s by a slip, has no way back', async () => {
  const mei = await somebody(db)
  const next = fresh()
  await asks(mei.id, next)
  await confirms((await newest(next)).token!)
  expect(await newest(mei.email)).toMatchObject({ subject: 'Your e-mail address at Stagedoor was changed', token: undefined })
})

test('the password is asked for, and a guess from a stolen session is counted', async () => {
  const mei = await somebody(db, verified)
  const proves = (currentPassword?: string) =>
    proveOwner(db, { accountId: mei.id, sessionId: mei.id, ip: '203.0.113.9', language: 'en-US' }, { currentPassword })
  await proves(password)
  await expect(proves()).rejects.toMatchObject({ code: 'wrong_password' })
  for (let n = 0; n < 5; n++) await expect(proves('guess')).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(proves(password)).rejects.toMatchObject({ code: 'account_locked' })
})
