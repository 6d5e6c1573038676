// Passkeys on a clock that the tests move, by an authenticator of their own: what signs in, what stands beside the password, and every way to be refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { deliverLetters } from '#server/platform/mail/mail.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import { close, identify, login, resetTwoFactor, setState, takeBack } from '#server/people/accounts/accounts.ts'
import { forgetChallenges } from '#server/people/accounts/passkey-queries.ts'
import * as passkeys from '#server/people/accounts/passkeys.ts'
import { prove } from '#server/people/accounts/queries.ts'
import { newSecret } from '#server/people/accounts/sessions.ts'
import { resetPassword } from '#server/people/accounts/links.ts'
import { undo } from '#server/people/accounts/email-change.ts'
import { hashChosenPlain } from '#server/people/accounts/passwords.ts'
import { makes, signs, type Key, type Ways } from '#server/people/accounts/testing-authenticator.ts'
import { ownDatabase, password, somebody, type Somebody } from '#server/people/accounts/testing.ts'
import * as factor from '#server/people/accounts/two-factor.ts'

const clock = movableClock()
const address = { site: 'https://stage.example' }
let db: Database
beforeAll(async () => {
  db = await ownDatabase(clock)
  const jobs = createJobs(db, (error) => {
    throw error
  })
  deliverLetters(db, jobs, { smtpUrl: undefined, from: '', siteUrl: () => address.site })
})
afterAll(() => db.close())

const ip = '203.0.113.9'
const ownerOf = ({ id }: Somebody) => ({ accountId: id, sessionId: id, ip, language: 'en-US' as const })
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })

type Kind = 'passwordless' | 'secondFactor'
async function begins(person: Somebody, kind: Kind = 'passwordless', code?: string) {
  return passkeys.begin(db, ownerOf(person), kind, { currentPassword: password, code })
}

async function adds(person: Somebody, { kind = 'passwordless' as Kind, code = undefined as string | undefined, ways = {} as Ways } = {}) {
  const { key, made } = makes(await begins(person, kind, code), ways)
  const kept = await passkeys.add(db, ownerOf(person), { kind, name: 'Laptop', ...made })
  return { key, kept, made }
}

async function enters(key: Key, ways: Ways = {}) {
  const options = await passkeys.options(db, undefined)
  return passkeys.enter(db, { signed: signs(key, options!, ways), ip })
}

/** With a second factor that is on, and a code of it that was not used yet. */
async function guarded(more: Parameters<typeof somebody>[1] = {}) {
  const person = await somebody(db, more)
  const { secret } = await factor.begin(db, ownerOf(person), password)
  const codes = await factor.confirm(db, ownerOf(person), codeOf(secret))
  const code = () => {
    clock.advance({ seconds: 31 })
    return codeOf(secret)
  }
  return { ...person, codes, code }
}

async function ticketOf({ username }: Somebody): Promise<string> {
  try {
    await login(db, { username, password, ip })
  } catch (error) {
    return (error as { details: { ticket: string } }).details.ticket
  }
  throw new Error('nobody asked for a second step')
}

const lettersTo = (email: string) =>
  db.many<{ subject: string }>(sql`select subject from mail.letters where recipient = ${email} order by created_at, id`)

test('a passkey that saw its owner signs in by itself, is listed with its name and its last use, and its owner is told by letter', async () => {
  const fan = await somebody(db)
  const { key, kept } = await adds(fan)
  expect(kept).toMatchObject({ kind: 'passwordless', name: 'Laptop', usedAt: null })
  clock.advance({ minutes: 3 })
  const { token } = await enters(key)
  expect(await identify(db, token)).toMatchObject({ accountId: fan.id })
  expect(await passkeys.listed(db, fan.id)).toMatchObject([{ name: 'Laptop', usedAt: expect.any(Date) }])
  expect(await lettersTo(fan.email)).toEqual([{ subject: expect.stringContaining('passkey was added') }])
})

test('adding one asks for the password, and for a code where there is a second factor', async () => {
  const fan = await somebody(db)
  const wrong = (proof: object) => passkeys.begin(db, ownerOf(fan), 'passwordless', proof)
  await expect(wrong({})).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(wrong({ currentPassword: 'not this one' })).rejects.toMatchObject({ code: 'wrong_password' })
  const careful = await guarded()
  await expect(begins(careful)).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await begins(careful, 'passwordless', careful.code())).toHaveProperty('challenge')
})

