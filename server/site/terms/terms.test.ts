import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'
import { isProhibited, refuseProhibited, requireText } from '#server/site/terms/terms.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

test('a listed term is found in any case, width and spacing (COMPLIANCE.md 8)', async () => {
  for (const text of [
    'some Jailbait here',
    'ＪＡＩＬＢＡＩＴ',
    'j a i l b a i t',
    'j.a.i.l-b_a_i_t',
    'jáilbait',
    'jail\u200Bbait',
    '偷 拍 裙 底',
    '這是迷姦片',
    '儿童色情',
  ])
    expect(await isProhibited(db, text), text).toBe(true)
})

test('a word that only contains one stays sayable, and so does keeping minors out', async () => {
  for (const text of [
    'grapes and drapery',
    'a therapist',
    'the rapid river',
    'no minors allowed',
    '未成年請勿進入',
    '未滿十八歲不得觀看',
    'parapet',
    '',
    '幼稚園老師的下班生活',
  ])
    expect(await isProhibited(db, text), text).toBe(false)
})

test('the refusal names the field and does not repeat the term', async () => {
  await expect(refuseProhibited(db, { title: 'fine', tags: ['ok', 'upskirt'], bio: undefined })).rejects.toMatchObject({
    code: 'prohibited_term',
    status: 422,
    details: {},
    fields: [{ field: 'tags', code: 'prohibited_term' }],
  })
  await refuseProhibited(db, { title: 'fine', tags: [], bio: undefined })
})

test('the operator changes the list, and the change counts at once', async () => {
  await db.transaction((tx) => settings.save(tx, { prohibitedTerms: ['blue moon (x)', '紅燈'] }, undefined))
  expect(await isProhibited(db, 'once in a BLUEMOON x')).toBe(true)
  expect(await isProhibited(db, '紅　燈')).toBe(true)
  expect(await isProhibited(db, 'jailbait')).toBe(false)
  await db.transaction((tx) => settings.save(tx, { prohibitedTerms: [] }, undefined))
  expect(await isProhibited(db, 'anything at all')).toBe(false)
})

test('a text of markup alone is an empty text', () => {
  expect(() => requireText('title', '<p> </p>')).toThrow(
    expect.objectContaining({ code: 'invalid', fields: [{ field: 'title', code: 'required' }] }),
  )
  expect(requireText('title', ' <p>x</p>')).toBe('x')
})

// A matcher that goes back over what it has read would not end within a test's time.
test('a hostile text does not keep the matcher busy', async () => {
  await db.transaction((tx) => settings.save(tx, { prohibitedTerms: settings.fallbacks.prohibitedTerms }, undefined))
  for (const text of ['r ', 'r.', ' ', '幼', 'child '].map((piece) => piece.repeat(20_000)))
    expect(await isProhibited(db, text)).toBe(false)
})
