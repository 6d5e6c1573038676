// Staff act for somebody: who may, what they may do in their name, and that it ends. Every row of the contract is asked, so that a new one that
// writes is closed to them until somebody opens it.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, type Endpoints, isOpenWhileActing } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { browserOf, type Browser } from '#journeys/browsers.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'
import * as settings from '#server/site/settings/settings.ts'

let house: House
let [staff, fan]: Person[] = []
beforeAll(async () => {
  house = await openHouse()
  ;[staff, fan] = [await house.staff(), await house.fan({ balance: 100, name: '小美' })]
})
afterAll(() => house.close())

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries<Endpoint>(table).map(([name, row]) => ({ name: `${slice}.${name}`, row })),
)
const reason = '她說看不到她買的相簿'
const actFor = async (who: Person) => (await staff!.api.switching.go({ accountId: who.id, reason })).token
const deedsAbout = async (id: string) => (await staff!.api.admin.audit({ q: id })).data.map(({ action }) => action)

test('what moves money, takes something away or writes is closed to whoever acts, but for a few rows that are named here', () => {
  const open = rows.filter(({ row }) => row.method !== 'GET' && row.for !== 'staff' && isOpenWhileActing(row)).map(({ name }) => name)
  expect(open.toSorted()).toEqual([
    'accounts.logout',
    'accounts.update',
    'campaigns.count',
    'notifications.prefer',
    'payouts.calculate',
    'profiles.avatarPath',
    'profiles.performerAvatarPath',
    'profiles.uploadAvatar',
    'profiles.uploadCover',
    'profiles.uploadPerformerAvatar',
    'settings.keys',
    'switching.accounts',
    'switching.back',
  ])
  const never = rows.filter(({ row }) => row.idempotent || row.rate === 'money' || row.method === 'DELETE')
  expect(never.filter(({ row }) => isOpenWhileActing(row)).map(({ name }) => name)).toEqual([])
})

test('every row that is closed to whoever acts refuses them by name, for a fan and for a creator, and nothing moves', async () => {
  const creator = await house.creator()
  for (const who of [fan!, creator]) {
    const token = await actFor(who)
    for (const { name, row } of rows) {
      if (isOpenWhileActing(row) || row.for === 'staff' || (row.for === 'creator' && who === fan)) continue
      const url = `/api${row.path.replaceAll(/:\w+/g, 'x')}`
      const { status, json } = await house.raw(
        { method: row.method, url, headers: { 'content-type': 'application/json' }, ...(row.method !== 'GET' && { body: '{}' }) },
        token,
      )
      expect([name, status, json['code']]).toEqual([name, 403, 'not_while_acting'])
    }
  }
  expect(await fan!.balance()).toBe(100)
})

