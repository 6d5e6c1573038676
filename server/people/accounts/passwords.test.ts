import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, password, somebody } from '#server/people/accounts/testing.ts'
import { useFacts } from '#server/site/settings/settings.ts'

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
  const { termsVersion } = await import('#server/site/settings/settings.ts').then(({ current }) => current(db))
  const who = { name: 'Mira', username: 'mira.hashed', email: 'mira@stagedoor.example', acceptedTermsVersion: termsVersion }
  await whenClientsHash(() => accounts.register(db, { ...who, password: hashed('a plain one') }, 'en-US'))
  await accounts.login(db, { username: who.username, password: 'a plain one' })
})
