// One token is one form, whichever process is asked; and what happens while nobody can tell.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solved } from '#server/platform/captchas/testing-altcha.ts'
import { captchaSecret, startSiteverify, type SiteverifyFake } from '#server/platform/captchas/testing-siteverify.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { asOwner, cloneDatabase } from '#server/platform/testing/clone.ts'
import * as captcha from '#server/site/captcha/captcha.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let other: Database
let fake: SiteverifyFake
const said: string[] = []
const keys = (): captcha.Keys => ({
  turnstile: captchaSecret,
  hcaptcha: captchaSecret,
  recaptcha: captchaSecret,
  apiUrl: fake.url,
  hosts: ['stagedoor.example'],
  warn: (sentence) => said.push(sentence),
})

beforeAll(async () => {
  useSecret(randomBytes(32))
  fake = await startSiteverify()
  const { host, user, database } = await cloneDatabase()
  db = connect({ connection: { host, user, database }, clock })
  other = connect({ connection: { host, user, database }, clock })
  settings.addRule(captcha.isReadyToTell)
})
afterAll(async () => {
  await Promise.all([db.close(), other.close(), fake.close()])
})
beforeEach(async () => {
  captcha.useKeys(keys())
  fake.forgetful = false
  said.length = 0
  await choose('turnstile')
})

const choose = (captchaProvider: string, captchaSiteKey = 'site-key') =>
  db.transaction((tx) => settings.save(tx, { captchaProvider, captchaSiteKey }, undefined))
const form = (token: string | undefined, action = 'accounts_register') => ({
  token,
  action,
  host: 'stagedoor.example',
  evenUnverified: false,
})
const given = (action = 'accounts_register') => fake.give({ hostname: 'stagedoor.example', action })
const solvedHere = async (action = 'accounts_register') => solved((await captcha.challenge(db, action)).challenge)
const required = { code: 'captcha_required' }
const failed = { code: 'captcha_failed' }

test('a site without a captcha asks nobody for anything', async () => {
  await choose('none')
  await captcha.refusePrograms(db, form(undefined))
  await captcha.refusePrograms(db, form('whatever a client brings'))
  expect(await captcha.verify(db, 'whatever', 'stagedoor.example')).toEqual({ success: true })
})

test('a form without a token is refused, and so is one whose token was never given', async () => {
  await expect(captcha.refusePrograms(db, form(undefined))).rejects.toMatchObject(required)
  await expect(captcha.refusePrograms(db, form(''))).rejects.toMatchObject(required)
  await expect(captcha.refusePrograms(db, form('03.made-up'))).rejects.toMatchObject(failed)
  await expect(captcha.refusePrograms(db, form('"><b>'))).rejects.toMatchObject(failed)
})

test('a token is one form, also where the provider would forget that it said yes, and in another process', async () => {
  fake.forgetful = true
  const token = given()
  await captcha.refusePrograms(db, form(token))
  for (const process of [db, other]) await expect(captcha.refusePrograms(process, form(token))).rejects.toMatchObject(failed)
  expect(await captcha.verify(other, token, 'stagedoor.example')).toEqual({ success: false })
})

test('of many forms that come at once with one token, one is let in', async () => {
  fake.forgetful = true
  const token = given()
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, place) => captcha.refusePrograms(place % 2 ? db : other, form(token))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a token that is asked about first is good for one form yet, in any process, and the provider is not asked twice', async () => {
  const token = given()
  expect(await captcha.verify(db, token, 'stagedoor.example')).toEqual({ success: true })
  expect(await captcha.verify(other, token, 'stagedoor.example')).toEqual({ success: false })
  const asked = fake.asked.length
  await captcha.refusePrograms(other, form(token))
  await expect(captcha.refusePrograms(db, form(token))).rejects.toMatchObject(failed)
  expect(fake.asked).toHaveLength(asked)
})

test('one that was asked about stays with its form, and waits for it five minutes', async () => {
  const [token, late] = [given('contact_send'), given()]
  await captcha.verify(db, token, 'stagedoor.example')
  await captcha.verify(db, late, 'stagedoor.example')
  await expect(captcha.refusePrograms(db, form(token))).rejects.toMatchObject(failed)
  await captcha.refusePrograms(db, form(token, 'contact_send'))
  clock.advance({ minutes: 6 })
  await expect(captcha.refusePrograms(db, form(late))).rejects.toMatchObject(failed)
})

