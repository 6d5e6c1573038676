import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestContent } from '#contract/site/page-names.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { entries } from '#server/platform/audit/audit.ts'
import * as pages from '#server/site/pages/pages.ts'
import { refuseUnsafe, rendered } from '#server/site/pages/rendering.ts'
import { isReserved } from '#server/site/pages/slugs.ts'
import * as settings from '#server/site/settings/settings.ts'
import { routes } from '#web/routes.tsx'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())

const by = { by: '0198f9a0-0000-7000-8000-000000000000', ip: '203.0.113.5' }
const text = (title: string, content = `${title}, at length`, rest: Partial<pages.GivenText> = {}): pages.GivenText => ({
  title,
  content,
  isPublished: true,
  ...rest,
})
const given = (slug: string, texts: pages.Given['texts'], rest: Partial<pages.Given> = {}): pages.Given => ({
  type: 'page',
  slug,
  position: 0,
  places: [],
  texts,
  ...rest,
})
const create = (asked: pages.Given) => db.transaction((tx) => pages.create(tx, asked, by))
const change = (id: string, asked: pages.Given, since?: Date) => db.transaction((tx) => pages.change(tx, id, asked, since, by))

test('a reader gets their own language, else the site’s, else the one there is', async () => {
  await create(given('both', { 'zh-TW': text('兩種語言'), 'en-US': text('In two') }))
  await create(given('only-english', { 'en-US': text('Only in English') }))
  await create(given('half', { 'zh-TW': text('只有一半發布'), 'en-US': text('Not yet', 'x', { isPublished: false }) }))
  expect(await pages.one(db, 'zh-TW', 'both')).toMatchObject({ title: '兩種語言', locale: 'zh-TW' })
  expect(await pages.one(db, 'en-US', 'both')).toMatchObject({ title: 'In two', locale: 'en-US' })
  expect(await pages.one(db, 'zh-TW', 'only-english')).toMatchObject({ locale: 'en-US' })
  expect(await pages.one(db, 'en-US', 'half')).toMatchObject({ title: '只有一半發布', locale: 'zh-TW' })
})

test('a draft is nowhere but with staff, and a text before its time is one', async () => {
  const draft = await create(given('secret-plan', { 'en-US': text('Secret', 'a plan', { isPublished: false }) }, { places: ['footer'] }))
  const tomorrow = new Date(db.now.getTime() + 86_400_000)
  await create(given('tomorrow', { 'en-US': text('Tomorrow', 'news', { publishedAt: tomorrow }) }, { type: 'post', places: ['footer'] }))
  for (const slug of ['secret-plan', draft.id, 'tomorrow'])
    await expect(pages.one(db, 'en-US', slug)).rejects.toMatchObject({ code: 'not_found' })
  const all = JSON.stringify([await pages.search(db, 'en-US', { limit: 20, offset: 0 }), await pages.linksFor(db, 'en-US')])
  expect(all).not.toMatch(/Secret|Tomorrow|plan/)
  expect((await pages.linksFor(db, 'en-US')).hasBlog).toBe(false)
  expect((await pages.all(db, { q: 'secret' }, { limit: 10, offset: 0 })).rows).toMatchObject([{ slug: 'secret-plan' }])
  expect((await pages.written(db, draft.id)).texts).toMatchObject([{ content: 'a plan', publishedAt: null }])
})

test('what is published keeps its moment through later changes, and links stand where they were put', async () => {
  const { id, texts } = await create(given('house-rules', { 'en-US': text('House rules') }, { places: ['footer', 'account', 'footer'] }))
  const after = await change(id, given('house-rules', { 'en-US': text('House rules, again') }, { places: ['footer', 'account'] }))
  expect(after.texts[0]?.publishedAt).toEqual(texts[0]?.publishedAt)
  expect((await pages.linksFor(db, 'en-US')).links).toEqual([
    { title: 'House rules, again', path: '/pages/house-rules', place: 'footer' },
    { title: 'House rules, again', path: '/pages/house-rules', place: 'account' },
  ])
})

