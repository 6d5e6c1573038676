// What those who list pages and show cards of them are told: all that a visitor may see, by one address each, and nothing of what is locked.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as sitemap from '#server/windows/sitemap/sitemap.ts'
import { listedRoutes } from '#web/listing.ts'
import { routes } from '#web/routes.tsx'
import { type House, type Person, picture } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

const [taiwan, japan] = ['168.95.1.1', '133.1.0.1']

let house: House
let lan: Person
let office: Person
beforeAll(async () => {
  house = await openHouseWithPages({ TRUSTED_PROXIES: '127.0.0.1' })
  office = await house.staff()
  await office.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  lan = await house.creator({ name: 'Lan of the lamps' })
}, 600_000)
afterAll(() => house.close())

async function ask(path: string, { from = taiwan, as }: { from?: string; as?: Person } = {}) {
  const headers = { 'x-forwarded-for': from, ...(as && { cookie: `token=${as.token}` }) }
  const { statusCode: status, body, headers: sent } = await house.app.http.inject({ url: path, headers })
  return { status, body, type: String(sent['content-type']) }
}

const headOf = async (path: string, by?: { from?: string; as?: Person }) => {
  const { body } = await ask(path, by)
  return body.slice(0, body.indexOf('</head>'))
}
const dataIn = (head: string) =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
const meta = (head: string, name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(head)?.[1]

/** Every address that is listed, of all parts. */
async function listed(by?: { from?: string }): Promise<string[]> {
  const index = await ask('/sitemap.xml', by)
  const parts = [...index.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
  const bodies = await Promise.all(parts.map(async (path) => (await ask(path, by)).body))
  return bodies.flatMap((body) => [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.slice(house.address.length)))
}

let count = 0
async function publishes(sale: { isSale?: 'free' | 'subscription' | 'ppv'; price?: number; isForFront?: boolean } = {}) {
  const photo = await lan.api.feeds.uploadPhoto({ file: await picture(600, 400, 104_729 * ++count) })
  await house.settle()
  const text = `Whispered to those inside ${count}`
  const post = await lan.api.feeds.create({
    type: 'photo',
    tagline: `Night ${count} </script>`,
    text,
    fileIds: [photo._id],
    isSale: 'free',
    ...sale,
  })
  return { ...post, text, fileId: photo._id }
}
async function opens() {
  const post = await publishes({ isForFront: true })
  await office.api.admin.markFitForAll({ id: post._id, updatedAt: post.updatedAt })
  return post
}

test('an open work has one address in each language, a card of its own, and says in data what it is and whose', async () => {
  const post = await opens()
  const head = await headOf(`/en-US/posts/${post._id}`)
  const at = (path: string) => `${house.address}${path}`
  expect(head).toContain(`<link rel="canonical" href="${at(`/en-US/posts/${post._id}`)}">`)
  expect(head).toContain(`<link rel="alternate" hreflang="zh-TW" href="${at(`/posts/${post._id}`)}">`)
  expect(head).toContain(`<link rel="alternate" hreflang="x-default" href="${at(`/posts/${post._id}`)}">`)
  expect(meta(head, 'robots')).toBeUndefined()
  expect([meta(head, 'og:type'), meta(head, 'og:locale'), meta(head, 'twitter:card')]).toEqual(['article', 'en_US', 'summary_large_image'])
  const [work, way] = dataIn(head)
  expect(work).toMatchObject({
    '@type': 'SocialMediaPosting',
    headline: post.tagline,
    description: post.text,
    author: { name: 'Lan of the lamps', url: at(`/${lan.username}`) },
  })
  expect(work?.['image']).toContain(`/media/${post.fileId}/`)
  expect(way).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1 }, { name: 'Lan of the lamps' }, { position: 3 }],
  })
  expect(head, 'what a creator writes ends no data').not.toContain('</script>"')
  expect(await listed()).toEqual(expect.arrayContaining([`/posts/${post._id}`, `/en-US/posts/${post._id}`]))
})