test('it is both steps in one: whoever has a second factor is asked for no code after it', async () => {
  const fan = await guarded()
  const { key } = await adds(fan, { code: fan.code() })
  expect(await enters(key)).toHaveProperty('token')
})

test('a key of the second step stands in the place of the code, after the password, and never lets anybody in without it', async () => {
  const fan = await guarded()
  const { key } = await adds(fan, { kind: 'secondFactor', code: fan.code(), ways: { verifies: false } })
  await expect(enters(key)).rejects.toMatchObject({ code: 'passkey_second_step' })
  const ticket = await ticketOf(fan)
  const options = await passkeys.options(db, ticket)
  expect(options?.allowCredentials).toMatchObject([{ id: key.id }])
  const { token } = await passkeys.enterSecond(db, { ticket, signed: signs(key, options!, { verifies: false }), ip })
  expect(await identify(db, token)).toMatchObject({ accountId: fan.id })
  const again = await passkeys.options(db, await ticketOf(fan))
  await expect(passkeys.enterSecond(db, { ticket, signed: signs(key, again!), ip })).rejects.toMatchObject({ code: 'ticket_over' })
})

test('what was signed for the second step opens no account by itself, nor the other way round; recovery codes go on working', async () => {
  const fan = await guarded()
  const { key: second } = await adds(fan, { kind: 'secondFactor', code: fan.code() })
  const { key: alone } = await adds(fan, { code: fan.code() })
  const ticket = await ticketOf(fan)
  const step = (await passkeys.options(db, ticket))!
  await expect(passkeys.enter(db, { signed: signs(alone, step), ip })).rejects.toMatchObject({ code: 'passkey_over' })
  const front = (await passkeys.options(db, undefined))!
  await expect(passkeys.enterSecond(db, { ticket, signed: signs(second, front), ip })).rejects.toMatchObject({ code: 'passkey_over' })
  await expect(passkeys.enterSecond(db, { ticket, signed: signs(alone, (await passkeys.options(db, ticket))!), ip })).rejects.toMatchObject(
    { code: 'passkey_unknown' },
  )
  expect(await factor.enter(db, { ticket, code: fan.codes[0]!, ip, language: 'en-US' })).toHaveProperty('token')
})

test('a key of the second step needs one, and goes with it, whoever turns it off; one that signs in by itself stays', async () => {
  const plain = await somebody(db)
  await expect(begins(plain, 'secondFactor')).rejects.toMatchObject({ code: 'two_factor_is_off' })
  const fan = await guarded()
  await adds(fan, { kind: 'secondFactor', code: fan.code() })
  const { key } = await adds(fan, { code: fan.code() })
  await db.transaction((tx) => resetTwoFactor(tx, fan.id, 'en-US'))
  expect((await passkeys.listed(db, fan.id)).map(({ kind }) => kind)).toEqual(['passwordless'])
  expect(await enters(key)).toHaveProperty('token')
})

test('where the second step has no key, none is asked for', async () => {
  const fan = await guarded()
  await adds(fan, { code: fan.code() })
  expect(await passkeys.options(db, await ticketOf(fan))).toBeUndefined()
  await expect(passkeys.options(db, 'x'.repeat(43))).rejects.toMatchObject({ code: 'ticket_over' })
})

test('in the database no key becomes another kind, counts backwards, signs in alone unseen, or belongs to a held account', async () => {
  const fan = await guarded()
  const { kept } = await adds(fan, { kind: 'secondFactor', code: fan.code(), ways: { verifies: false, counter: 7 } })
  const change = (what: ReturnType<typeof sql>) => asOwner(db, sql`update accounts.passkeys set ${what} where id = ${kept.id}`)
  await expect(change(sql`kind = 'passwordless'`)).rejects.toThrow('stays what it was made as')
  await expect(change(sql`is_verified = true`)).rejects.toThrow('stays what it was made as')
  await expect(change(sql`counter = 6`)).rejects.toThrow('counts forward')
  const row = (kind: string, accountId: string) => sql`
    insert into accounts.passkeys (account_id, kind, credential_id, public_key, is_verified, counter, transports, name, added_at)
    values (${accountId}, ${kind}, ${Buffer.from(kind + accountId)}, ${Buffer.alloc(77)}, false, 0, '{}', 'Key', ${clock.now()})`
  await expect(asOwner(db, row('passwordless', fan.id))).rejects.toThrow('passwordless_is_verified')
  const plain = await somebody(db)
  await expect(asOwner(db, row('secondFactor', plain.id))).rejects.toThrow('second_factor_of')
  const held = await somebody(db, { role: 'performer', passwordHash: null, holderId: plain.id } as object)
  await expect(asOwner(db, row('secondFactor', held.id))).rejects.toThrow('no way in of its own')
})

