import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, password, somebody } from '#server/people/accounts/testing.ts'
import { current, useFacts } from '#server/site/settings/settings.ts'

let db: Database
beforeAll(async () => {
  db = await ownDatabase()
})
afterAll(() => db.close())

const hashed = (plain: string) => `sha256:${createHash('sha256').update(plain).digest('hex')}`
async function whenClientsHash<T>(work: () => Promise<T>): Promise<T> {
  useFacts({ hashPwClient: true, isDemo: false })
  try {
    return await work()
  } finally {
    useFacts({ hashPwClient: false, isDemo: false })
  }
}

test('turning HASH_PW_CLIENT on or off breaks no password (specification.md section 5)', async () => {
  const fan = await somebody(db)
  const login = (given: string) => accounts.login(db, { username: fan.username, password: given })
  await login(password)
  await whenClientsHash(() => login(hashed(password)))
  await login(password)
})

test('while it is on, a password that was not hashed is refused by its field, and while off the hash is just another wrong password', async () => {
  const fan = await somebody(db)
  await whenClientsHash(async () => {
    for (const given of [password, 'sha256:abc', `sha256:${'g'.repeat(64)}`, hashed(password).toUpperCase(), `${hashed(password)}0`])
      await expect(accounts.login(db, { username: fan.username, password: given })).rejects.toMatchObject({
        code: 'invalid',
        status: 422,
        fields: [{ field: 'password', code: 'not_hashed' }],
      })
  })
  await expect(accounts.login(db, { username: fan.username, password: hashed(password) })).rejects.toMatchObject({
    code: 'incorrect_credentials',
  })
})

test('someone who registers with a hashed password signs in with the plain one later', async () => {
  const { termsVersion } = await current(db)
  const who = { name: 'Mira', username: 'mira.hashed', email: 'mira@stagedoor.example', acceptedTermsVersion: termsVersion }
  await whenClientsHash(() => accounts.register(db, { ...who, password: hashed('a plain one') }, 'en-US'))
  await accounts.login(db, { username: who.username, password: 'a plain one' })
})

test('a password that guessers try first is refused wherever one is chosen, and told at its field', async () => {
  const { termsVersion } = await current(db)
  const fan = await somebody(db)
  const who = { name: 'Mira', username: 'mira.common', email: 'mira.common@stagedoor.example', acceptedTermsVersion: termsVersion }
  const me = { accountId: fan.id, sessionId: '0198f9a0-0000-7000-8000-000000000000' }
  const chosen = (given: string) => [
    () => accounts.register(db, { ...who, password: given }, 'en-US'),
    () => accounts.changePassword(db, me, { password: given, currentPassword: password }, 'en-US'),
    // What sets a new password by a letter's link.
    () => accounts.hashChosen(given),
    () => db.transaction((tx) => accounts.createStaff(tx, { ...who, password: given })),
  ]
  for (const common of ['password', 'Password1', '1qaz2wsx3edc', 'ILOVEYOU', '1234567890'])
    for (const choose of chosen(common))
      await expect((async () => choose())()).rejects.toMatchObject({
        code: 'password_common',
        status: 422,
        fields: [{ field: 'password' }],
      })
  await whenClientsHash(() =>
    expect(accounts.register(db, { ...who, password: hashed('Password1') }, 'en-US')).rejects.toMatchObject({ code: 'password_common' }),
  )
  await accounts.login(db, { username: fan.username, password })
})

test('whoever has a common password from before signs in with it', async () => {
  const fan = await somebody(db, { passwordHash: await accounts.hashPassword('password') })
  await accounts.login(db, { username: fan.username, password: 'password' })
})
