import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveSettings } from '#server/office/admin/revaluing.ts'
import { creator, earns, openOffice } from '#server/money/payouts/testing.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { entries } from '#server/platform/audit/audit.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let staff: payouts.Actor

beforeAll(async () => {
  ;({ db, staff } = await openOffice())
})
afterAll(() => db.close())
beforeEach(() => settings.forget())

const save = (values: object, confirmed?: { tokens: number; payouts: number }) =>
  db.transaction((tx) => saveSettings(tx, { ...values }, { by: staff.accountId, confirmed, ip: '127.0.0.1' }))
const rate = async () => {
  settings.forget()
  return (await settings.current(db)).tokenConversionRate
}

const sums = {
  minimumSubscriptionPrice: 2.95,
  maximumSubscriptionPrice: 300,
  minimumWalletPrice: 2.95,
  maximumWalletPrice: 300,
  minimumPayoutAmount: 50,
  payoutFee: 0,
}

test('on a site without a token out and nothing on sale, staff set rate and currency as they like, with its sums', async () => {
  await db.transaction((tx) => tx.run(sql`update packages.packages set is_active = false`))
  expect(await save({ tokenConversionRate: 0.2, currency: 'EUR', ...sums })).toEqual(['tokenConversionRate', 'currency'])
  await save({ tokenConversionRate: 0.1, currency: 'USD', ...sums })
  await db.transaction((tx) => tx.run(sql`update packages.packages set is_active = true`))
})

test('while a fan has tokens and a creator waits for a payout, neither changes unseen: the figures are named, and with them it does', async () => {
  await someone(db, 12_345)
  const lan = await creator(db)
  await db.transaction((tx) => profiles.update(tx, lan.id, { monthlyPrice: 4.95 }))
  await earns(db, lan.id, 2000)
  await db.transaction((tx) => payouts.request(tx, lan.who, { requestTokens: 600, accountType: 'banking' }))
  const told = await save({ tokenConversionRate: 0.2, siteName: 'New' }).catch((error: { code: string; details: never }) => error)
  expect(told).toMatchObject({ code: 'tokens_out', details: { payouts: 1, tokens: expect.any(Number) as number } })
  const { details } = told as { details: { tokens: number; payouts: number } }
  expect(details.tokens).toBeGreaterThanOrEqual(123.45 + 600)
  // Nothing of it was saved.
  expect([await rate(), (await settings.current(db)).siteName]).toEqual([0.1, 'Stagedoor'])
  const inEuro = { currency: 'EUR', ...sums }
  await expect(save(inEuro)).rejects.toMatchObject({ code: 'tokens_out', details: { packs: 4, performers: 1 } })
  // What stops is confirmed, too.
  await expect(save(inEuro, details)).rejects.toMatchObject({ code: 'tokens_out' })
  await expect(save({ currency: 'EUR' }, details)).rejects.toMatchObject({ code: 'invalid' })
  await expect(save({ tokenConversionRate: 0.2 }, { ...details, payouts: 0 })).rejects.toMatchObject({ code: 'tokens_out' })
  await expect(save({ tokenConversionRate: 0.2 }, { ...details, tokens: details.tokens / 2 })).rejects.toMatchObject({ code: 'tokens_out' })
  expect(await save({ tokenConversionRate: 0.2 }, details)).toEqual(['tokenConversionRate'])
  expect(await rate()).toBe(0.2)
  const { rows } = await entries(db, { action: 'admin.revalued', limit: 5, offset: 0 })
  expect(rows).toMatchObject([{ actorId: staff.accountId, detail: { ...details, confirmed: details } }])
})

test('what is wrong is said first, and what does not change is not asked about', async () => {
  await expect(save({ tokenConversionRate: -1 })).rejects.toMatchObject({ code: 'invalid' })
  expect(await save({ tokenConversionRate: await rate(), siteName: 'Another' })).toEqual(['siteName'])
})
