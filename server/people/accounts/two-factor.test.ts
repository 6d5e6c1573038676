// The second factor on a clock that the tests move: codes, their replay, tickets, recovery codes, locks, and a key that is another one.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { derived, useSecret } from '#server/platform/config/keys.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { reseal } from '#server/platform/keys/resealing.ts'
import { asOwner, ownerUrl } from '#server/platform/testing/clone.ts'
import { connect } from '#server/platform/db/db.ts'
import { unsealText } from '#server/platform/storage/sealed-text.ts'
import { changePassword, identify, login, openSession, resetTwoFactor } from '#server/people/accounts/accounts.ts'
import { ownDatabase, password, somebody } from '#server/people/accounts/testing.ts'
import * as factor from '#server/people/accounts/two-factor.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let key: Buffer
beforeAll(async () => {
  key = randomBytes(32)
  useSecret(key)
  db = await ownDatabase(clock)
})
afterAll(() => db.close())

const wrong = { code: 'wrong_code' }
const ip = '203.0.113.9'
const codeOf = (secret: string, offMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + offMs })
const later = () => clock.advance({ seconds: 30 })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (no: { code: string; details: { ticket?: string } }) => no,
  )

async function ticketOf(username: string): Promise<string> {
  const no = await refusal(login(db, { username, password, ip }))
  expect(no?.code).toBe('two_factor_required')
  return no!.details.ticket!
}

async function guarded(more: Parameters<typeof somebody>[1] = {}) {
  const person = await somebody(db, more)
  const owner = { accountId: person.id, sessionId: person.id, ip, language: 'en-US' as const }
  const { secret } = await factor.begin(db, owner, password)
  const codes = await factor.confirm(db, owner, codeOf(secret))
  later()
  const enters = (ticket: string, code: string) => factor.enter(db, { ticket, code, ip, language: 'en-US' })
  return { ...person, owner, secret, codes, enters }
}

test('it is asked for once a code confirmed it, and not before', async () => {
  const { id, username } = await somebody(db)
  const owner = { accountId: id, sessionId: id, ip, language: 'en-US' as const }
  await expect(factor.confirm(db, owner, '123456')).rejects.toMatchObject({ code: 'two_factor_not_begun' })
  await expect(factor.begin(db, owner, 'not the password')).rejects.toMatchObject({ code: 'wrong_password' })
  const { secret, uri, qr } = await factor.begin(db, owner, password)
  expect(uri).toContain(`secret=${secret}`)
  expect(qr.every((row) => row.length === qr.length && /^[01]+$/.test(row))).toBe(true)
  expect(await login(db, { username, password, ip })).toHaveProperty('token')
  await expect(factor.confirm(db, owner, codeOf(secret, 120_000))).rejects.toMatchObject(wrong)
  expect(new Set(await factor.confirm(db, owner, codeOf(secret))).size).toBe(10)
  await ticketOf(username)
  await expect(factor.begin(db, owner, password)).rejects.toMatchObject({ code: 'two_factor_is_on' })
})

test('a code signs in half a minute early and late, once, and none of an earlier half minute after it', async () => {
  const { username, secret, enters } = await guarded()
  clock.advance({ minutes: 2 })
  for (const off of [-60_000, 60_000]) await expect(enters(await ticketOf(username), codeOf(secret, off))).rejects.toMatchObject(wrong)
  const code = codeOf(secret, 30_000)
  expect(await enters(await ticketOf(username), ` ${code.slice(0, 3)} ${code.slice(3)} `)).toHaveProperty('token')
  await expect(enters(await ticketOf(username), code)).rejects.toMatchObject(wrong)
  await expect(enters(await ticketOf(username), codeOf(secret))).rejects.toMatchObject(wrong)
  clock.advance({ minutes: 1 })
  expect(await enters(await ticketOf(username), codeOf(secret))).toHaveProperty('token')
})

test('of many who bring one code at once, one comes in', async () => {
  const { username, secret, enters } = await guarded()
  const tickets = [await ticketOf(username), await ticketOf(username), await ticketOf(username)]
  const tries = await Promise.allSettled(tickets.map((ticket) => enters(ticket, codeOf(secret))))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code signs in once, and its owner is told by letter and in the audit log; no code lies open in the database', async () => {
  const { id, username, email, codes, enters, owner } = await guarded()
  expect(await enters(await ticketOf(username), codes[0]!.toUpperCase().replaceAll('-', ' '))).toHaveProperty('token')
  await expect(enters(await ticketOf(username), codes[0]!)).rejects.toMatchObject(wrong)
  expect(await factor.stateOf(db, { accountId: owner.accountId, isStaff: false })).toMatchObject({ isOn: true, recoveryCodesLeft: 9 })
  expect(
    await db.many(sql`select 1 as n from audit.entries where subject_id = ${id} and action = 'accounts.recovery_code_used'`),
  ).toHaveLength(1)
  expect(
    await db.many(sql`select 1 as n from mail.letters where recipient = ${email} and subject like '%recovery code was used%'`),
  ).toHaveLength(1)
  const rows = JSON.stringify(await db.many(sql`select to_jsonb(c) as row from accounts.recovery_codes c where account_id = ${id}`))
  for (const code of codes) expect(rows).not.toContain(code)
})

