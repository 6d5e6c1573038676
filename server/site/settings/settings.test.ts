import { localeNames } from '#contract/locales.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PublicSettings } from '#contract/site/settings.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { checker } from '#server/platform/http/validation.ts'
import { languages, messages } from '#server/platform/words/words.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { handlers } from '#server/site/settings/routes.ts'
import * as settings from '#server/site/settings/settings.ts'
import { check } from '#server/site/settings/checks.ts'
import { table, type Row } from '#server/site/settings/table.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
beforeEach(() => settings.forget())
afterAll(() => db.close())

const save = (values: Record<string, unknown>) => db.transaction((tx) => settings.save(tx, values, undefined))
const wrong = (field: string, code: string) => ({ code: 'invalid', status: 422, fields: [expect.objectContaining({ field, code })] })

test('a new site has the defaults of specification.md section 9', async () => {
  expect(await settings.publicSettings(db)).toMatchObject({
    paymentGateway: 'stripe',
    freeSubscriptionEnabled: true,
    freeSubscriptionDuration: 1,
    minimumSubscriptionPrice: 2.95,
    maximumSubscriptionPrice: 300,
    minimumWalletPrice: 2.95,
    maximumWalletPrice: 300,
    minimumTipPrice: 10,
    maximumTipPrice: 10_000,
    minimumPayoutAmount: 50,
    defaultTheme: 'dark',
    volume: 1,
    defaultLocale: 'zh-TW',
    favicon: '/favicon.ico',
    currency: 'USD',
    tokenConversionRate: 0.1,
    commission: 20,
    reviewDefault: 'before',
  })
})

test('every default passes its own check', () => {
  for (const [key, row] of Object.entries(table) as [string, Row][])
    expect([key, check(row, row.fallback)]).toEqual([key, { value: row.fallback }])
})

test('what the public call answers is what its contract says, and holds nothing that is not for everyone', async () => {
  const open = await settings.publicSettings(db)
  checker(PublicSettings, 'json')(structuredClone(open))
  for (const [key, row] of Object.entries(table) as [string, Row][]) if (!row.isPublic) expect(open).not.toHaveProperty(key)
})

test('a change is seen at once, and only what changed is answered and audited', async () => {
  expect(await save({ siteName: '  夜<b>幕</b> ', minimumTipPrice: 10, commission: 15.5 })).toEqual(['siteName', 'commission'])
  expect(await settings.current(db)).toMatchObject({ siteName: '夜幕', commission: 15.5, minimumTipPrice: 10 })
  expect(await db.many(sql`select subject_id as key, detail from audit.entries order by id`)).toEqual([
    { key: 'siteName', detail: { from: 'Stagedoor', to: '夜幕' } },
    { key: 'commission', detail: { from: 20, to: 15.5 } },
  ])
})

test('a change made by another process is seen within a second', async () => {
  await settings.current(db)
  await db.pool.query(`insert into settings.settings (key, value, changed_at) values ('volume', '0.5', now())`)
  expect((await settings.current(db)).volume).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1050))
  expect((await settings.current(db)).volume).toBe(0.5)
})

test('a change that is taken back is never seen', async () => {
  await db
    .transaction(async (tx) => {
      await settings.save(tx, { siteName: 'Never' }, undefined)
      throw new Error('taken back')
    })
    .catch(() => {})
  settings.forget()
  expect((await settings.current(db)).siteName).not.toBe('Never')
})

test('what a transaction reads is its own: others neither wait for it nor see what it has not committed', async () => {
  const name = 'Never committed'
  const work = db.transaction(async (tx) => {
    await settings.save(tx, { siteName: name }, undefined)
    const [own, others] = [settings.current(tx), settings.current(db)]
    expect((await own).siteName).toBe(name)
    expect((await others).siteName).not.toBe(name)
    throw new Error('and never will be')
  })
  await expect(work).rejects.toThrow('and never will be')
  expect((await settings.current(db)).siteName).not.toBe(name)
})

