// The front of the house: what is open before any gate, and that nothing else is, in answers, pages or bytes (calls.md, decisions: Free).
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import { type House, type Person, picture } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

let house: House
let lan: Person
let office: Person
beforeAll(async () => {
  house = await openHouseWithPages()
  office = await house.staff()
  await office.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  lan = await house.creator({ name: 'Lan' })
}, 600_000)
afterAll(() => house.close())

type Sale = { isSale?: 'free' | 'followers' | 'subscription' | 'ppv'; price?: number; isForFront?: boolean }

let count = 0
/** A post with one photo and words of its own. */
async function publishes({ isSale = 'free', ...sale }: Sale = {}) {
  const photo = await lan.api.feeds.uploadPhoto({ file: await picture(600, 400, 7919 * ++count) })
  await house.settle()
  const text = `What only the page says ${count}`
  const post = await lan.api.feeds.create({ type: 'photo', tagline: `Evening ${count}`, text, fileIds: [photo._id], isSale, ...sale })
  return { ...post, text, fileId: photo._id }
}

/** Offered and found fit for everyone. */
async function opens() {
  const post = await publishes({ isForFront: true })
  await office.api.admin.markFitForAll({ id: post._id, updatedAt: post.updatedAt })
  return post
}

const page = async (path: string) => (await house.app.http.inject({ url: path })).body
/** What bytes a visitor gets by an address that was signed for visitors. */
const bytes = async (fileId: string, rendition = 'large') =>
  (await house.app.http.inject({ url: files.signedUrl(fileId, rendition, undefined, house.db.now) })).statusCode
const seen = (id: string) => house.visitor().feeds.one({ id })

/** Nothing of it but its tagline and a blur: in the answer, in its page, at the house's door, at an address that somebody forged. */
async function isClosed(post: { _id: string; text: string; fileId: string }): Promise<void> {
  const found = await seen(post._id)
  expect(found).toMatchObject({ canView: false, text: '', files: [{ locked: true, thumbnails: [] }] })
  expect(found.tagline).not.toBe('')
  expect(found).not.toHaveProperty('isForFront')
  for (const said of [JSON.stringify(found), await page(`/posts/${post._id}`), await page('/'), await page(`/${lan.username}`)]) {
    expect(said).not.toContain(post.text)
    expect(said).not.toContain(`/media/${post.fileId}`)
  }
  expect(await bytes(post.fileId)).toBe(404)
}

test('a visitor reads and sees whole what its creator offers and staff found fit for everyone', async () => {
  const post = await opens()
  const found = await seen(post._id)
  expect(found).toMatchObject({ canView: true, text: post.text, files: [{ locked: false, url: expect.stringContaining('/media/') }] })
  expect(await page(`/posts/${post._id}`)).toContain(post.text)
  expect((await house.app.http.inject({ url: found.files[0]?.url ?? '' })).statusCode).toBe(200)
  expect(await lan.api.feeds.ownOne({ id: post._id })).toMatchObject({ isForFront: true, isFitForAll: true })
})

test('what lacks any of it stays closed to visitors: the offer, the mark, or being free', async () => {
  await isClosed(await publishes())
  await isClosed(await publishes({ isForFront: true }))
  await isClosed(await publishes({ isSale: 'followers', isForFront: true }))
  await isClosed(await publishes({ isSale: 'subscription' }))
  await isClosed(await publishes({ isSale: 'ppv', price: 20, isForFront: true }))
})

test('it closes at once when staff take the mark back, its creator the offer, or asks for something for it', async () => {
  const [marked, offered, priced] = [await opens(), await opens(), await opens()]
  const { files: open } = await seen(marked._id)
  expect(await office.api.admin.unmarkFitForAll({ id: marked._id })).toMatchObject({ isFitForAll: false })
  await isClosed(marked)
  expect((await house.app.http.inject({ url: open[0]?.url ?? '' })).statusCode, 'an address of a moment ago').toBe(404)
  await lan.api.feeds.update({ id: offered._id, isForFront: false })
  await isClosed(offered)
  await lan.api.feeds.update({ id: priced._id, isSale: 'followers' })
  await isClosed(priced)
  expect(await lan.api.feeds.ownOne({ id: priced._id })).toMatchObject({ isForFront: false })
})

test('other words or other files take the mark away; what nobody reads does not', async () => {
  const [kept, reworded, redrawn] = [await opens(), await opens(), await opens()]
  await lan.api.feeds.update({ id: kept._id, isPinned: true })
  expect(await seen(kept._id)).toMatchObject({ canView: true })
  await lan.api.feeds.update({ id: reworded._id, text: 'Something else altogether' })
  await isClosed({ ...reworded, text: 'Something else altogether' })
  const other = await lan.api.feeds.uploadPhoto({ file: await picture(600, 400, 7919 * ++count) })
  await house.settle()
  await lan.api.feeds.update({ id: redrawn._id, fileIds: [other._id] })
  await isClosed({ ...redrawn, fileId: other._id })
  expect(await office.api.admin.works({ status: 'front', limit: 100 })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ _id: reworded._id, isForFront: true, isFitForAll: false })]),
  })
})

