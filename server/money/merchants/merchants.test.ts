import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '#server/money/merchants/routes.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import type { Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { deliverLetters } from '#server/platform/mail/mail.ts'

let db: Database

beforeAll(async () => {
  useSecret(randomBytes(32))
  db = await ownDatabase()
})
afterAll(() => db.close())

test('staff who act as a performer do not say where the subscriptions of theirs are paid', async () => {
  const mei = await somebody(db, { role: 'performer' })
  const call = (actorId?: string) =>
    ({ db, viewer: { kind: 'member', accountId: mei.id, role: 'performer', actorId } }) as unknown as Parameters<
      typeof handlers.ownAccount
    >[0]
  const account = {
    key: 'ccbill',
    status: 'active',
    value: { subAccountNumber: '0042', flexformId: 'cb617dcc-8467-49ab-b3a7-735ce1d60ad9', salt: 'a-salt-of-her-own' },
  } as const
  const { id: staffId } = await somebody(db, { role: 'staff' })
  await expect(handlers.ownAccount(call(staffId), account)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await handlers.ownAccounts(call(), {})).toEqual({ data: [], total: 0 })
  deliverLetters(
    db,
    createJobs(db, () => {}),
    { smtpUrl: undefined, from: '', siteUrl: () => 'https://stage.example' },
  )
  expect(await handlers.ownAccount(call(), account)).toEqual({ key: 'ccbill', status: 'active', ending: '42' })
  const hook = expect.stringMatching(/callhook\?seller=[0-9a-f-]{36}&account=0042&secret=[\w-]{43}$/)
  expect((await handlers.ownAccounts(call(), {})).data).toEqual([{ key: 'ccbill', status: 'active', ending: '42', webhookUrl: hook }])
  // Its address carries a secret that speaks for her sales.
  expect((await handlers.ownAccounts(call(staffId), {})).data).toEqual([{ key: 'ccbill', status: 'active', ending: '42' }])
})