test('a locked work’s words, pictures and price are in no head, no data and no list, and it asks not to be listed', async () => {
  const locked = [
    await publishes(),
    await publishes({ isSale: 'subscription' }),
    await publishes({ isSale: 'ppv', price: 4321 }),
    await publishes({ isForFront: true }),
  ]
  const addresses = await listed()
  for (const post of locked) {
    const { body } = await ask(`/posts/${post._id}`)
    const head = body.slice(0, body.indexOf('</head>'))
    expect(meta(head, 'robots')).toBe('noindex')
    expect(dataIn(head)).toEqual([])
    expect(head).not.toMatch(/rel="canonical"|rel="alternate"/)
    for (const secret of [post.text, `/media/${post.fileId}`]) expect(body, secret).not.toContain(secret)
    expect(head).not.toMatch(/4321|4,321/)
    expect(meta(head, 'og:image')).toBe(`${house.address}/card.jpg`)
    expect(addresses.join()).not.toContain(post._id)
  }
})

test('of a locked gallery and a show with a ticket no list and no head says what is locked', async () => {
  const { _id: galleryId } = await lan.api.galleries.create({
    title: 'Two rooms',
    description: 'Whispered in the second room',
    isSale: 'ppv',
    price: 4321,
  })
  const photo = await lan.api.galleries.uploadPhoto({ galleryId, file: await picture(600, 400, 77) })
  await house.settle()
  await lan.api.galleries.update({ id: galleryId, status: 'active' })
  const show = await lan.api.live.begin({ type: 'ticket', title: 'Behind the paper', description: 'Whispered on stage', price: 4321 })
  const addresses = (await listed()).join()
  for (const [path, secrets] of [
    [`/galleries/${galleryId}`, ['Whispered in the second room', `/media/${photo._id}`]],
    [`/live/${show._id}`, ['Whispered on stage']],
  ] as const) {
    const head = await headOf(path)
    expect(meta(head, 'og:site_name'), 'its page, and no error').toBe('Stagedoor')
    for (const secret of [...secrets, '4321', '4,321']) expect(head, `${path} ${secret}`).not.toContain(secret)
    expect([meta(head, 'robots'), dataIn(head)], path).toEqual(['noindex', []])
    expect(meta(head, 'og:image'), path).toBe(`${house.address}/card.jpg`)
    expect(addresses).not.toContain(path)
  }
})

test('a work that closes leaves the list with its mark', async () => {
  const post = await opens()
  expect((await listed()).join()).toContain(post._id)
  await office.api.admin.unmarkFitForAll({ id: post._id })
  expect((await listed()).join()).not.toContain(post._id)
  expect(meta(await headOf(`/posts/${post._id}`), 'robots')).toBe('noindex')
})

test('a creator’s page tells who they are; goods that staff approved are a product without a price, since tokens are no currency', async () => {
  await lan.api.me.updatePerformer({ tagline: 'Paper, light and one table' })
  const [profile] = dataIn(await headOf(`/${lan.username}`))
  expect(profile).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { name: 'Lan of the lamps', alternateName: lan.username, description: 'Paper, light and one table' },
  })
  const lamp = await lan.api.shop.createProduct({
    name: 'Paper lamp',
    type: 'physical',
    description: 'Folded by hand',
    price: 987,
    stock: 3,
  })
  expect((await listed()).join(), 'nobody looked at it').not.toContain(lamp.slug)
  const unseen = await headOf(`/products/${lamp._id}`)
  expect([meta(unseen, 'robots'), dataIn(unseen)], 'so its page says nothing either').toEqual(['noindex', []])
  expect(unseen).not.toMatch(/rel="canonical"|rel="alternate"/)
  await office.api.admin.approveWork({ id: lamp._id })
  expect((await listed()).join()).toContain(`/products/${lamp.slug}`)
  const head = await headOf(`/products/${lamp._id}`)
  const [product] = dataIn(head)
  expect(product).toMatchObject({ '@type': 'Product', name: 'Paper lamp', description: 'Folded by hand' })
  expect(product).not.toHaveProperty('offers')
  expect(head, 'by its one address').toContain(`rel="canonical" href="${house.address}/products/${lamp.slug}"`)
})