test('pages stand in their order, then posts with the newest first, each under its own address', async () => {
  const day = (days: number) => new Date(db.now.getTime() - days * 86_400_000)
  for (const [slug, days] of [
    ['older', 2],
    ['newest', 0],
    ['old', 1],
  ] as const)
    await create(given(slug, { 'en-US': text(slug, 'x', { publishedAt: day(days) }) }, { type: 'post' }))
  const found = await pages.search(db, 'en-US', { type: 'post', isBrief: true, limit: 2, offset: 0 })
  expect(found.total).toBe(3)
  expect(found.data.map(({ slug, path, content }) => [slug, path, content])).toEqual([
    ['newest', '/blog/newest', undefined],
    ['old', '/blog/old', undefined],
  ])
  const [rest] = (await pages.search(db, 'en-US', { type: 'post', limit: 2, offset: 2 })).data
  expect(rest).toMatchObject({ slug: 'older', content: '<p>x</p>' })
})

test('an address is given once, and never one that the site itself needs', async () => {
  const { id } = await create(given('first-come', { 'en-US': text('First') }))
  const other = await create(given('second', { 'en-US': text('Second') }))
  const taken = { code: 'slug_taken', fields: [{ field: 'slug', code: 'slug_taken' }] }
  await expect(create(given('first-come', { 'en-US': text('Again') }))).rejects.toMatchObject(taken)
  await expect(change(other.id, given('first-come', { 'en-US': text('Again') }))).rejects.toMatchObject(taken)
  const two = await Promise.allSettled([1, 2].map(() => create(given('at-once', { 'en-US': text('At once') }))))
  expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const slug of ['search', 'admin', 'home', id])
    await expect(create(given(slug, { 'en-US': text('x') })), slug).rejects.toMatchObject({ code: 'slug_reserved' })
  await expect(create(given('terms', { 'en-US': text('x') }, { type: 'post' }))).rejects.toMatchObject({ code: 'slug_reserved' })
})

test('every first word of the web’s addresses is reserved', () => {
  const words = (routes[0]?.children ?? []).map(({ path = '' }) => path.split('/')[0] ?? '').filter((word) => /^[a-z0-9]/.test(word))
  expect(words.length).toBeGreaterThan(30)
  expect(words.filter((word) => !isReserved(word, 'page') && !['terms', 'privacy'].includes(word))).toEqual([])
})

test('other terms say their version in the same deed, and count at once', async () => {
  const terms = (content: string, termsVersion?: string) =>
    given('terms', { 'en-US': text('Terms', content) }, termsVersion === undefined ? {} : { termsVersion })
  const unsaid = { code: 'invalid', fields: [{ field: 'termsVersion', code: 'terms_version' }] }
  await expect(create(terms('Be kind.'))).rejects.toMatchObject(unsaid)
  const { id } = await create(terms('Be kind.', '2027-01-01'))
  expect((await settings.current(db)).termsVersion).toBe('2027-01-01')
  expect(await pages.one(db, 'zh-TW', 'terms')).toMatchObject({ path: '/terms', content: '<p>Be kind.</p>' })
  await expect(change(id, terms('Be kinder.'))).rejects.toMatchObject(unsaid)
  await change(id, terms('Be kind!', '2027-01-01'))
  // What readers agree to stays as it was: nothing to say.
  await change(id, { ...terms('Be kind!'), position: 3 })
  const later = given(
    'terms',
    { 'en-US': text('Terms', 'x', { publishedAt: new Date(db.now.getTime() + 1000_000) }) },
    { termsVersion: 'x' },
  )
  await expect(change(id, later)).rejects.toMatchObject({ fields: [{ field: 'texts.en-US.publishedAt', code: 'terms_at_once' }] })
  await expect(db.transaction((tx) => pages.remove(tx, id, undefined, by))).rejects.toMatchObject(unsaid)
  expect((await settings.current(db)).termsVersion).toBe('2027-01-01')
  await db.transaction((tx) => pages.remove(tx, id, '2027-02-02', by))
  expect((await settings.current(db)).termsVersion).toBe('2027-02-02')
  await expect(pages.one(db, 'en-US', 'terms')).rejects.toMatchObject({ code: 'not_found' })
})

