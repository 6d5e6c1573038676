// What the site puts forward: staff write it, readers see what is for them, and nobody sees what is off, over or not for them; the picture neither.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { type House, type Person, picture } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

let house: House
let office: Person
let mei: Person
let fileId: string
beforeAll(async () => {
  house = await openHouseWithPages({ TRUSTED_PROXIES: '127.0.0.1' })
  office = await house.staff()
  mei = await house.fan()
  fileId = (await office.api.promos.picture({ file: await picture(1600, 500, 11) })).fileId
}, 600_000)
afterAll(() => house.close())

const promo = {
  type: 'html' as const,
  position: 'home' as const,
  audience: 'everyone' as const,
  isFitForAll: true,
  texts: { 'zh-TW': { title: '今晚開演', description: '**八點**' }, 'en-US': { title: 'Tonight', description: 'At **eight**' } },
  link: '/blog',
  order: 0,
  isActive: true,
}

async function look(path: string, { as, from = '168.95.1.1', cookie = '' }: { as?: Person; from?: string; cookie?: string } = {}) {
  const { statusCode, body } = await house.app.http.inject({
    url: path,
    headers: { 'x-forwarded-for': from, cookie: `${as ? `token=${as.token};` : ''}${cookie}` },
  })
  return { status: statusCode, body }
}
const titles = async (api = house.visitor('en-US')) => (await api.promos.search({})).data.map(({ title }) => title)

test('it stands on the front door and on home, labelled, in the reader’s language, and its words are cleaned', async () => {
  const made = await office.api.promos.create(promo)
  for (const [path, title] of [
    ['/', '今晚開演'],
    ['/home', '今晚開演'],
    ['/en-US/home', 'Tonight'],
  ] as const) {
    const { body } = await look(path)
    expect(body, path).toContain(`: ${title}"`)
  }
  expect((await house.visitor('en-US').promos.search({})).data).toEqual([
    {
      _id: made._id,
      title: 'Tonight',
      description: '<p>At <strong>eight</strong></p>',
      type: 'html',
      link: '/blog',
      position: 'home',
      order: 0,
      locale: 'en-US',
    },
  ])
  // Put away on this device, it is gone from its pages, and from nobody else's.
  const cookie = `promos=${made._id.slice(-12)}.nonsense`
  expect((await look('/en-US/home', { cookie })).body).not.toContain('Tonight')
  expect((await look('/en-US/home', { cookie: 'promos=nonsense' })).body).toContain('Tonight')
  expect((await look('/en-US/home')).body).toContain('Tonight')
  await office.api.promos.remove({ id: made._id })
  expect((await look('/en-US/home')).body).not.toContain('Tonight')
  expect((await office.api.admin.audit({ action: 'promos.' })).data.map(({ action }) => action)).toEqual([
    'promos.deleted',
    'promos.created',
  ])
})

test('visitors see what is fit for everyone, members what is for members, and nobody what is off, to come or over', async () => {
  const now = house.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const made = []
  for (const [title, part] of [
    ['open', {}],
    ['grown-up', { isFitForAll: false }],
    ['for visitors', { audience: 'visitors' }],
    ['for members', { audience: 'members' }],
    ['off', { isActive: false }],
    ['to come', { startsAt: at(2) }],
    ['over', { endsAt: at(-1) }],
  ] as const)
    made.push(await office.api.promos.create({ ...promo, ...part, texts: { 'en-US': { title, description: 'x' } } }))
  expect((await titles()).toSorted()).toEqual(['for visitors', 'open'])
  expect((await titles(mei.api)).toSorted()).toEqual(['for members', 'grown-up', 'open'])
  for (const path of ['/', '/en-US/home']) expect((await look(path)).body, path).not.toMatch(/grown-up|for members|to come|>off</)
  expect((await office.api.promos.all({})).data.map(({ state }) => state).toSorted()).toEqual([
    'coming',
    'off',
    'over',
    'shown',
    'shown',
    'shown',
    'shown',
  ])
  house.clock.advance({ hours: 3 })
  expect(await titles()).toContain('to come')
  for (const { _id } of made) await office.api.promos.remove({ id: _id })
})

