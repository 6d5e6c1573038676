// A country that the site closed: whoever calls from there, by whatever row, page, address of bytes or socket. What is one's own stays
// open to members, and everything to staff. A new row is in no list here, and so it is closed there until somebody thinks of it.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audience, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, type Person, picture, publishes } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

const japan = '133.1.0.1'
const france = '90.1.1.1'
const taiwan = '168.95.1.1'

let house: House
type Role = 'visitor' | 'fan' | 'creator' | 'staff'
const roles: readonly Role[] = ['visitor', 'fan', 'creator', 'staff']
let people: Record<Exclude<Role, 'visitor'>, Person>

beforeAll(async () => {
  house = await openHouseWithPages({ TRUSTED_PROXIES: '127.0.0.1' })
  people = { fan: await house.fan({ balance: 100 }), creator: await house.creator(), staff: await house.staff() }
  await people.staff.api.admin.saveSettings({ values: { reviewDefault: 'after', blockedCountries: ['JP'] } })
})
afterAll(() => house.close())

interface Asking {
  from: string
  as?: Person | undefined
  method?: string
  body?: unknown
}

async function ask(url: string, { from, as, method = 'GET', body }: Asking) {
  const answer = await house.app.http.inject({
    method: method as 'GET',
    url,
    headers: {
      'x-forwarded-for': from,
      'content-language': 'en-US',
      ...(as && { authorization: as.token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  const isJson = answer.headers['content-type']?.includes('json') ?? false
  return {
    status: answer.statusCode,
    json: isJson && answer.body ? (answer.json() as Record<string, unknown>) : {},
    bytes: answer.rawPayload.length,
  }
}

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]) => [`${slice}.${name}`, row] as const),
)
const admitted: Readonly<Record<Audience, readonly Role[]>> = {
  anyone: roles,
  member: ['fan', 'creator', 'staff'],
  creator: ['creator'],
  staff: ['staff'],
}

/** Open there to whomever they are for. */
const open = `
  accounts.addPasskey accounts.askPasskey accounts.beginPasskey accounts.beginTwoFactor accounts.changeEmail accounts.changePassword accounts.confirmEmail accounts.confirmEmailByCode accounts.confirmTwoFactor accounts.endOtherSessions accounts.endSession accounts.enter accounts.enterByPasskey accounts.forgot accounts.login accounts.logout accounts.passkeys accounts.removePasskey accounts.renamePasskey accounts.renewRecoveryCodes accounts.resendVerification accounts.reset accounts.resetByCode accounts.sessions accounts.turnOffTwoFactor accounts.twoFactor accounts.undoEmail accounts.update accounts.verifyByCode accounts.verifyEmail age.result age.start
  federation.begin federation.beginLink federation.complete federation.googleLogin federation.googleToken federation.identities federation.panToken
  federation.twitterCallback federation.twitterLogin federation.unlink
  identity.becoming switching.accounts switching.back switching.go
  addresses.create addresses.remove addresses.search addresses.update blocks.blockCountries blocks.blockUser blocks.blockedUsers blocks.checkCountry
  belongings.ask belongings.state blocks.unblockUser bookmarks.bought bookmarks.boughtMonths captcha.challenge captcha.verify closing.close closing.preview closing.takeBack comments.remove contact.send directory.fan earnings.lines earnings.stats follows.following follows.unfollow gifts.mine invoices.mine invoices.ofPayment live.agoraHook live.livekitHook
  me.performer me.user messaging.arrange messaging.changes messaging.conversation messaging.conversations messaging.fileStatus messaging.messages messaging.readAll messaging.remove messaging.takeBackReaction
  messaging.search messaging.totalUnread notifications.letterLink notifications.list notifications.prefer notifications.preferences notifications.pushKey notifications.read notifications.resubscribe notifications.subscribe notifications.totalUnread notifications.unsubscribe notifications.unsubscribeDevice pages.one pages.search payments.callhook payments.cards payments.inquire payments.removeCard payments.transaction payments.transactions payouts.search payouts.update payouts.view
  proofs.proof reference.bodyInfo reference.cities reference.countries reference.geoLocation
  reference.languageCodes reference.languages reference.locales reference.phoneCodes reference.states referrals.changeLink referrals.forget referrals.link referrals.stats refills.mine refills.save reports.follow reports.mine reports.one reports.send requests.decline requests.list requests.one requests.withdraw settings.keys settings.public shop.checkPurchased shop.downloadLink
  shop.order shop.orders shop.ownOrders shop.updateOrder shop.updateOrderAddress statements.months statements.statement subscriptions.cancel
  subscriptions.mine translations.search wallet.lines wallet.state works.declineTag works.tagged`
  .trim()
  .split(/\s+/)
/** Open there to members: what they bought, and what proves it. */
const openToMembers = `
  comments.list feeds.fileStatus feeds.one galleries.one galleries.photos galleries.view proofs.days proofs.totals shop.product videos.fileStatus
  videos.one videos.view`
  .trim()
  .split(/\s+/)

describe('from a closed country', () => {
  test('these rows stay open, and no others', () => {
    const marked = (mark: true | 'members') => rows.filter(([, row]) => row.inClosedCountry === mark).map(([name]) => name)
    expect(marked(true).toSorted()).toEqual(open.toSorted())
    expect(marked('members').toSorted()).toEqual(openToMembers.toSorted())
  })

  test.each(rows)('%s', async (name, row: Endpoint) => {
    for (const role of roles) {
      if (name === 'accounts.logout' && role !== 'visitor') continue
      const as = role === 'visitor' ? undefined : people[role]
      const url = `/api${row.path.replace(/:(\w+)/g, '0198f9a0-1111-7000-8000-000000000001')}`
      const { status, json } = await ask(url, {
        from: japan,
        as,
        method: row.method,
        ...(row.method !== 'GET' && { body: { nonsense: true } }),
      })
      const isOpen = role === 'staff' || open.includes(name) || (role !== 'visitor' && openToMembers.includes(name))
      if (!admitted[row.for].includes(role)) expect([401, 403], `${name} as ${role}`).toContain(status)
      else if (isOpen) expect(json['code'], `${name} as ${role}`).not.toBe('country_closed')
      else expect([status, json['code']], `${name} as ${role}`).toEqual([451, 'country_closed'])
    }
  })

  test('files beside the rows: a receipt and a statement open, an upload in pieces does not', async () => {
    const id = '0198f9a0-1111-7000-8000-000000000001'
    expect((await ask(`/api/payment/invoices/${id}.pdf`, { from: japan, as: people.fan })).status).toBe(404)
    expect((await ask('/api/performer/earning/statements/2026-01/file.csv', { from: japan, as: people.creator })).status).not.toBe(451)
    expect((await ask(`/api/uploads/${id}`, { from: japan, as: people.creator, method: 'HEAD' })).status).toBe(451)
  })

  test('health is told to whoever asks', async () => {
    expect((await ask('/healthz', { from: japan })).status).toBe(200)
    expect((await ask('/readyz', { from: japan })).status).toBe(200)
  })

  test('a fan signs in and reads what they bought, its bytes too; what is free for everybody else is not there', async () => {
    const [{ creator }, fan] = [people, await house.fan({ balance: 100 })]
    const sold = await publishes(house, creator, { isSale: 'ppv', price: 5 })
    const free = await publishes(house, creator, { isSale: 'free' })
    await fan.api.feeds.charge({ id: sold._id })
    const pictureOf = async (id: string) => (await fan.api.feeds.one({ id })).files[0]?.url ?? ''
    const [soldPicture, freePicture] = [await pictureOf(sold._id), await pictureOf(free._id)]
    for (const url of [soldPicture, freePicture]) expect((await ask(url, { from: taiwan, as: fan })).status).toBe(200)

    const signedIn = await ask('/api/auth/login', { from: japan, method: 'POST', body: { username: fan.username, password: fan.password } })
    expect(signedIn.status).toBe(200)
    expect(await ask(`/api/user/feeds/${sold._id}`, { from: japan, as: fan })).toMatchObject({
      status: 200,
      json: { data: { canView: true } },
    })
    const bytes = await ask(soldPicture, { from: japan, as: fan })
    expect([bytes.status, bytes.bytes > 1000]).toEqual([200, true])
    expect(await ask('/api/user/bought', { from: japan, as: fan })).toMatchObject({ status: 200, json: { data: { total: 1 } } })
    expect((await ask(`/api/user/feeds/${free._id}`, { from: japan, as: fan })).status).toBe(404)
    expect((await ask(freePicture, { from: japan, as: fan })).status).toBe(404)
    expect((await ask(`/api/wallet/charges/feed/${sold._id}`, { from: japan, as: fan, method: 'POST', body: {} })).status).toBe(451)
    // Its creator and the office see their own and everything.
    expect((await ask(`/api/user/feeds/${free._id}`, { from: japan, as: creator })).status).toBe(200)
    expect((await ask(`/api/user/feeds/${free._id}`, { from: japan, as: people.staff })).status).toBe(200)
  })

  test('a face is shown to members there, and to no visitor', async () => {
    const { url: avatar } = await people.creator.api.profiles.uploadPerformerAvatar({ file: await picture(300, 300, 7) })
    expect((await ask(avatar, { from: taiwan })).status).toBe(200)
    expect((await ask(avatar, { from: japan })).status).toBe(404)
    expect((await ask(avatar, { from: japan, as: people.fan })).status).toBe(200)
  })

  test('of the pages there open those of what is one’s own; the others show the closed door', async () => {
    const { creator, fan, staff } = people
    const [sold, free] = [await publishes(house, creator, { isSale: 'ppv', price: 5 }), await publishes(house, creator, { isSale: 'free' })]
    await fan.api.feeds.charge({ id: sold._id })
    const look = async (path: string, from: string, as: Person | undefined) => {
      const headers = { 'x-forwarded-for': from, ...(as && { cookie: `token=${as.token}` }) }
      const { statusCode, body } = await house.app.http.inject({ url: `/en-US${path}`, headers })
      return body.includes('The doors are closed in your region') ? 'closed' : statusCode
    }
    const pages: [Person | undefined, string[], string[]][] = [
      [
        undefined,
        ['/contact', '/terms', '/privacy', '/auth/login', '/auth/forgot'],
        ['/explore', '/auth/register', '/ledger', `/posts/${free._id}`],
      ],
      [
        fan,
        [
          '/wallet',
          '/wallet/auto',
          '/wallet/cards',
          '/wallet/payments',
          '/unlocked',
          '/orders',
          '/subscriptions',
          '/settings',
          '/me',
          '/ledger',
        ],
        ['/home', '/explore', '/bookmarks', `/${creator.username}`],
      ],
      [fan, [`/posts/${sold._id}`], []],
      [
        creator,
        ['/creator/earnings', '/creator/earnings/statements', '/creator/orders'],
        ['/creator/publish', '/creator', '/creator/payouts'],
      ],
      [staff, ['/explore', '/admin', '/ledger', `/posts/${free._id}`], []],
    ]
    for (const [as, open, closed] of pages) {
      for (const path of open) expect([path, await look(path, japan, as)]).toEqual([path, 200])
      for (const path of closed) expect([path, await look(path, japan, as)]).toEqual([path, 'closed'])
      for (const path of [...open, ...closed]) expect([path, await look(path, taiwan, as)]).toEqual([path, 200])
    }
  })

  test('a wallet’s own top-up can be stopped there, and not begun', async () => {
    const save = (isOn: boolean) => ask('/api/payment/auto-top-up', { from: japan, as: people.fan, method: 'PUT', body: { isOn } })
    expect((await save(false)).status).toBe(200)
    expect((await save(true)).json['code']).toBe('country_closed')
  })

  test('a socket opens for members alone', async () => {
    const connects = (from: string, token?: string) =>
      new Promise<boolean>((done) => {
        const socket = io(house.address, {
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          extraHeaders: { 'x-forwarded-for': from },
          ...(token && { query: { token } }),
        })
        const end = (isOpen: boolean) => {
          socket.close()
          done(isOpen)
        }
        socket.once('connect', () => end(true))
        socket.once('connect_error', () => end(false))
      })
    expect(await connects(japan)).toBe(false)
    expect(await connects(japan, 'nobody’s')).toBe(false)
    expect(await connects(japan, people.fan.token)).toBe(true)
    expect(await connects(taiwan)).toBe(true)
  })
})

test('a country that nobody knows is shut out by a strict site, and the operator’s own network never is', async () => {
  await people.staff.api.admin.saveSettings({ values: { unknownCountry: 'deny' } })
  const nowhere = '192.0.2.1'
  expect((await ask('/api/performers/top', { from: nowhere })).status).toBe(451)
  for (const near of ['127.0.0.1', '10.1.2.3', '192.168.1.4', '::1'])
    expect((await ask('/api/performers/top', { from: near })).status).toBe(200)
  // Through a proxy that nobody named, a neighbour's address is anybody's.
  const passedOn = await house.app.http.inject({
    url: '/api/performers/top',
    remoteAddress: '172.18.0.2',
    headers: { 'x-real-ip': nowhere },
  })
  expect(passedOn.statusCode).toBe(451)
  await people.staff.api.admin.saveSettings({ values: { unknownCountry: 'allow' } })
})

describe('from a country that one performer hides from', () => {
  let creator: Person
  let fan: Person
  let free: { _id: string }
  let sold: { _id: string }
  const pictures: string[] = []
  let avatar: string
  beforeAll(async () => {
    ;[creator, fan] = [await house.creator({ name: 'Hidden Lin', monthlyPrice: 10 }), await house.fan({ balance: 5000 })]
    free = await publishes(house, creator, { isSale: 'free', text: 'Moonflower evening' })
    sold = await publishes(house, creator, { isSale: 'ppv', price: 5 })
    await fan.api.feeds.charge({ id: sold._id })
    for (const { _id } of [free, sold]) pictures.push((await fan.api.feeds.one({ id: _id })).files[0]?.url ?? '')
    avatar = (await creator.api.profiles.uploadPerformerAvatar({ file: await picture(300, 300, 8) })).url
    await fan.api.comments.write({ objectId: free._id, objectType: 'feed', content: 'Good evening' })
    await fan.api.follows.follow({ id: creator.id })
    await house.settle()
    await creator.api.blocks.blockCountries({ countryCodes: ['FR'] })
  })

  test('nothing of theirs is found, read, heard of or paid for; elsewhere all of it is', async () => {
    const { id, username } = creator
    const looks: [string, (answer: Record<string, unknown>) => boolean][] = [
      [`/api/performers/${username}`, () => true],
      [`/api/user/feeds/search/${username}`, () => true],
      [`/api/user/feeds/${free._id}`, () => true],
      [`/api/comments?objectId=${free._id}&objectType=feed`, () => true],
      [`/api/performers/${id}/subscription-offer`, () => true],
      ['/api/performers/user/search?limit=100', (json) => JSON.stringify(json).includes(id)],
      ['/api/follows/following', (json) => JSON.stringify(json).includes(id)],
      ['/api/user/feeds', (json) => JSON.stringify(json).includes(free._id)],
      ['/api/search?q=Moonflower', (json) => JSON.stringify(json).includes(free._id)],
      [pictures[0] ?? '', () => true],
      [avatar, () => true],
    ]
    for (const [url, shows] of looks) {
      const seen = async (from: string) => {
        const { status, json } = await ask(url, { from, as: fan })
        return status === 200 && shows(json)
      }
      expect([url, await seen(taiwan), await seen(france)]).toEqual([url, true, false])
    }
    const acts: [string, object][] = [
      ['/api/comments', { objectId: free._id, objectType: 'feed', content: 'Hello' }],
      ['/api/reactions', { objectId: free._id, objectType: 'feed', action: 'like' }],
      [`/api/follows/${id}`, {}],
      [`/api/wallet/charges/tip/${id}`, { amount: 20 }],
      ['/api/payment/subscribe/performers', { performerId: id, type: 'monthly', useWallet: true }],
    ]
    for (const [url, body] of acts) {
      const does = async (from: string) => (await ask(url, { from, as: fan, method: 'POST', body })).status
      expect([url, await does(france), await does(taiwan)]).toEqual([url, 404, 200])
    }
  })

  test('what was bought stays readable, and they see themselves', async () => {
    expect((await ask(`/api/user/feeds/${sold._id}`, { from: france, as: fan })).json).toMatchObject({ data: { canView: true } })
    expect((await ask(pictures[1] ?? '', { from: france, as: fan })).status).toBe(200)
    expect((await ask(`/api/performers/${creator.username}`, { from: france, as: creator })).status).toBe(200)
    expect((await ask(avatar, { from: france, as: creator })).status).toBe(200)
    expect((await ask(`/api/performers/${creator.username}`, { from: france, as: people.staff })).status).toBe(200)
  })
})

test('every page that shows the closed door says so with its status too, and the way in stays open', async () => {
  for (const path of ['/home', '/explore', '/shop', '/auth/register', '/auth/register/performer'])
    expect([path, (await ask(`/en-US${path}`, { from: japan })).status]).toEqual([path, 451])
  expect((await ask('/en-US/auth/login', { from: japan })).status).toBe(200)
  expect((await ask('/en-US/auth/register', { from: taiwan })).status).toBe(200)
})
