// What people are told, over HTTP: from what happened to the centre, the letter and the browser.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { mailDue } from '#server/talk/notifications/mailing.ts'
import { browser, openPushService } from '#server/talk/notifications/testing-push-service.ts'
import { type House, listens, openHouse, type Person, publishes } from '#journeys/house.ts'

let house: House
let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  house = await openHouse()
  service = await openPushService()
})
afterAll(async () => {
  await service.close()
  await house.close()
})

const unread = async ({ api }: Person) => (await api.me.user({})).unread.notifications
async function verified(who: Person): Promise<Person> {
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set email_verified_at = ${tx.now} where id = ${who.id}`))
  return who
}
const lettersTo = async ({ username }: Person) =>
  (await letters(house.db, house.address, { recipient: `${username}@stagedoor.example`, limit: 20 })).map(({ subject, text }) => ({
    subject,
    text,
  }))
/** As a mail program’s own button asks, without a cookie. */
const presses = (path: string) =>
  house.raw({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('who sells goods reads what was ordered, and who ordered it on which way it is', async () => {
  const lan = await house.creator({ name: 'Lan of the shop' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  const print = await lan.api.shop.createProduct({ name: 'Lantern print', type: 'physical', price: 20, stock: 3 })
  const place = { name: 'Mei', country: 'TW', city: 'Taipei', streetAddress: '1 Night Market', zipCode: '100' }
  const { _id: deliveryAddressId } = await mei.api.addresses.create(place)
  await mei.api.shop.charge({ id: print._id, deliveryAddressId })
  await house.settle()
  expect((await lan.api.notifications.list({})).data.map(({ text }) => text).join()).toContain('Lantern print')
})

test('a sale reaches the creator’s screen, their browser, their centre, and is read', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const post = await publishes(house, lan, { isSale: 'ppv', price: 30, text: 'Neon' })
  await house.settle()
  await lan.api.notifications.read({})
  await lan.api.notifications.prefer({ isDiscreet: false })
  await lan.api.notifications.subscribe(browser('lan'))
  const { heard } = await listens(house, lan, 'notification/new')
  expect(await unread(lan)).toBe(0)
  await mei.api.feeds.charge({ id: post._id })
  await house.settle()
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect(await unread(lan)).toBe(1)
  const { data } = await lan.api.notifications.list({ unread: true })
  expect(data).toMatchObject([{ kind: 'sale', text: 'Mei unlocked “Neon” for 30 tokens', path: `/posts/${post._id}`, isRead: false }])
  expect(await house.as(lan.token, 'zh-TW').notifications.list({ unread: true })).toMatchObject({
    data: [{ text: 'Mei以30代幣解鎖了「Neon」' }],
  })
  expect(service.pushed.map(({ said }) => said.body)).toEqual(['Mei unlocked “Neon” for 30 tokens'])
  expect(await lan.api.notifications.read({ ids: [data[0]!._id] })).toEqual({ total: 0 })
})

test('the digest is left by one press, twice, by who is not signed in; looking at its address changes nothing', async () => {
  const lan = await verified(await house.creator({ name: 'Lan' }))
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  await lan.api.notifications.prefer({ kinds: [{ kind: 'tip', email: 'digest' }], digestHour: 9, timeZone: 'Asia/Taipei' })
  await mei.api.earnings.tip({ id: lan.id, amount: 20 })
  await house.settle()
  const before = (await lettersTo(lan)).length
  house.clock.advance({ hours: 24 })
  await house.app.jobs.runDue()
  await mailDue(house.db)
  const [digest, ...others] = await lettersTo(lan)
  expect(others).toHaveLength(before)
  expect(digest?.text).toContain('Mei')
  const token = digest?.text.match(/\/unsubscribe\/(\S+)/)?.[1] ?? ''
  const path = `/api/notifications/unsubscribe/${token}`

  const looked = await fetch(`${house.address}${path}`, { redirect: 'manual' })
  expect([looked.status, looked.headers.get('location')]).toEqual([303, `/unsubscribe/${token}`])
  const { token: again } = await house.visitor().accounts.login({ username: lan.username, password: lan.password })
  const now = house.as(again)
  expect(await now.notifications.preferences({})).toMatchObject({ emails: true })
  for (let each = 0; each < 2; each++) expect((await presses(path)).status).toBe(200)
  const multipart = {
    headers: { 'content-type': 'multipart/form-data; boundary=press' },
    body: '--press\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--press--\r\n',
  }
  for (const sent of [multipart, {}]) {
    const answer = await fetch(`${house.address}${path}`, { method: 'POST', redirect: 'manual', ...sent })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  }
  expect(await now.notifications.preferences({})).toMatchObject({ emails: false, digestHour: 9, timeZone: 'Asia/Taipei' })

  // The page that its link leads to says how it stands, and takes it back for whoever is not signed in.
  const visitor = house.visitor()
  expect(await visitor.notifications.letterLink({ token })).toEqual({ isStopped: true, emails: false })
  for (let each = 0; each < 2; each++)
    expect(await visitor.notifications.resubscribe({ token })).toEqual({ isStopped: false, emails: true })
  expect(await now.notifications.preferences({})).toMatchObject({ emails: true, digestHour: 9 })
  const forged = `${token.slice(0, -4)}AAAA`
  for (const row of [visitor.notifications.letterLink, visitor.notifications.resubscribe])
    await expect(row({ token: forged })).rejects.toMatchObject({ code: 'link_expired', status: 422 })
  expect((await presses(`${path.slice(0, -4)}AAAA`)).json).toMatchObject({ code: 'link_expired' })
  expect((await house.raw({ method: 'POST', url: '/api/notifications/unsubscribe/short' })).status).toBe(422)
})

test('an endpoint within this house’s walls is refused with its field, another’s browser is not found', async () => {
  const [mei, yu] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Yu' })]
  service.standsAt('169.254.169.254')
  await expect(mei.api.notifications.subscribe(browser('inner'))).rejects.toMatchObject({
    code: 'endpoint_not_allowed',
    errors: [{ field: 'endpoint' }],
  })
  service.standsAt('198.41.0.4')
  const { _id } = await mei.api.notifications.subscribe(browser('mei'))
  await expect(yu.api.notifications.unsubscribeDevice({ id: _id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await mei.api.notifications.unsubscribeDevice({ id: _id })).toEqual({ deleted: true })
  expect((await mei.api.notifications.pushKey({})).key).toMatch(/^[\w-]{87}$/)
})

test('two choices at once are both kept', async () => {
  const mei = await house.fan({ name: 'Mei' })
  for (let round = 0; round < 5; round++) {
    await mei.api.notifications.prefer({ isDiscreet: true, digestHour: 9, kinds: [{ kind: 'message', inApp: true, push: true }] })
    await Promise.all([
      mei.api.notifications.prefer({ isDiscreet: false }),
      mei.api.notifications.prefer({ digestHour: 20 }),
      mei.api.notifications.prefer({ kinds: [{ kind: 'message', inApp: false }] }),
      mei.api.notifications.prefer({ kinds: [{ kind: 'message', push: false }] }),
    ])
    const kept = await mei.api.notifications.preferences({})
    expect(kept).toMatchObject({ isDiscreet: false, digestHour: 20 })
    expect(kept.kinds.find(({ kind }) => kind === 'message')).toMatchObject({ inApp: false, push: false })
  }
})