test('new recovery codes end the earlier ones; password and code are asked for', async () => {
  const { codes, owner, secret, username, enters } = await guarded()
  await expect(factor.renewCodes(db, owner, { currentPassword: 'wrong', code: codeOf(secret) })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  await expect(factor.renewCodes(db, owner, { currentPassword: password, code: '000000' })).rejects.toMatchObject(wrong)
  const fresh = await factor.renewCodes(db, owner, { currentPassword: password, code: codeOf(secret) })
  await expect(enters(await ticketOf(username), codes[1]!)).rejects.toMatchObject(wrong)
  expect(await enters(await ticketOf(username), fresh[1]!)).toHaveProperty('token')
})

test('a ticket is one session, ends after five minutes, and with the password that it was given for', async () => {
  const { username, secret, codes, enters, owner } = await guarded()
  const ticket = await ticketOf(username)
  expect(await enters(ticket, codeOf(secret))).toHaveProperty('token')
  await expect(enters(ticket, codes[0]!)).rejects.toMatchObject({ code: 'ticket_over' })
  const late = await ticketOf(username)
  clock.advance({ minutes: 6 })
  await expect(enters(late, codeOf(secret))).rejects.toMatchObject({ code: 'ticket_over' })
  const old = await ticketOf(username)
  await changePassword(
    db,
    { accountId: owner.accountId, sessionId: owner.accountId },
    { password: 'another good long one', currentPassword: password },
    'en-US',
  )
  await expect(enters(old, codeOf(secret))).rejects.toMatchObject({ code: 'ticket_over' })
  await expect(enters('x'.repeat(43), codeOf(secret))).rejects.toMatchObject({ code: 'ticket_over' })
})

test('a wrong password says nothing of a second factor, and a right one does not unlock guessing: five wrong codes lock it for a quarter of an hour', async () => {
  const { username, secret, enters } = await guarded()
  await expect(login(db, { username, password: 'wrong', ip: '203.0.113.77' })).rejects.toMatchObject({ code: 'incorrect_credentials' })
  for (let count = 0; count < 5; count++) await expect(enters(await ticketOf(username), '000000')).rejects.toMatchObject(wrong)
  await expect(enters(await ticketOf(username), codeOf(secret))).rejects.toMatchObject({ code: 'account_locked' })
  clock.advance({ minutes: 16 })
  expect(await enters(await ticketOf(username), codeOf(secret))).toHaveProperty('token')
})

test('it is turned off with password and code, and signing in asks for the password alone again', async () => {
  const { username, secret, owner } = await guarded()
  await expect(factor.turnOff(db, owner, { currentPassword: password, code: '000000' })).rejects.toMatchObject(wrong)
  await factor.turnOff(db, owner, { currentPassword: password, code: codeOf(secret) })
  expect(await login(db, { username, password, ip })).toHaveProperty('token')
  await expect(factor.turnOff(db, owner, { currentPassword: password, code: codeOf(secret) })).rejects.toMatchObject({
    code: 'two_factor_is_off',
  })
})

test('staff take it off whoever lost everything', async () => {
  const { id, username, email } = await guarded()
  await db.transaction((tx) => resetTwoFactor(tx, id, 'en-US'))
  expect(await login(db, { username, password, ip })).toHaveProperty('token')
  expect(await db.many(sql`select 1 as n from mail.letters where recipient = ${email} and subject like '%was reset%'`)).toHaveLength(1)
  await expect(db.transaction((tx) => resetTwoFactor(tx, id, 'en-US'))).rejects.toMatchObject({ code: 'two_factor_is_off' })
})

test('where the site asks a second factor of its staff, whoever has none is a fan to everything until they have', async () => {
  const [plain, proven] = [await somebody(db, { role: 'staff' }), await guarded({ role: 'staff' })]
  const seen = async (accountId: string) => {
    const { token } = await db.transaction((tx) => openSession(tx, accountId))
    return identify(db, token)
  }
  expect(await seen(plain.id)).toMatchObject({ role: 'staff' })
  await db.transaction((tx) => settings.save(tx, { staffNeedTwoFactor: true }, undefined))
  expect(await seen(plain.id)).toMatchObject({ role: 'user', mustProve: true })
  expect(await seen(proven.id)).toMatchObject({ role: 'staff' })
  expect(await seen(proven.id)).not.toHaveProperty('mustProve')
  const fan = await somebody(db)
  expect(await seen(fan.id)).not.toHaveProperty('mustProve')
  expect(await factor.stateOf(db, { accountId: plain.id, isStaff: true })).toMatchObject({ isOn: false, isRequired: true })
  await db.transaction((tx) => settings.save(tx, { staffNeedTwoFactor: false }, undefined))
})

test('with another key its secret is sealed anew, and where the old one is lost a recovery code still signs in', async () => {
  const { id, username, secret, codes, enters } = await guarded()
  const { sealed } = await db.one<{ sealed: Buffer }>(sql`select sealed from accounts.two_factor where account_id = ${id}`)
  expect(unsealText(derived(key, 'two-factor'), `two-factor:${id}`, sealed)).toBe(secret)
  const next = randomBytes(32)
  const owners = connect({ connection: { connectionString: await ownerUrl(db) }, clock })
  const { moved } = await owners.transaction((tx) => reseal(tx, factor.sealed, key, next))
  await owners.close()
  expect(moved).toBeGreaterThan(0)
  useSecret(next)
  expect(await enters(await ticketOf(username), codeOf(secret))).toHaveProperty('token')
  useSecret(randomBytes(32))
  later()
  await expect(enters(await ticketOf(username), codeOf(secret))).rejects.toMatchObject({ code: 'authenticator_lost' })
  expect(await enters(await ticketOf(username), codes[0]!)).toHaveProperty('token')
  useSecret(next)
})

test('no code is good again, whoever writes', async () => {
  const { id, username, codes, enters } = await guarded()
  await enters(await ticketOf(username), codes[0]!)
  await expect(asOwner(db, sql`update accounts.two_factor set last_step = 1 where account_id = ${id}`)).rejects.toThrow('go forward')
  await expect(
    asOwner(db, sql`update accounts.recovery_codes set used_at = null where account_id = ${id} and used_at is not null`),
  ).rejects.toThrow('used once')
})