test('a member of staff says why, sees what somebody sees for an hour, reads none of their messages, and all of it is in the audit log', async () => {
  const creator = await house.creator({ name: '夏夜' })
  const { _id: id } = await fan!.api.messaging.begin({ source: 'performer', sourceId: creator.id })
  await expect(staff!.api.switching.go({ accountId: fan!.id })).rejects.toMatchObject({ code: 'invalid' })
  await expect(staff!.api.switching.go({ accountId: fan!.id, reason: ' ' })).rejects.toMatchObject({ code: 'invalid' })

  const { token, expiresAt } = await staff!.api.switching.go({ accountId: fan!.id, reason })
  expect(Date.parse(expiresAt) - house.db.now.getTime()).toBeLessThanOrEqual(3_600_000)
  const acting = house.as(token)
  expect(await acting.me.user({})).toMatchObject({ _id: fan!.id, username: fan!.username, impersonatedBy: staff!.id })
  for (const peek of [
    () => acting.messaging.messages({ id }),
    () => acting.messaging.conversations({}),
    () => acting.requests.list({}),
    () => acting.bookmarks.bought({}),
  ])
    await expect(peek()).rejects.toMatchObject({ code: 'not_while_acting' })
  expect(await acting.switching.accounts({ q: fan!.username })).toMatchObject([{ _id: fan!.id, relation: 'self' }])
  await acting.accounts.update({ name: '小美 ' })
  await acting.accounts.logout({})
  await expect(acting.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect((await deedsAbout(fan!.id)).slice(0, 4)).toEqual([
    'accounts.acting_ended',
    'accounts.acted',
    'accounts.acted',
    'accounts.acting_began',
  ])
  const [began] = (await staff!.api.admin.audit({ action: 'accounts.acting_began' })).data
  expect(began).toMatchObject({ subject: `account:${fan!.id}`, actor: staff!.username, detail: { reason } })
})

test('nobody is seen to be here, and nothing is pushed, because staff act for them', async () => {
  const mei = await house.fan({ name: '阿梅' })
  await house.db.transaction((tx) => tx.run(sql`update accounts.sessions set seen_at = ${new Date(0)} where account_id = ${mei.id}`))
  const token = await actFor(mei)
  await house.as(token).me.user({})
  expect((await accounts.onlineAmong(house.db, [mei.id])).has(mei.id)).toBe(false)
  const socket = io(house.address, { transports: ['websocket'], auth: { token } })
  const answer = await new Promise<unknown>((done) => socket.on('connect', () => socket.emit('auth/login', { token }, done)))
  socket.close()
  expect(answer).toEqual({ loggedIn: false })
})

test('nobody but staff acts for others, nobody acts for staff, and it ends with who acts and with whom they act for', async () => {
  const other = await house.fan()
  await expect(fan!.api.switching.go({ accountId: other.id, reason })).rejects.toMatchObject({ code: 'account_not_yours' })
  expect(await fan!.api.switching.accounts({ q: other.username })).toMatchObject([{ relation: 'self' }])
  const colleague = await house.staff()
  for (const accountId of [colleague.id, staff!.id, crypto.randomUUID()])
    await expect(staff!.api.switching.go({ accountId, reason })).rejects.toMatchObject({ code: 'account_not_yours' })
  expect(await staff!.api.switching.accounts({ q: other.username })).toMatchObject([
    { relation: 'self' },
    { _id: other.id, relation: 'staff' },
  ])

  const act = async () => house.as((await colleague.api.switching.go({ accountId: other.id, reason })).token)
  const first = await act()
  await expect(first.switching.go({ accountId: fan!.id, reason })).rejects.toMatchObject({ code: 'not_while_acting' })
  await house.db.transaction((tx) => accounts.endSessions(tx, other.id))
  await expect(first.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  const second = await act()
  await house.db.transaction((tx) => accounts.setState(tx, colleague.id, 'closed'))
  await expect(second.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
  await expect(colleague.api.me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('where staff need a second factor, whoever has none acts for nobody', async () => {
  await staff!.api.admin.saveSettings({ values: { staffNeedTwoFactor: true } })
  try {
    await expect(staff!.api.switching.go({ accountId: fan!.id, reason })).rejects.toMatchObject({ code: 'two_factor_needed' })
  } finally {
    await house.db.transaction((tx) => settings.save(tx, { staffNeedTwoFactor: false }, undefined))
  }
})

test('a browser keeps the session before in a cookie of its own, HttpOnly for 365 days, and going back restores it and takes it away', async () => {
  const browser: Browser = await browserOf(house, staff!)
  const own = browser.cookie('token')
  const gone = await browser.ask('/users/authByAccount', { accountId: fan!.id, reason })
  expect(gone.status).toBe(200)
  expect(gone.set.find((cookie) => cookie.startsWith('originalToken='))).toMatch(/Max-Age=31536000.*HttpOnly/)
  expect(browser.cookie('originalToken')).toBe(own)
  expect(await browser.who()).toBe(fan!.username)
  expect(await browser.ask('/users/authBack', {}, 'https://elsewhere.example')).toMatchObject({ status: 403 })
  expect((await browser.ask('/users/authBack', {})).status).toBe(200)
  expect([browser.cookie('token'), browser.cookie('originalToken')]).toEqual([own, undefined])
  expect(await browser.who()).toBe(staff!.username)
  expect(await browser.ask('/users/authBack', {})).toMatchObject({ status: 403, json: { code: 'account_not_yours' } })

  // Signing out while acting signs out of both.
  await browser.ask('/users/authByAccount', { accountId: fan!.id, reason })
  await browser.ask('/auth/logout', {})
  expect([browser.cookie('token'), browser.cookie('originalToken')]).toEqual([undefined, undefined])
  await expect(house.as(own!).me.user({})).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('an hour later whoever acted goes back to themselves, and is nobody until they do', async () => {
  const browser = await browserOf(house, staff!)
  await browser.ask('/users/authByAccount', { accountId: fan!.id, reason })
  house.clock.advance({ seconds: 3601 })
  expect(await browser.who()).toBeUndefined()
  expect((await browser.ask('/users/authBack', {})).status).toBe(200)
  expect(await browser.who()).toBe(staff!.username)
})