test('what is asked is answered once, within ten minutes, by whom it was asked', async () => {
  const [fan, other] = [await somebody(db), await somebody(db)]
  const { key } = await adds(fan)
  const options = (await passkeys.options(db, undefined))!
  const signed = signs(key, options)
  expect(await passkeys.enter(db, { signed, ip })).toHaveProperty('token')
  await expect(passkeys.enter(db, { signed, ip })).rejects.toMatchObject({ code: 'passkey_over' })
  const late = (await passkeys.options(db, undefined))!
  clock.advance({ minutes: 11 })
  await expect(passkeys.enter(db, { signed: signs(key, late), ip })).rejects.toMatchObject({ code: 'passkey_over' })
  const { made } = makes(await begins(fan))
  const add = (person: Somebody, kind: Kind = 'passwordless') => passkeys.add(db, ownerOf(person), { kind, name: 'Laptop', ...made })
  await expect(add(other)).rejects.toMatchObject({ code: 'passkey_over' })
  await expect(add(fan, 'secondFactor')).rejects.toMatchObject({ code: 'passkey_over' })
  expect(await add(fan)).toHaveProperty('id')
  await expect(add(fan)).rejects.toMatchObject({ code: 'passkey_over' })
})

test('another site’s answer, one that nobody was seen for, another’s signature and nonsense are each refused by name', async () => {
  const [fan, thief] = [await somebody(db), await somebody(db)]
  const [{ key }, { key: theirs }] = [await adds(fan), await adds(thief)]
  await expect(enters(key, { origin: 'https://stage.example.evil.example' })).rejects.toMatchObject({ code: 'passkey_wrong_site' })
  await expect(enters(key, { rpId: 'evil.example' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(enters(key, { type: 'webauthn.create' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(enters(key, { verifies: false })).rejects.toMatchObject({ code: 'passkey_unverified' })
  // The thief’s own key, under somebody else’s credential.
  await expect(enters({ ...theirs, id: key.id })).rejects.toMatchObject({ code: 'passkey_invalid' })
  clock.advance({ minutes: 16 })
  await expect(enters({ ...key, userHandle: theirs.userHandle })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(enters({ ...key, id: 'AAAA' })).rejects.toMatchObject({ code: 'passkey_unknown' })
  for (const clientDataJSON of [
    'AAAA',
    Buffer.from('null').toString('base64url'),
    Buffer.from('{"type":"webauthn.get"}').toString('base64url'),
  ])
    await expect(passkeys.enter(db, { signed: { ...signs(key, { challenge: 'x' }), clientDataJSON }, ip })).rejects.toMatchObject({
      code: 'passkey_invalid',
    })
})

test('an attestation that is garbage, another site’s, unseen, or of a key that is registered already adds nothing', async () => {
  const [fan, other] = [await somebody(db), await somebody(db)]
  const add = async (ways: Ways, garbled: object = {}) => {
    const { made } = makes(await begins(fan), ways)
    return passkeys.add(db, ownerOf(fan), { kind: 'passwordless', name: 'Laptop', ...made, ...garbled })
  }
  await expect(add({}, { attestationObject: 'AAAA' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(add({}, { id: 'AAAA' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(add({ rpId: 'evil.example' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(add({ origin: 'https://evil.example' })).rejects.toMatchObject({ code: 'passkey_wrong_site' })
  await expect(add({ verifies: false })).rejects.toMatchObject({ code: 'passkey_unverified' })
  const { made } = await adds(other)
  // Anew for a challenge of one’s own: attestation none is not signed, so only the credential’s id tells whose it is.
  const { clientDataJSON } = makes(await begins(fan)).made
  await expect(passkeys.add(db, ownerOf(fan), { kind: 'passwordless', name: 'Theirs', ...made, clientDataJSON })).rejects.toMatchObject({
    code: 'passkey_taken',
  })
  expect(await passkeys.listed(db, fan.id)).toEqual([])
})

test('a key that counts backwards is refused, and its owner is told: there may be two of it', async () => {
  const fan = await somebody(db)
  const { key } = await adds(fan, { ways: { counter: 5 } })
  await enters(key, { counter: 9 })
  for (const counter of [9, 3, 0]) await expect(enters(key, { counter })).rejects.toMatchObject({ code: 'passkey_copied' })
  expect((await lettersTo(fan.email)).filter(({ subject }) => subject.includes('複製'))).toHaveLength(3)
  expect(
    await db.many(sql`select 1 as n from audit.entries where subject_id = ${fan.id} and action = 'accounts.passkey_copied'`),
  ).toHaveLength(3)
  expect(await enters(key, { counter: 10 })).toHaveProperty('token')
  const { key: plain } = await adds(fan)
  for (let count = 0; count < 2; count++) expect(await enters(plain, { counter: 0 })).toHaveProperty('token')
})

test('five answers that do not hold lock the key’s account for a quarter of an hour, and its password not', async () => {
  const fan = await somebody(db)
  const { key } = await adds(fan)
  for (let count = 0; count < 5; count++)
    await expect(enters(key, { rpId: 'evil.example' })).rejects.toMatchObject({ code: 'passkey_invalid' })
  await expect(enters(key)).rejects.toMatchObject({ code: 'account_locked' })
  expect(await login(db, { username: fan.username, password, ip })).toHaveProperty('token')
  clock.advance({ minutes: 16 })
  expect(await enters(key)).toHaveProperty('token')
})

test('an account that is closed, pending or rejected stays so for a passkey, as for a password', async () => {
  for (const [state, code] of [
    ['closed', 'account_inactive'],
    ['pending', 'performer_pending'],
    ['rejected', 'performer_rejected'],
  ] as const) {
    const performer = await somebody(db, { role: 'performer' })
    await db.transaction((tx) => setState(tx, performer.id, 'active'))
    const { key } = await adds(performer)
    await db.transaction((tx) => setState(tx, performer.id, state))
    await expect(enters(key)).rejects.toMatchObject({ code })
    await expect(login(db, { username: performer.username, password, ip })).rejects.toMatchObject({ code })
  }
})

test('to an account that its owner closes a passkey leads back, alone or after the password, and what it leads by is kept', async () => {
  const [fan, careful] = [await somebody(db), await guarded()]
  const [{ key: alone }, { key: second }] = [await adds(fan), await adds(careful, { kind: 'secondFactor', code: careful.code() })]
  const until = new Date(clock.now().getTime() + 30 * 86_400_000)
  for (const { id } of [fan, careful]) await db.transaction((tx) => close(tx, id, until))
  const ticket = await ticketOf(careful)
  const step = (await passkeys.options(db, ticket))!
  const bySecond = () => passkeys.enterSecond(db, { ticket, signed: signs(second, step, { verifies: false }), ip })
  for (const entering of [() => enters(alone), bySecond]) {
    const no = (await entering().catch((error: unknown) => error)) as { code: string; details: { token: string } }
    expect(no).toMatchObject({ code: 'account_closing', details: { until: until.toISOString() } })
    await db.transaction((tx) => takeBack(tx, no.details.token))
  }
  expect(await enters(alone)).toHaveProperty('token')
})

test('one that was removed signs in no more; only its owner renames and removes it', async () => {
  const [fan, other] = [await somebody(db), await somebody(db)]
  const { key, kept } = await adds(fan)
  const rename = (person: Somebody, name: string) => db.transaction((tx) => passkeys.rename(tx, person.id, kept.id, name))
  const remove = (person: Somebody) => db.transaction((tx) => passkeys.remove(tx, ownerOf(person), kept.id))
  expect(await rename(fan, ' Old phone ')).toMatchObject({ name: 'Old phone' })
  await expect(rename(other, 'Mine')).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(other)).rejects.toMatchObject({ code: 'not_found' })
  await remove(fan)
  await expect(enters(key)).rejects.toMatchObject({ code: 'passkey_unknown' })
  expect((await lettersTo(fan.email)).at(-1)?.subject).toContain('removed')
})

test('twenty keys are enough, two tabs at once included', async () => {
  const fan = await somebody(db)
  for (let count = 0; count < 19; count++) await adds(fan)
  const both = [makes(await begins(fan)), makes(await begins(fan))]
  const tries = await Promise.allSettled(
    both.map(({ made }) => passkeys.add(db, ownerOf(fan), { kind: 'passwordless', name: 'Laptop', ...made })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(begins(fan)).rejects.toMatchObject({ code: 'passkeys_full' })
})

test('an address that is a number, or open to be read on the way, has no passkeys; on one’s own machine they are localhost’s', async () => {
  const fan = await somebody(db)
  for (const site of ['http://stage.example', 'https://192.0.2.7', 'http://[2001:db8::1]:3000', '']) {
    address.site = site
    await expect(passkeys.options(db, undefined)).rejects.toMatchObject({ code: 'passkeys_unavailable' })
    await expect(begins(fan)).rejects.toMatchObject({ code: 'passkeys_unavailable' })
  }
  address.site = 'http://127.0.0.1:3000'
  const ways = { origin: 'http://localhost:3000', rpId: 'localhost' }
  const { key } = await adds(fan, { ways })
  expect(await enters(key, ways)).toHaveProperty('token')
  address.site = 'https://stage.example'
})

test('whoever takes an account back by its mailbox takes the keys away that were added by whoever had it', async () => {
  const fan = await somebody(db)
  const { key } = await adds(fan)
  const link = async (purpose: string) => {
    const { token, tokenHash } = newSecret()
    await asOwner(
      db,
      sql`insert into accounts.links (account_id, purpose, email, token_hash, created_at, expires_at)
        values (${fan.id}, ${purpose}, ${fan.email}, ${tokenHash}, ${clock.now()}, ${new Date(clock.now().getTime() + 60_000)})`,
    )
    return token
  }
  const reset = await link('reset_password')
  await db.transaction(async (tx) => resetPassword(tx, reset, await hashChosenPlain(password)))
  await expect(enters(key)).rejects.toMatchObject({ code: 'passkey_unknown' })
  // It is known by now that whoever has it reads the mailbox: what the password that was lost could add goes all the same.
  const { key: thiefs } = await adds(fan)
  const once = await link('reset_password')
  await db.transaction(async (tx) => resetPassword(tx, once, await hashChosenPlain(password)))
  await expect(enters(thiefs)).rejects.toMatchObject({ code: 'passkey_unknown' })
  const { key: before } = await adds(fan)
  clock.advance({ seconds: 10 })
  const back = await link('undo_email')
  const { key: since } = await adds(fan)
  await db.transaction(async (tx) => undo(tx, back, await hashChosenPlain(password), 'en-US'))
  await expect(enters(since)).rejects.toMatchObject({ code: 'passkey_unknown' })
  expect(await enters(before)).toHaveProperty('token')
})

test('a new password by letter leaves the second step as it is, its keys included', async () => {
  const fan = await guarded()
  await db.transaction((tx) => prove(tx, fan.id))
  const { key } = await adds(fan, { kind: 'secondFactor', code: fan.code() })
  const { token, tokenHash } = newSecret()
  await asOwner(
    db,
    sql`insert into accounts.links (account_id, purpose, email, token_hash, created_at, expires_at)
      values (${fan.id}, 'reset_password', ${fan.email}, ${tokenHash}, ${clock.now()}, ${new Date(clock.now().getTime() + 60_000)})`,
  )
  await db.transaction(async (tx) => resetPassword(tx, token, await hashChosenPlain(password)))
  const ticket = await ticketOf(fan)
  const options = await passkeys.options(db, ticket)
  expect(await passkeys.enterSecond(db, { ticket, signed: signs(key, options!), ip })).toHaveProperty('token')
})

test('what was asked and never answered is swept once it is over', async () => {
  const count = async () => (await db.one<{ n: number }>(sql`select count(*) as n from accounts.passkey_challenges`)).n
  clock.advance({ minutes: 11 })
  await db.transaction(forgetChallenges)
  await passkeys.options(db, undefined)
  await db.transaction(forgetChallenges)
  expect(await count()).toBe(1)
  clock.advance({ minutes: 11 })
  await db.transaction(forgetChallenges)
  expect(await count()).toBe(0)
})

test('whoever takes their address back ends the ways back that the password before led to', async () => {
  const fan = await somebody(db)
  const { token, tokenHash } = newSecret()
  await asOwner(
    db,
    sql`insert into accounts.links (account_id, purpose, email, token_hash, created_at, expires_at)
      values (${fan.id}, 'undo_email', ${fan.email}, ${tokenHash}, ${clock.now()}, ${new Date(clock.now().getTime() + 60_000)})`,
  )
  await db.transaction((tx) => close(tx, fan.id, new Date(clock.now().getTime() + 30 * 86_400_000)))
  const leads = () =>
    login(db, { username: fan.username, password, ip }).catch((error: { details: { token: string } }) => error.details.token)
  const thiefs = (await leads()) as string
  await db.transaction(async (tx) => undo(tx, token, await hashChosenPlain(password), 'en-US'))
  await expect(db.transaction((tx) => takeBack(tx, thiefs))).rejects.toMatchObject({ code: 'link_expired' })
  const theirs = (await leads()) as string
  expect(await db.transaction((tx) => takeBack(tx, theirs))).toEqual({ accountId: fan.id })
})
