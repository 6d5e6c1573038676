// The site's own pages: staff write them, readers get them in their language, and nobody else sees a draft.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, type Person } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouseWithPages({ TRUSTED_PROXIES: '127.0.0.1' })
  office = await house.staff()
}, 600_000)
afterAll(() => house.close())

async function look(path: string, { from = '168.95.1.1', as }: { from?: string; as?: Person } = {}) {
  const { statusCode, body, headers } = await house.app.http.inject({
    url: path,
    headers: { 'x-forwarded-for': from, ...(as && { cookie: `token=${as.token}` }) },
  })
  return { status: statusCode, body, to: headers.location }
}

const page = {
  type: 'page' as const,
  slug: 'help',
  order: 0,
  places: ['footer' as const],
  texts: {
    'zh-TW': { title: '使用說明', content: '## 開始\n\n先看[服務條款](/terms)。', isPublished: true },
    'en-US': { title: 'How it works', content: 'Begin with the [terms](/terms).', isPublished: false },
  },
}

test('a page is read in both languages once it is published in them, from the foot of every page, with its own card', async () => {
  const made = await office.api.pages.create(page)
  expect(made.texts['en-US']?.state).toBe('draft')
  const chinese = await look('/pages/help')
  expect(chinese.body).toContain('<h3>開始</h3>')
  expect(chinese.body).toContain('property="og:title" content="使用說明"')
  expect(chinese.body).toContain('property="og:description" content="開始 先看服務條款。"')
  expect((await look('/home')).body).toContain('href="/pages/help"')
  // Its English is a draft: its readers get the other language, and nothing of the draft.
  const english = await look('/en-US/pages/help')
  expect(english.body).toContain('This page is only in Traditional Chinese for now.')
  for (const path of ['/en-US/pages/help', '/en-US/home', '/api/posts/search?locale=en-US', '/api/posts/help?locale=en-US'])
    expect((await look(path)).body, path).not.toContain('How it works')
  const texts = { ...page.texts, 'en-US': { ...page.texts['en-US'], isPublished: true } }
  await office.api.pages.update({ id: made._id, ...page, texts, updatedAt: made.updatedAt })
  expect((await look('/en-US/pages/help')).body).toContain('Begin with the <a href="/terms" rel="noopener nofollow">terms</a>')
  expect((await house.visitor('zh-TW').pages.search({})).data).toMatchObject([
    { title: '使用說明', locale: 'zh-TW', type: 'page', order: 0 },
  ])
  await expect(office.api.pages.update({ id: made._id, ...page, updatedAt: made.updatedAt })).rejects.toMatchObject({
    code: 'page_changed',
  })
  await office.api.pages.remove({ id: made._id })
  expect((await look('/pages/help')).status).toBe(404)
  expect((await look('/home')).body).not.toContain('/pages/help')
})

test('a text before its time is nowhere, and there from then on', async () => {
  const inAnHour = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
  const texts = { 'en-US': { title: 'Opening night', content: 'Tonight.', isPublished: true, publishedAt: inAnHour } }
  const { texts: written } = await office.api.pages.create({ ...page, type: 'post', slug: 'opening-night', texts, places: [] })
  expect(written['en-US']?.state).toBe('scheduled')
  expect((await look('/blog/opening-night')).status).toBe(404)
  expect((await look('/home')).body).not.toContain('href="/blog"')
  house.clock.advance({ hours: 1, minutes: 1 })
  expect((await look('/blog/opening-night')).status).toBe(200)
  expect((await look('/blog')).body).toContain('Opening night')
  expect((await look('/en-US/home')).body).toContain('/blog"')
  // A post that is looked for among pages is led to where it stands.
  expect((await look('/pages/opening-night')).to).toBe('/blog/opening-night')
})

test('terms and privacy of one’s own stand in for the built-in ones, and newcomers accept their version', async () => {
  expect((await look('/en-US/terms')).body).toContain('a lawyer has read')
  const terms = { ...page, slug: 'terms', places: [], texts: { 'en-US': { title: 'Our terms', content: 'Be kind.', isPublished: true } } }
  await expect(office.api.pages.create(terms)).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'termsVersion', code: 'terms_version' }],
  })
  const made = await office.api.pages.create({ ...terms, termsVersion: '2027-03' })
  const own = (await look('/en-US/terms')).body
  expect(own).toContain('Be kind.')
  expect(own).toContain('Version 2027-03.')
  expect((await house.visitor().settings.public({})).termsVersion).toBe('2027-03')
  expect((await look('/pages/terms')).to).toBe('/terms')
  const [deed] = (await office.api.admin.audit({ action: 'settings.changed' })).data
  expect(deed).toMatchObject({ subject: 'setting:termsVersion', detail: { to: '2027-03' } })
  await office.api.pages.remove({ id: made._id, termsVersion: '2027-04' })
  expect((await look('/en-US/terms')).body).toContain('a lawyer has read')
})

test('they are read where the site is closed, as the papers are', async () => {
  await office.api.pages.create({ ...page, slug: 'closed-help', places: [] })
  await office.api.admin.saveSettings({ values: { blockedCountries: ['JP'] } })
  for (const path of ['/pages/closed-help', '/blog', '/blog/opening-night', '/terms', '/api/posts/closed-help'])
    expect((await look(path, { from: '133.1.0.1' })).status, path).toBe(200)
  await office.api.admin.saveSettings({ values: { blockedCountries: [] } })
})

test('bad input is told by name and at its field; everybody but staff is sent away', async () => {
  const mei = await house.fan()
  await expect(mei.api.pages.create(page)).rejects.toMatchObject({ status: 403 })
  await expect(mei.api.pages.all({})).rejects.toMatchObject({ status: 403 })
  const wrong: [object, object][] = [
    [{ slug: 'Not A Slug' }, { code: 'invalid', errors: [{ field: 'slug' }] }],
    [{ slug: 'search' }, { status: 422, code: 'slug_reserved', errors: [{ field: 'slug' }] }],
    [{ slug: 'closed-help' }, { status: 409, code: 'slug_taken', errors: [{ field: 'slug' }] }],
    [{ texts: { 'fr-FR': page.texts['en-US'] } }, { code: 'invalid' }],
    [{ texts: {} }, { code: 'invalid', errors: [{ field: 'texts' }] }],
    [{ texts: { 'en-US': { ...page.texts['en-US'], content: 'x'.repeat(30_001) } } }, { code: 'invalid', errors: [{ code: 'too_long' }] }],
    [
      { texts: { 'en-US': { ...page.texts['en-US'], content: 'x <script>alert(1)</script>' } } },
      {
        status: 422,
        code: 'html_unsafe',
        errors: [{ field: 'texts.en-US.content', message: expect.stringContaining('<script>') as string }],
      },
    ],
    [{ places: ['header'] }, { code: 'invalid' }],
    [{ order: -1 }, { code: 'invalid', errors: [{ field: 'order' }] }],
  ]
  for (const [part, no] of wrong)
    await expect(office.api.pages.create({ ...page, ...part } as never), JSON.stringify(part)).rejects.toMatchObject(no)
  await expect(office.api.pages.preview({ content: '<img src=x onerror=alert(1)>' })).rejects.toMatchObject({ code: 'html_unsafe' })
  expect(await office.api.pages.preview({ content: '**yes**' })).toEqual({ html: '<p><strong>yes</strong></p>' })
  await expect(house.visitor().pages.one({ id: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  expect((await house.app.http.inject('/api/posts/search?locale=fr-FR')).statusCode).toBe(422)
})
