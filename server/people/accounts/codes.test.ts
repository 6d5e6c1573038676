// Codes beside the links of letters, on a clock that the tests move: they are the link in a shorter form, and nothing beyond it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { accountOf, letterJobs, ownDatabase, password, somebody } from '#server/people/accounts/testing.ts'

const clock = movableClock()
let db: Database
let jobs: Jobs
beforeAll(async () => {
  db = await ownDatabase(clock)
  jobs = letterJobs(db)
})
afterAll(() => db.close())

type Purpose = Parameters<typeof accounts.askForLink>[2]
const wrong = { code: 'wrong_letter_code', status: 422, fields: [{ field: 'code', code: 'wrong_letter_code' }] }

/** A letter is asked for, and read: its link's secret and its code. */
async function letterTo(email: string, purpose: Purpose, occasion?: 'taken') {
  clock.advance({ minutes: 2 })
  await db.transaction((tx) => accounts.askForLink(tx, email, purpose, 'en-US', occasion))
  await jobs.runDue()
  const { path, code } = await db.one<{ path: string; code: string | null }>(sql`
    select content -> 'action' ->> 'path' as path, content -> 'code' ->> 'digits' as code from mail.letters
    where recipient = ${email} order by created_at desc, id desc limit 1`)
  return { token: new URL(path, 'http://x').searchParams.get('token')!, code: code ?? '' }
}
const others = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const verifies = async (email: string, code: string) => {
  const link = await accounts.linkOfCode(db, 'verify_email', { email, code })
  return db.transaction((tx) => accounts.verifyEmail(tx, link))
}

test('a code confirms the address that its letter went to, once, in any case, and uses up the link', async () => {
  const mei = await somebody(db)
  const { token, code } = await letterTo(mei.email, 'verify_email')
  expect(code).toMatch(/^\d{6}$/)
  expect(await verifies(` ${mei.email.toUpperCase()}`, code)).toEqual({ accountId: mei.id })
  expect((await accountOf(db, mei.id))?.emailVerifiedAt).toBeInstanceOf(Date)
  await expect(verifies(mei.email, code)).rejects.toMatchObject(wrong)
  await expect(db.transaction((tx) => accounts.verifyEmail(tx, token))).rejects.toMatchObject({ code: 'link_expired' })
})

test('the link uses up its code', async () => {
  const mei = await somebody(db)
  const { token, code } = await letterTo(mei.email, 'verify_email')
  await db.transaction((tx) => accounts.verifyEmail(tx, token))
  await expect(verifies(mei.email, code)).rejects.toMatchObject(wrong)
})

test('a code is of its own purpose and its own account', async () => {
  const [mei, jun] = [await somebody(db), await somebody(db)]
  const { code } = await letterTo(mei.email, 'verify_email')
  await expect(accounts.linkOfCode(db, 'reset_password', { email: mei.email, code })).rejects.toMatchObject(wrong)
  const juns = await letterTo(jun.email, 'verify_email')
  // One in a million draws the same digits.
  if (juns.code !== code) await expect(verifies(jun.email, code)).rejects.toMatchObject(wrong)
  await verifies(mei.email, code)
})

test('a code is as long good as its link: 24 hours, and an hour for a password', async () => {
  const mei = await somebody(db)
  const late = await letterTo(mei.email, 'verify_email')
  clock.advance({ hours: 24, seconds: 1 })
  await expect(verifies(mei.email, late.code)).rejects.toMatchObject(wrong)
  const { code } = await letterTo(mei.email, 'reset_password')
  clock.advance({ hours: 1, seconds: 1 })
  await expect(accounts.linkOfCode(db, 'reset_password', { email: mei.email, code })).rejects.toMatchObject(wrong)
})

test('five tries end a code for good, and leave its link; another letter brings another code', async () => {
  const mei = await somebody(db)
  const { token, code } = await letterTo(mei.email, 'verify_email')
  for (let n = 0; n < 5; n++) await expect(verifies(mei.email, others(code))).rejects.toMatchObject(wrong)
  await expect(verifies(mei.email, code)).rejects.toMatchObject({ code: 'account_locked' })
  clock.advance({ minutes: 16 })
  await expect(verifies(mei.email, code)).rejects.toMatchObject(wrong)
  const fresh = await letterTo(mei.email, 'verify_email')
  await verifies(mei.email, fresh.code)
  expect(token).not.toBe(fresh.token)
})

test('of many who guess at once no more than five are looked at', async () => {
  const mei = await somebody(db)
  const { code } = await letterTo(mei.email, 'verify_email')
  await Promise.allSettled(Array.from({ length: 12 }, () => verifies(mei.email, others(code))))
  const { tries } = await db.one<{ tries: number }>(sql`select code_tries as tries from accounts.links where account_id = ${mei.id}`)
  expect(tries).toBe(5)
})

test('an address that nobody has is answered as one that somebody has: five wrong codes, then a lock', async () => {
  const mei = await somebody(db)
  await letterTo(mei.email, 'reset_password')
  const said = async (email: string) => {
    const answers: string[] = []
    for (let n = 0; n < 7; n++)
      await accounts.linkOfCode(db, 'reset_password', { email, code: '000000' }).catch((no: { code: string }) => answers.push(no.code))
    return answers
  }
  expect(await said('nobody.at.all@stagedoor.example')).toEqual(await said(mei.email))
})

test('a letter that nobody waits for has no code: whoever registered with another’s address cannot be asked for it', async () => {
  const mei = await somebody(db)
  expect((await letterTo(mei.email, 'reset_password', 'taken')).code).toBe('')
})

test('a code sets a new password as its link does: every session ends', async () => {
  const mei = await somebody(db)
  const { token: session } = await accounts.login(db, { username: mei.username, password })
  const { code } = await letterTo(mei.email, 'reset_password')
  const passwordHash = await accounts.hashPassword('quite another one')
  const link = await accounts.linkOfCode(db, 'reset_password', { email: mei.email, code })
  await db.transaction((tx) => accounts.resetPassword(tx, link, passwordHash))
  expect(await accounts.identify(db, session)).toBeUndefined()
  await accounts.login(db, { username: mei.username, password: 'quite another one' })
})

test('nothing in the tables says which code a letter had', async () => {
  const mei = await somebody(db)
  const { code } = await letterTo(mei.email, 'verify_email')
  const { row } = await db.one<{ row: string }>(sql`select to_jsonb(l)::text as row from accounts.links l where account_id = ${mei.id}`)
  expect(row).not.toContain(code)
})