test('a photo that leaves an open gallery takes the mark with it, and nobody has to look for that', async () => {
  const gallery = await lan.api.galleries.create({ title: 'Lanterns', isForFront: true })
  const photos = [1, 2].map(async () => lan.api.galleries.uploadPhoto({ galleryId: gallery._id, file: await picture(300, 200, ++count) }))
  const [first] = await Promise.all(photos)
  await house.settle()
  const { updatedAt } = await lan.api.galleries.ownOne({ id: gallery._id })
  await office.api.admin.markFitForAll({ id: gallery._id, updatedAt })
  expect(await house.visitor().galleries.one({ id: gallery._id })).toMatchObject({ canView: true })
  await lan.api.galleries.removePhoto({ id: first?._id ?? '' })
  expect(await house.visitor().galleries.one({ id: gallery._id })).toMatchObject({ canView: false })
})

test('staff mark what they looked at and what is offered, once it is all there; fans and creators mark nothing', async () => {
  const post = await publishes({ isForFront: true })
  const mark = (api: Person['api'], id: string, updatedAt: string) => api.admin.markFitForAll({ id, updatedAt })
  const fan = await house.fan()
  for (const { api } of [fan, lan]) await expect(mark(api, post._id, post.updatedAt)).rejects.toMatchObject({ code: 'not_allowed' })
  house.clock.advance({ seconds: 5 })
  await lan.api.feeds.update({ id: post._id, text: 'Changed while they looked' })
  await expect(mark(office.api, post._id, post.updatedAt)).rejects.toMatchObject({ code: 'work_changed' })
  const quiet = await publishes()
  await expect(mark(office.api, quiet._id, quiet.updatedAt)).rejects.toMatchObject({ code: 'not_offered' })
  await lan.api.feeds.remove({ id: quiet._id })
  await expect(mark(office.api, quiet._id, quiet.updatedAt)).rejects.toMatchObject({ code: 'not_found' })
  const { data } = await office.api.admin.audit({ action: 'works.fit' })
  expect(data.every(({ actor }) => actor === office.username)).toBe(true)
  expect(data.length).toBeGreaterThan(0)
  expect((await office.api.admin.audit({ action: 'works.not_fit' })).total).toBe(1)
})