test('a score is told to whoever asks, where there is one', async () => {
  await choose('recaptcha_v3')
  const token = fake.give({ hostname: 'stagedoor.example', action: 'accounts_register', score: 0.7 })
  expect(await captcha.verify(db, token, 'stagedoor.example')).toEqual({ success: true, score: 0.7 })
})

test('while nobody can tell, a form is refused as unavailable, and the operator reads why; one that may goes on', async () => {
  for (const token of [given(), undefined]) {
    fake.troubleNext('status')
    await expect(captcha.refusePrograms(db, form(token))).rejects.toMatchObject({ code: 'captcha_unavailable', status: 503 })
    fake.troubleNext('status')
    await captcha.refusePrograms(db, { ...form(token), evenUnverified: true })
  }
  expect(said).toEqual(Array.from({ length: 4 }, () => 'The captcha cannot be checked: turnstile answers 503.'))
  fake.troubleNext('not-json')
  await expect(captcha.verify(db, given(), 'stagedoor.example')).rejects.toMatchObject({ code: 'captcha_unavailable' })
})

test('what may go on is still refused for a wrong token, and without one, while the provider is there', async () => {
  await expect(captcha.refusePrograms(db, { ...form('03.made-up'), evenUnverified: true })).rejects.toMatchObject(failed)
  await expect(captcha.refusePrograms(db, { ...form(undefined), evenUnverified: true })).rejects.toMatchObject(required)
})

test('a secret that was taken away is said, and shuts nobody out of signing in', async () => {
  captcha.useKeys({ ...keys(), turnstile: undefined })
  await expect(captcha.refusePrograms(db, form(given()))).rejects.toMatchObject({ code: 'captcha_unavailable' })
  await captcha.refusePrograms(db, { ...form(given()), evenUnverified: true })
  expect(said[0]).toBe('The captcha cannot be checked: turnstile has no secret key here.')
})

test('a provider without its keys cannot be chosen', async () => {
  captcha.useKeys({ ...keys(), hcaptcha: undefined })
  await expect(choose('hcaptcha')).rejects.toMatchObject({ fields: [{ field: 'captchaProvider', code: 'captcha_not_ready' }] })
  await expect(choose('recaptcha_v2', '')).rejects.toMatchObject({ fields: [{ field: 'captchaSiteKey', code: 'required' }] })
})

test('without a known address the host that was asked counts, and no other', async () => {
  captcha.useKeys({ ...keys(), hosts: [] })
  await captcha.refusePrograms(db, { ...form(given()), host: 'stagedoor.example' })
  await expect(captcha.refusePrograms(db, { ...form(given()), host: 'other.example' })).rejects.toMatchObject(failed)
})

test('the site’s own captcha asks nobody outside, and gives its puzzles only while it is chosen', async () => {
  await expect(captcha.challenge(db, 'accounts_register')).rejects.toMatchObject({ code: 'not_found' })
  await choose('altcha')
  const asked = fake.asked.length
  const token = await solvedHere()
  await captcha.refusePrograms(db, form(token))
  await expect(captcha.refusePrograms(other, form(token))).rejects.toMatchObject(failed)
  await expect(captcha.refusePrograms(db, form(await solvedHere('contact_send')))).rejects.toMatchObject(failed)
  const late = await solvedHere()
  clock.advance({ minutes: 21 })
  await expect(captcha.refusePrograms(db, form(late))).rejects.toMatchObject(failed)
  expect(fake.asked).toHaveLength(asked)
})

test('what passed is forgotten after a day, when no provider knows it any more', async () => {
  const count = async () => (await db.one<{ count: number }>(sql`select count(*) as count from captcha.tokens`)).count
  expect(await count()).toBeGreaterThan(0)
  expect(await captcha.forgetOld(db)).toBe(0)
  clock.advance({ hours: 25 })
  expect(await captcha.forgetOld(db)).toBeGreaterThan(0)
  expect(await count()).toBe(0)
})

test('a token that was spent is never fresh again, whoever writes', async () => {
  const token = given()
  await captcha.refusePrograms(db, form(token))
  for (const change of [
    sql`update captcha.tokens set spent_at = null`,
    sql`update captcha.tokens set spent_at = now()`,
    sql`update captcha.tokens set passed_at = now() + interval '1 day'`,
  ])
    await expect(asOwner(db, change)).rejects.toThrow('spent once')
})