test('a picture is served to whom it is shown, and to nobody once it is not', async () => {
  const made = await office.api.promos.create({ ...promo, type: 'image', fileId, isFitForAll: false })
  const { data } = await mei.api.promos.search({})
  const [{ fileUrl = '', width, height } = {}] = data
  expect([width, height]).toEqual([1280, 400])
  expect((await look(fileUrl, { as: mei })).status).toBe(200)
  expect((await look(fileUrl)).status).toBe(404)
  expect((await look(fileUrl.split('?')[0]!, { as: mei })).status).toBe(404)
  const { texts, link, ...rest } = promo
  await office.api.promos.update({ id: made._id, ...rest, texts, link, type: 'image', fileId, isActive: true })
  const [{ fileUrl: open = '' } = {}] = (await house.visitor().promos.search({})).data
  expect((await look(open)).status).toBe(200)
  await office.api.promos.update({ id: made._id, ...promo, type: 'image', fileId, isActive: false })
  expect((await look(open)).status).toBe(404)
  expect((await look(fileUrl, { as: mei })).status).toBe(404)
  // Nobody else's promotion, and no closed country.
  await office.api.promos.update({ id: made._id, ...promo, type: 'image', fileId })
  await office.api.admin.saveSettings({ values: { blockedCountries: ['JP'] } })
  expect((await look(open, { from: '133.1.0.1' })).status).toBe(404)
  expect((await look('/api/site-promo/search', { from: '133.1.0.1' })).status).toBe(451)
  await office.api.admin.saveSettings({ values: { blockedCountries: [] } })
  await office.api.promos.remove({ id: made._id })
  expect((await look(open)).status).toBe(404)
  await expect(office.api.promos.create({ ...promo, type: 'image', fileId })).rejects.toMatchObject({ code: 'file_required' })
})

test('what no promotion took within a day is forgotten', async () => {
  const { fileId: left } = await office.api.promos.picture({ file: await picture(400, 300, 12) })
  const { fileId: used } = await office.api.promos.picture({ file: await picture(400, 300, 13) })
  const made = await office.api.promos.create({ ...promo, type: 'image', fileId: used })
  await house.db.transaction((tx) =>
    tx.run(sql`update files.files set created_at = created_at - interval '2 days' where id in (${left}, ${used})`),
  )
  const { fileId: fresh } = await office.api.promos.picture({ file: await picture(400, 300, 14) })
  const among = await house.db.many<{ id: string }>(sql`select id from files.files where id in (${left}, ${used}, ${fresh})`)
  expect(among.map(({ id }) => id).toSorted()).toEqual([used, fresh].toSorted())
  await office.api.promos.remove({ id: made._id })
})

test('bad input is told by name and at its field; everybody but staff is sent away', async () => {
  await expect(mei.api.promos.create(promo)).rejects.toMatchObject({ status: 403 })
  await expect(mei.api.promos.picture({ file: await picture(200, 200, 3) })).rejects.toMatchObject({ status: 403 })
  const own = (await mei.api.profiles.uploadAvatar({ file: await picture(200, 200, 5) })).url.split('/')[2]!
  const links = [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://evil.example',
    'https://a@evil.example',
    'data:text/html,x',
    'https://localhost',
    'blog',
    'https:evil.example',
    'https://evil .example',
  ]
  const wrong: [object, object][] = [
    ...links.map((link): [object, object] => [{ link }, { status: 422, code: 'link_not_allowed', errors: [{ field: 'link' }] }]),
    [{ type: 'image' }, { code: 'file_required', errors: [{ field: 'fileId' }] }],
    [{ type: 'image', fileId: own }, { code: 'file_required' }],
    [{ type: 'image', fileId: mei.id }, { code: 'file_required' }],
    [
      { startsAt: '2027-01-02T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
      { code: 'promo_dates', errors: [{ field: 'endsAt' }] },
    ],
    [
      { audience: 'visitors', isFitForAll: false },
      { code: 'promo_not_fit', errors: [{ field: 'isFitForAll' }] },
    ],
    [{ texts: {} }, { code: 'invalid', errors: [{ field: 'texts' }] }],
    [{ texts: { 'fr-FR': promo.texts['en-US'] } }, { code: 'invalid' }],
    [
      { texts: { 'en-US': { title: 'x', description: '<b onclick=alert(1)>x</b>' } } },
      { code: 'html_unsafe', errors: [{ field: 'texts.en-US.description' }] },
    ],
    [{ texts: { 'en-US': { title: 'x', description: 'x'.repeat(1001) } } }, { code: 'invalid' }],
    [{ position: 'footer' }, { code: 'invalid' }],
  ]
  for (const [part, no] of wrong)
    await expect(office.api.promos.create({ ...promo, ...part } as never), JSON.stringify(part).slice(0, 100)).rejects.toMatchObject(no)
  await expect(office.api.promos.update({ id: mei.id, ...promo })).rejects.toMatchObject({ status: 404 })
  await expect(office.api.promos.remove({ id: mei.id })).rejects.toMatchObject({ status: 404 })
  for (const link of ['https://example.com/a?b=1', '/pages/help', '']) {
    const { _id } = await office.api.promos.create({ ...promo, link })
    await office.api.promos.remove({ id: _id })
  }
})
