import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { forgetOldKeys, once } from '#server/platform/http/idempotency.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

test('an answer is kept for a week: until then the same key gets it again, and after it the work is done anew', async () => {
  const attempt = { accountId: await someone(db), key: 'once', call: 'wallet.give', input: {} }
  let times = 0
  const tries = () => once(db, attempt, async () => ({ times: ++times }))
  const inDays = (days: number) => ({ at: new Date(Date.now() + days * 86_400_000) })
  expect(await tries()).toEqual({ times: 1 })
  expect(await db.transaction(forgetOldKeys, inDays(6))).toBe(0)
  expect(await tries()).toEqual({ times: 1 })
  expect(await db.transaction(forgetOldKeys, inDays(8))).toBe(1)
  expect(await tries()).toMatchObject({ times: expect.toSatisfy((n) => n > 1) })
})
