import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { messages } from '#server/platform/words/words.ts'
import { overridesFor, reword, search } from '#server/site/translations/translations.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

const key = 'refusals.not_found'
const by = '0198f9a0-0000-7000-8000-000000000000'
const valueIn = async (locale: string | undefined) => (await search(db, locale)).find((each) => each.key === key)?.value

test('every message of a language is there; an unknown locale gets the default (calls.md section 1)', async () => {
  expect(await search(db, 'en-US')).toHaveLength(Object.keys(messages['en-US']).length)
  expect(await valueIn('EN-us')).toBe(messages['en-US'][key])
  for (const locale of ['xx-XX', '', undefined, 'constructor']) expect(await valueIn(locale)).toBe(messages['zh-TW'][key])
})

test('the operator words a message anew, for one language, and can take it back', async () => {
  await db.transaction((tx) => reword(tx, { locale: 'en-US', key, value: 'Gone <b>fishing</b>' }, by))
  expect(await valueIn('en-US')).toBe('Gone fishing')
  expect(await valueIn('zh-TW')).toBe(messages['zh-TW'][key])
  expect(await overridesFor(db, 'en-US')).toEqual({ [key]: 'Gone fishing' })
  await db.transaction((tx) => reword(tx, { locale: 'en-US', key, value: null }, by))
  expect(await valueIn('en-US')).toBe(messages['en-US'][key])
})

test('a key that no page shows cannot be worded', async () => {
  await expect(db.transaction((tx) => reword(tx, { locale: 'en-US', key: 'no.such', value: 'x' }, by))).rejects.toMatchObject({
    code: 'invalid',
  })
})