test('the landing shows what is open, and asks for no other picture than those of open works and faces', async () => {
  const [open, closed] = [await opens(), await publishes()]
  await lan.api.me.updatePerformer({ tagline: 'Paper, light and one table' })
  const { hero, works, creators } = await house.visitor().front.landing({})
  expect([hero, ...works].map((work) => work?._id)).toContain(open._id)
  expect(creators).toMatchObject([
    { performer: { username: lan.username }, tagline: 'Paper, light and one table', totalWorks: expect.any(Number) },
  ])
  const html = await page('/')
  expect(html).toContain('Paper, light and one table')
  expect(html).toContain(open.tagline)
  expect(html).not.toContain(closed.tagline)
  const asked = [...html.matchAll(/\/media\/([0-9a-f-]{36})\//g)].map(([, id]) => id)
  const { files: ofOpen } = await seen(open._id)
  expect(asked).toContain(ofOpen[0]?._id)
  const shown = new Set(
    (await Promise.all([hero, ...works].map((work) => seen(work?._id ?? '')))).flatMap(({ files }) => files.map(({ _id }) => _id)),
  )
  expect(asked.filter((id) => !shown.has(id ?? ''))).toEqual([])
})

test('an announced stream stands in the programme by its tagline, soonest first, and its words do not', async () => {
  const announces = (tagline: string, hours: number) =>
    lan.api.feeds.create({
      type: 'scheduled-streaming',
      tagline,
      text: `The words of ${tagline}`,
      streamingScheduled: new Date(house.clock.now().getTime() + hours * 3_600_000).toISOString(),
    })
  await announces('Later tonight', 3)
  await announces('Soon', 1)
  await announces('In ten days', 240)
  const { shows } = await house.visitor().front.landing({})
  expect(shows.map(({ title }) => title)).toEqual(['Soon', 'Later tonight'])
  expect(await page('/')).not.toContain('The words of')
  house.clock.advance({ hours: 2 })
  expect((await house.visitor().front.landing({})).shows.map(({ title }) => title)).toEqual(['Later tonight'])
})

test('whom a creator hides from sees nothing of them at the door', async () => {
  const shy = await house.creator({ name: 'Shy' })
  const photo = await shy.api.feeds.uploadPhoto({ file: await picture(600, 400, 7919 * ++count) })
  await house.settle()
  const post = await shy.api.feeds.create({ type: 'photo', tagline: 'Not for everybody', fileIds: [photo._id], isForFront: true })
  await office.api.admin.markFitForAll({ id: post._id, updatedAt: post.updatedAt })
  const fan = await house.fan()
  const ids = async (api: Person['api']) => {
    const { hero, works } = await api.front.landing({})
    return [hero, ...works].map((work) => work?._id)
  }
  expect(await ids(fan.api)).toContain(post._id)
  await shy.api.blocks.blockUser({ targetId: fan.id, reason: 'No.' })
  expect(await ids(fan.api)).not.toContain(post._id)
  await shy.api.feeds.remove({ id: post._id })
  expect(await ids(house.visitor())).not.toContain(post._id)
})

test('members go on from the door to where they belong', async () => {
  const fan = await house.fan()
  const goes = async ({ token }: Person) =>
    (await house.app.http.inject({ url: '/', headers: { cookie: `token=${token}` } })).headers['location']
  expect(await goes(fan)).toBe('/home')
  expect(await goes(office)).toBe('/admin')
})

test('a member who follows nobody begins with four who are not theirs yet, with pictures that open for them', async () => {
  const fan = await house.fan()
  const { creators, works } = await fan.api.front.beginning({})
  expect(creators.length).toBeGreaterThan(0)
  expect(creators[0]).toMatchObject({ performer: { username: lan.username }, pictures: [{}, {}, {}] })
  for (const { url } of creators[0]?.pictures ?? [])
    expect((await house.app.http.inject({ url, headers: { authorization: fan.token } })).statusCode).toBe(200)
  expect(works.length).toBeGreaterThan(0)
  await fan.api.follows.follow({ id: lan.id })
  expect((await fan.api.front.beginning({})).creators.map(({ performer }) => performer.username)).not.toContain(lan.username)
})

test('a new site is dark, its office may choose, and whoever chose for themselves keeps that; dark is dark to the letter', async () => {
  const theme = async (cookie?: string) => {
    const { body } = await house.app.http.inject({ url: '/', headers: cookie ? { cookie: `theme=${cookie}` } : {} })
    return /<html[^>]* data-theme="(\w+)"/.exec(body)?.[1]
  }
  expect([await theme(), await theme('light'), await theme('dark'), await theme('DARK')]).toEqual(['dark', 'light', 'dark', 'light'])
  await office.api.admin.saveSettings({ values: { defaultTheme: 'light' } })
  expect([await theme(), await theme('dark')]).toEqual(['light', 'dark'])
  await office.api.admin.saveSettings({ values: { defaultTheme: 'dark' } })
})

test('where an address is passed on, a card shows what a visitor may see: the picture of an open work, else the site’s own', async () => {
  const [open, closed] = [await opens(), await publishes()]
  const tag = async (path: string, name: string, cookie?: string) => {
    const { body } = await house.app.http.inject({ url: path, headers: cookie ? { cookie } : {} })
    const [, content = ''] = new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(body.slice(0, body.indexOf('</head>'))) ?? []
    return content.replaceAll('&amp;', '&')
  }
  const image = await tag(`/posts/${open._id}`, 'og:image')
  expect(image.startsWith(house.address)).toBe(true)
  const bytesOf = async () => (await house.app.http.inject({ url: image.slice(house.address.length) })).statusCode
  house.clock.advance({ hours: 20 })
  expect(await bytesOf(), 'the address lasts').toBe(200)
  expect(await tag(`/posts/${open._id}`, 'og:title')).toBe(open.tagline)
  expect(await tag(`/posts/${open._id}`, 'og:description')).toBe(open.text)
  expect(await tag(`/posts/${closed._id}`, 'og:title')).toBe(closed.tagline)
  for (const path of [`/posts/${closed._id}`, '/', `/${lan.username}`])
    expect(await tag(path, 'og:image')).toBe(`${house.address}/card.jpg`)
  expect(await tag(`/posts/${closed._id}`, 'og:description')).not.toContain(closed.text)
  const fan = await house.fan()
  expect(await tag(`/posts/${closed._id}`, 'og:description', `token=${fan.token}`), 'nor to a member').not.toContain(closed.text)
  await office.api.admin.unmarkFitForAll({ id: open._id })
  expect(await bytesOf(), 'it closes with the work').toBe(404)
})

test('what people say under an open work is not open with it, and a visitor neither likes nor votes', async () => {
  const post = await opens()
  const fan = await house.fan()
  await fan.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Nobody looked at this remark' })
  await house.settle()
  expect((await fan.api.comments.list({ objectId: post._id, objectType: 'feed' })).total).toBe(1)
  const asked = await house
    .visitor()
    .comments.list({ objectId: post._id, objectType: 'feed' })
    .catch(() => ({ data: [] }))
  expect(asked.data).toEqual([])
  expect(await page(`/posts/${post._id}`)).not.toContain('Nobody looked at this remark')
})