test('what staff wrote is listed in the languages that it is published in, with its day', async () => {
  const texts = { 'zh-TW': { title: '開幕', content: '今晚見。', isPublished: true } }
  await office.api.pages.create({ type: 'post', slug: 'first-night', order: 0, places: [], texts })
  const addresses = await listed()
  expect(addresses).toEqual(expect.arrayContaining(['/', '/home', '/en-US/home', '/blog', '/blog/first-night']))
  expect(addresses).not.toContain('/en-US/blog/first-night')
  expect(dataIn(await headOf('/blog/first-night'))[0]).toMatchObject({ '@type': 'BlogPosting', headline: '開幕', inLanguage: 'zh-TW' })
  expect((await ask('/sitemap-site.xml')).body).toContain('<lastmod>')
  expect(dataIn(await headOf('/'))).toMatchObject([{ '@type': 'WebSite' }])
})

test('settings, search, the way in and what is not there ask not to be listed; so does whatever a member reads', async () => {
  const fan = await house.fan()
  const post = await opens()
  const asked: [string, Person?][] = [
    ['/search?q=lamp'],
    ['/auth/login'],
    ['/nobody.of.this.name'],
    ['/settings', fan],
    ['/wallet', fan],
    ['/admin', office],
  ]
  for (const [path, as] of asked) expect(meta(await headOf(path, as ? { as } : {}), 'robots'), path).toBe('noindex')
  const head = await headOf(`/posts/${post._id}`, { as: fan })
  expect([meta(head, 'robots'), dataIn(head)]).toEqual(['noindex', []])
  const known = new Set(JSON.stringify(routes[0]?.children?.map(({ path }) => path)).match(/[^"[\],]+/g))
  for (const route of listedRoutes) if (route) expect(known, route).toContain(route)
})

test('a creator who hides from a country is not listed there', async () => {
  const shy = await house.creator({ name: 'Shy' })
  await shy.api.blocks.blockCountries({ countryCodes: ['JP'] })
  expect(await listed()).toContain(`/${shy.username}`)
  expect(await listed({ from: japan })).not.toContain(`/${shy.username}`)
})

test('nothing is listed where ages must be proven, where the site is closed, and while it is shut; robots.txt names the list where there is one', async () => {
  expect((await ask('/robots.txt')).body).toContain(`Sitemap: ${house.address}/sitemap.xml`)
  expect((await ask('/robots.txt')).body).toContain('Disallow: /admin')
  const save = (values: object) => office.api.admin.saveSettings({ values: values as never })
  const isDark = async (from: string, status: number) => {
    for (const path of ['/sitemap.xml', '/sitemap-site.xml', '/sitemap-works-1.xml'])
      expect((await ask(path, { from })).status, path).toBe(status)
    expect((await ask('/robots.txt', { from })).body).not.toContain('Sitemap')
    expect(meta(await headOf('/', { from }), 'robots')).toBe('noindex')
  }
  await save({ ageAssuranceMode: 'provider', ageAssuranceRegions: ['JP'] })
  await isDark(japan, 404)
  expect((await ask('/sitemap.xml')).status).toBe(200)
  await save({ ageAssuranceRegions: [] })
  await isDark(taiwan, 404)
  await save({ ageAssuranceMode: 'self_declared', blockedCountries: ['JP'] })
  await isDark(japan, 404)
  await save({ blockedCountries: [], maintenanceMode: true })
  await isDark(taiwan, 503)
  await save({ maintenanceMode: false })
})

test('a long list comes in parts, each of which holds what the others do not', async () => {
  await opens()
  const parts = await sitemap.parts(house.db, 'TW', 1)
  const works = parts.filter((name) => name.startsWith('works-'))
  expect(works.length).toBeGreaterThan(1)
  const paths = await Promise.all(works.map(async (name) => (await sitemap.part(house.db, 'TW', name, 1))?.map(({ path }) => path)))
  expect(paths.every((each) => each?.length === 1)).toBe(true)
  expect(new Set(paths.flat()).size).toBe(works.length)
  for (const path of ['/sitemap-works-999.xml', '/sitemap-works-0.xml', '/sitemap-elsewhere.xml', '/sitemap-works-1e9.xml'])
    expect((await ask(path)).status, path).toBe(404)
  expect((await ask('/sitemap.xml')).type).toBe('application/xml; charset=utf-8')
})

test('the site is put on a screen by its own name, in the reader’s language, with its places and in both themes’ colours', async () => {
  await office.api.admin.saveSettings({ values: { siteName: 'Lanterns & Co' } })
  const head = await headOf('/en-US/home')
  const [, address = ''] = /<link rel="manifest" href="([^"]+)">/.exec(head) ?? []
  const manifest = JSON.parse((await ask(address)).body) as Record<string, unknown> & { icons: { src: string; purpose: string }[] }
  expect(manifest).toMatchObject({ name: 'Lanterns & Co', lang: 'en-US', id: '/', start_url: '/en-US/home', display: 'standalone' })
  expect(manifest['shortcuts']).toMatchObject([{ name: 'Explore', url: '/en-US/explore' }, { url: '/en-US/messages' }, {}, {}])
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) expect(await ask(src), src).toMatchObject({ status: 200, type: 'image/png' })
  const chinese = JSON.parse((await ask('/manifest.webmanifest?locale=fr-FR')).body) as object
  expect(chinese, 'a language that nobody offers is the site’s own').toMatchObject({ lang: 'zh-TW', start_url: '/home', id: '/' })
  expect(meta(head, 'apple-mobile-web-app-title')).toBe('Lanterns &amp; Co')
  const colour = async (theme: string) => {
    const { body } = await house.app.http.inject({ url: '/home', headers: { cookie: `theme=${theme}` } })
    return /<meta name="theme-color" content="([^"]*)">/.exec(body)?.[1]
  }
  const grounds = [...readFileSync('web/app.css', 'utf8').matchAll(/^ {2}--bg: (#[0-9a-f]{6});/gm)].map(([, ground]) => ground)
  expect([await colour('light'), await colour('dark')], 'as the page has it').toEqual(grounds)
})

test('a creator’s page has a code for cameras, as a drawing and as a picture; nobody else has, nor has one who hides from there', async () => {
  const { status, body, type } = await ask(`/qr/${lan.username}.svg`)
  expect([status, type]).toEqual([200, 'image/svg+xml'])
  expect(body).toBe(renderSVG(`${house.address}/${lan.username}`, { ecc: 'M', border: 4 }))
  const png = await house.app.http.inject({ url: `/qr/${lan.username}.png`, headers: { 'x-forwarded-for': taiwan } })
  expect(png.headers['content-type']).toBe('image/png')
  expect(await sharp(png.rawPayload).metadata()).toMatchObject({ width: 1024, height: 1024 })
  const { code, profilePath } = await lan.api.referrals.link({})
  expect((await ask(`/qr/${lan.username}.svg?ref=${code}`)).body).toBe(renderSVG(`${house.address}${profilePath}`, { ecc: 'M', border: 4 }))
  const other = await (await house.creator({ name: 'Another' })).api.referrals.link({})
  for (const ref of [other.code, 'nobody-has-it', `${code}%26x=1`, ''])
    expect((await ask(`/qr/${lan.username}.svg?ref=${ref}`)).status, ref).toBe(404)
  const fan = await house.fan()
  for (const file of [`${fan.username}.svg`, 'nobody.svg', `${lan.username}.gif`, `${lan.username}`, '..%2f..%2fetc.svg'])
    expect((await ask(`/qr/${file}`)).status, file).toBe(404)
  const shy = await house.creator({ name: 'Shyer' })
  await shy.api.blocks.blockCountries({ countryCodes: ['JP'] })
  expect([(await ask(`/qr/${shy.username}.svg`)).status, (await ask(`/qr/${shy.username}.svg`, { from: japan })).status]).toEqual([
    200, 404,
  ])
})