test('a transaction that breaks while it reads the settings breaks for nobody else', async () => {
  let others: Promise<unknown> | undefined
  const work = db.transaction(async (tx) => {
    const broken = tx.run(sql`select 1 / 0`)
    const own = settings.current(tx)
    others = settings.current(db)
    await Promise.all([broken, own])
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  await expect(others).resolves.toHaveProperty('siteName')
})

test('wrong values are refused by name, all at once, and nothing is changed', async () => {
  const before = await settings.current(db)
  await expect(save({ siteName: 'Fine', volume: 2, unheardOf: 1, currency: 'GOLD' })).rejects.toMatchObject({
    code: 'invalid',
    fields: [
      { field: 'volume', code: 'too_large', limit: 1 },
      { field: 'unheardOf', code: 'unknown' },
      { field: 'currency', code: 'not_an_option' },
    ],
  })
  settings.forget()
  expect(await settings.current(db)).toEqual(before)
})

test('each kind of setting has a form of its own', async () => {
  const cases: [Record<string, unknown>, string, string][] = [
    [{ maintenanceMode: 'yes' }, 'maintenanceMode', 'wrong_form'],
    [{ freeSubscriptionDuration: 1.5 }, 'freeSubscriptionDuration', 'too_precise'],
    [{ commission: 20.005 }, 'commission', 'too_precise'],
    [{ commission: Number.NaN }, 'commission', 'wrong_form'],
    [{ commission: '20' }, 'commission', 'wrong_form'],
    [{ siteName: 'x'.repeat(61) }, 'siteName', 'too_long'],
    [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl', 'wrong_form'],
    [{ logoUrl: '//elsewhere.example/x.png' }, 'logoUrl', 'wrong_form'],
    [{ gaCode: '"><script>' }, 'gaCode', 'wrong_form'],
    [{ contactEmail: 'nobody' }, 'contactEmail', 'not_an_email'],
    [{ menus: [{ title: 'Bad', path: 'javascript:1' }] }, 'menus', 'wrong_form'],
    // Browsers drop a tab from an address, and what is left is another house.
    [{ menus: [{ title: 'Bad', path: '/\t/evil.example' }] }, 'menus', 'wrong_form'],
    [{ menus: [{ title: 'Bad', path: '/a\\\\evil.example' }] }, 'menus', 'wrong_form'],
    [{ menus: 'x' }, 'menus', 'wrong_form'],
    [{ blockedCountries: ['taiwan'] }, 'blockedCountries', 'wrong_form'],
    [{ supportedLocales: [] }, 'supportedLocales', 'required'],
    [{ supportedLocales: ['fr-FR'] }, 'supportedLocales', 'not_an_option'],
    [{ termsVersion: '' }, 'termsVersion', 'required'],
    [{ avatarHosts: ['localhost'] }, 'avatarHosts', 'wrong_form'],
    [{ prohibitedTerms: ['.'] }, 'prohibitedTerms', 'wrong_form'],
    [{ constructor: 1 }, 'constructor', 'unknown'],
  ]
  for (const [values, field, code] of cases) await expect(save(values), field).rejects.toMatchObject(wrong(field, code))
  await save({ menus: [{ title: '<i>Terms</i>', path: '/terms' }], footerContent: '<p onclick="x">©</p><script>1</script>' })
  expect(await settings.current(db)).toMatchObject({ menus: [{ title: 'Terms', path: '/terms' }], footerContent: '<p>©</p>' })
})

test('a minimum stays below its maximum, and the default language is one that the site supports', async () => {
  await expect(save({ minimumTipPrice: 20_000 })).rejects.toMatchObject(wrong('minimumTipPrice', 'too_large'))
  await expect(save({ maximumTipPrice: 5 })).rejects.toMatchObject(wrong('maximumTipPrice', 'too_small'))
  await save({ minimumTipPrice: 20_000, maximumTipPrice: 30_000 })
  await expect(save({ supportedLocales: ['en-US'] })).rejects.toMatchObject(wrong('defaultLocale', 'not_an_option'))
  await save({ supportedLocales: ['en-US'], defaultLocale: 'en-US' })
})

test('settings by name answers public ones only (calls.md section 7)', async () => {
  const keys = await handlers.keys({ db } as never, {
    keys: ['siteName', 'contactEmail', 'avatarHosts', 'nonsense', '__proto__', 'isDemo'],
  })
  expect(Object.keys(keys)).toEqual(['siteName', 'isDemo'])
})

test('the version of the prohibited terms follows the list', async () => {
  const before = (await settings.publicSettings(db)).prohibitedTermsVersion
  await save({ prohibitedTerms: ['only this'] })
  expect((await settings.publicSettings(db)).prohibitedTermsVersion).not.toBe(before)
})

test('maintenance binds the first write after it was switched, after any other save while it is on, and after a start', async () => {
  expect(await settings.isInMaintenance(db)).toBe(false)
  await save({ maintenanceMode: true })
  expect(await settings.isInMaintenance(db)).toBe(true)
  await save({ siteName: '夜幕' })
  expect(await settings.isInMaintenance(db)).toBe(true)
  // As a process that has read nothing yet.
  settings.forget()
  expect(await settings.isInMaintenance(db)).toBe(true)
  await save({ maintenanceMode: false })
  expect(await settings.isInMaintenance(db)).toBe(false)
})

test('every setting, its group and each of its options has words in every language', () => {
  for (const language of languages) {
    const missing = (Object.entries(table) as [string, Row][]).flatMap(([key, { group, kind, options = [] }]) =>
      [
        `setting.${key}`,
        `group.${group}`,
        // Languages have their own names (contract/locales.ts).
        ...(kind === 'choice' || kind === 'list' ? options : [])
          .filter((option) => !(option in localeNames))
          .map((option) => `option.${key}.${option}`),
      ].filter((name) => !messages[language][`office.${name}`]),
    )
    expect(missing).toEqual([])
  }
})