test('the log keeps what a change took away', async () => {
  const { id } = await create(given('news', { 'en-US': text('News', 'The first words') }, { type: 'post' }))
  await change(id, given('news', { 'en-US': text('News', 'Other words'), 'zh-TW': text('消息') }, { type: 'post', position: 2 }))
  await change(id, given('news', { 'zh-TW': text('消息') }, { type: 'post', position: 2 }))
  await db.transaction((tx) => pages.remove(tx, id, undefined, by))
  const { rows } = await entries(db, { subjectId: id, limit: 10, offset: 0 })
  expect(rows.map(({ action }) => action)).toEqual(['pages.deleted', 'pages.changed', 'pages.changed', 'pages.created'])
  expect(rows[2]?.detail).toMatchObject({ page: 'news', from: { position: 0, 'en-US.content': 'The first words' }, to: { position: 2 } })
  expect(rows[1]?.detail).toMatchObject({ from: { 'en-US.content': 'Other words', 'en-US.title': 'News' }, to: { 'en-US.title': null } })
  expect(rows[0]?.detail).toMatchObject({ texts: { 'zh-TW': { title: '消息' } } })
})

test('whoever changes what somebody else changed meanwhile is told', async () => {
  const { id, updatedAt } = await create(given('shared', { 'en-US': text('Shared') }))
  db.now.getTime()
  await change(id, given('shared', { 'en-US': text('Shared, changed') }), updatedAt)
  await expect(change(id, given('shared', { 'en-US': text('Mine') }), new Date(0))).rejects.toMatchObject({ code: 'page_changed' })
  await expect(change(by.by, given('shared-2', { 'en-US': text('Mine') }))).rejects.toMatchObject({ code: 'not_found' })
  await expect(create(given('nothing', {}))).rejects.toMatchObject({ fields: [{ field: 'texts', code: 'required' }] })
  await expect(create(given('no-words', { 'en-US': text('x', '<p> </p>') }))).rejects.toMatchObject({
    fields: [{ field: 'texts.en-US.content', code: 'required' }],
  })
})

test('plain SQL is held to the same: one address, papers that are pages, known languages', async () => {
  const insert = (slug: string, type: string) =>
    db.transaction((tx) =>
      tx.run(
        sql`insert into pages.pages (type, slug, position, places, created_at, updated_at) values (${type}, ${slug}, 0, '{}', now(), now())`,
      ),
    )
  await expect(insert('privacy', 'post')).rejects.toMatchObject({ constraint: 'papers_are_pages' })
  await expect(insert('Not A Slug', 'page')).rejects.toThrow()
  await insert('by-hand', 'page')
  await expect(insert('by-hand', 'page')).rejects.toThrow()
})

test('no text of the longest keeps the site busy or fells it, however it is written', () => {
  const shapes = ['_a_', 'a~~', '>', '> ', '> - ', '1. ', '*', '[', '[a](', '- ', '~', '__a', '<', '<a ', '&', '`', 'www.', '|\n', '![']
  for (const shape of shapes) {
    const content = shape.repeat(Math.floor(longestContent / shape.length))
    expect(rendered(content).length, shape).toBeLessThan(longestContent * 20)
    expect(() => refuseUnsafe('content', content), shape).not.toThrow(RangeError)
  }
  // Deeper than anybody reads it is text, and what comes after it stands all the same.
  expect(rendered(`${'>'.repeat(5000)}deep\n\n# After`)).toContain('<h2>After</h2>')
})

test('all that they say comes twenty at a time, and titles a hundred', async () => {
  await expect(pages.search(db, 'en-US', { limit: 21, offset: 0 })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'limit', code: 'too_large', limit: 20 }],
  })
  expect((await pages.search(db, 'en-US', { limit: 100, offset: 0, isBrief: true })).data.length).toBeGreaterThan(0)
})
