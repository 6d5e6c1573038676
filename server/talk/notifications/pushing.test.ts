import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { follow, member, openHouse, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as deviceQueries from '#server/talk/notifications/device-queries.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { noticeEvents } from '#server/talk/notifications/events.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'
import { pushDue } from '#server/talk/notifications/pushing.ts'
import { sweepMessages } from '#server/talk/notifications/sweeping.ts'
import { tell } from '#server/talk/notifications/telling.ts'
import { hear } from '#server/talk/notifications/testing.ts'
import { browser, openPushService } from '#server/talk/notifications/testing-push-service.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let close: () => Promise<void>
let service: Awaited<ReturnType<typeof openPushService>>
let lan: Member
let mei: Member
let post: string
let count = 0
beforeAll(async () => {
  useSecret(Buffer.alloc(32, 7))
  ;({ db, clock, close } = await openHouse())
  await review(db, 'after')
  service = await openPushService()
})
afterAll(async () => {
  await service.close()
  await close()
})
beforeEach(async () => {
  lan = await here('Lan', await member(db, 'performer'))
  mei = await here('Mei', await member(db, 'user'))
  post = await publish({ text: 'Lanterns' })
  await hear(db)
  service.answers(201)
  service.standsAt('198.41.0.4')
  service.pushed.length = 0
  service.connected.length = 0
  service.unanswered.length = 0
  service.saysNothingAt()
  service.isFoundNowhere()
})

/** With a session of their own, as a browser has one. */
async function here(name: string, who: Member): Promise<Member> {
  const { sessionId } = await db.transaction(async (tx) => {
    await tx.run(sql`update accounts.accounts set name = ${name}, locale = 'en-US', timezone = 'Asia/Taipei' where id = ${who.accountId}`)
    return accounts.openSession(tx, who.accountId, { remember: true })
  })
  await prefer(who, { isDiscreet: false })
  return { ...who, sessionId }
}

const publish = (draft: feeds.Draft = {}) =>
  db.transaction((tx) => feeds.publish(tx, lan.accountId, { type: draft.media ? 'photo' : 'text', text: 'Lanterns', ...draft }))
async function comment(): Promise<void> {
  await db.transaction((tx) =>
    comments.write(tx, { viewer: mei, country: undefined }, { objectId: post, objectType: 'feed' }, 'How lovely.'),
  )
  await hear(db)
  await pushDue(db)
}
const turnOn = (who: Member, device = browser(`b${++count}`)) => notifications.subscribe(db, { viewer: who, country: undefined }, device)
const prefer = (who: Member, wish: notifications.Wish) => db.transaction((tx) => notifications.prefer(tx, who.accountId, wish))
const bodies = () => service.pushed.map(({ said }) => said.body)
const devicesOf = async ({ accountId }: Member) =>
  (await db.many<{ id: string }>(sql`select id from notifications.devices where account_id = ${accountId}`)).length
function until(hour: number): void {
  const now = new Date(db.now.getTime() + 8 * 3_600_000)
  clock.advance({ minutes: ((hour * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes()) + 24 * 60) % (24 * 60)) + 1 })
}

test('a browser that was turned on is told in its reader’s language, encrypted for it alone, and once', async () => {
  await turnOn(lan)
  await comment()
  expect(service.pushed).toMatchObject([
    {
      headers: { 'content-encoding': 'aes128gcm', ttl: '86400', authorization: expect.stringMatching(/^vapid t=/) },
      said: { title: 'Stagedoor', body: 'Mei commented on “Lanterns”', path: `/posts/${post}`, unread: 1 },
    },
  ])
  expect(service.connected).toEqual(['198.41.0.4'])
  await pushDue(db)
  expect(service.pushed).toHaveLength(1)
})

test('what goes on is pushed again only after ten minutes, as one', async () => {
  await turnOn(lan)
  for (let each = 0; each < 5; each++) await comment()
  expect(bodies()).toEqual(['Mei commented on “Lanterns”'])
  clock.advance({ minutes: 11 })
  await pushDue(db)
  expect(bodies().at(-1)).toBe('“Lanterns” has 5 new comments')
})

test('discreet says only that there is news, and nothing of what is locked is ever pushed', async () => {
  await turnOn(mei)
  await follow(db, mei, lan)
  await publish({ text: 'Behind the curtain', audience: 'subscription', media: [await picture(db, lan)] })
  await hear(db)
  await pushDue(db)
  expect(bodies()).toEqual(['Lan published something new'])
  await prefer(mei, { isDiscreet: true })
  await db.transaction((tx) => notifications.markRead(tx, mei.accountId, {}))
  await publish({ text: 'In the open' })
  await hear(db)
  await pushDue(db)
  expect(bodies().at(-1)).toBe('You have news')
  expect(JSON.stringify(service.pushed)).not.toMatch(/curtain|In the open/)
})

test('all that may be told is pushed, in either language, and none of it says a word of what is locked for its reader', async () => {
  const words = 'Behind the curtain'
  for (const locale of ['zh-TW', 'en-US'] as const) {
    await db.transaction((tx) => tx.run(sql`update accounts.accounts set locale = ${locale} where id = ${mei.accountId}`))
    await turnOn(mei)
    const sold = { text: words, audience: 'ppv' as const, price: 3_00, media: [await picture(db, lan)] }
    const id = await publish(sold)
    for (const event of noticeEvents.filter((each) => each !== 'message' && each !== 'campaign')) {
      service.pushed.length = 0
      const about = { kind: 'work' as const, id }
      const news = {
        to: [mei.accountId],
        event,
        topic: `${event} ${locale}`,
        source: `${event} ${id}`,
        by: lan.accountId,
        about,
        amount: 5_00,
      }
      await db.transaction((tx) => tell(tx, { ...news, at: tx.now, until: new Date(tx.now.getTime() + 86_400_000) }))
      await pushDue(db)
      const [pushed, ...others] = service.pushed
      expect([event, others.length, pushed?.said.title]).toEqual([event, 0, 'Stagedoor'])
      expect(pushed?.said.body, event).toMatch(locale === 'zh-TW' ? /\p{Script=Han}/u : /^[^\p{Script=Han}]+$/u)
      expect(JSON.stringify(pushed?.said)).not.toMatch(/curtain|notices\.|\{\{|undefined/)
      await db.transaction((tx) => notifications.markRead(tx, mei.accountId, {}))
    }
    await db.transaction((tx) => tx.run(sql`delete from notifications.devices where account_id = ${mei.accountId}`))
  }
})

test('what was written to one, and to many, is pushed without its words, its price or its pictures', async () => {
  await turnOn(mei)
  await follow(db, mei, lan)
  await sweepMessages(db)
  const actor = { viewer: lan, country: undefined }
  const id = await db.transaction((tx) => messaging.begin(tx, actor, { source: 'user', sourceId: mei.accountId }))
  const sold = { text: 'Behind the curtain', fileIds: [await picture(db, lan)], isSale: 'ppv' as const, price: 30 }
  const toOne = () => messaging.send(db, actor, id, sold)
  const toMany = () =>
    db.transaction((tx) =>
      messaging.writeToMany(tx, { performerId: lan.accountId, author: 'person', campaignId: randomUUID() }, [
        { fanId: mei.accountId, text: sold.text },
      ]),
    )
  for (const [writes, body] of [
    [toOne, 'Lan sent you a message'],
    [toMany, 'Lan wrote to their fans'],
  ] as const) {
    service.pushed.length = 0
    await writes()
    clock.advance({ minutes: 2 })
    await sweepMessages(db)
    await pushDue(db)
    expect(service.pushed.map(({ said }) => said)).toEqual([
      { title: 'Stagedoor', body, path: `/messages/${id}`, tag: expect.any(String), unread: 1 },
    ])
    await messaging.markReadWhole(db, mei.accountId, id)
  }
})

test('a lock screen names nobody and nothing while its reader has not chosen, also after they decided about their nights', async () => {
  const yu = await member(db, 'performer')
  const { sessionId } = await db.transaction((tx) => accounts.openSession(tx, yu.accountId, { remember: true }))
  await turnOn({ ...yu, sessionId })
  await prefer(yu, { quietHours: { from: '03:00', to: '03:01' } })
  expect(await notifications.preferencesOf(db, yu.accountId)).toMatchObject({ isDiscreet: true })
  post = await db.transaction((tx) => feeds.publish(tx, yu.accountId, { type: 'text', text: 'Lanterns' }))
  await comment()
  expect(service.pushed.map(({ said: { title, body } }) => ({ title, body }))).toEqual([{ title: 'Stagedoor', body: '你有新消息' }])
})

test.each([404, 410])('a subscription that its service calls gone (%s) is dropped', async (status) => {
  await turnOn(lan)
  service.answers(status)
  await comment()
  expect(await devicesOf(lan)).toBe(0)
})

test('a service that is busy is left alone for as long as it says, and the subscription stays', async () => {
  await turnOn(lan)
  service.answers(429, '1800')
  await comment()
  service.answers(201)
  clock.advance({ minutes: 29 })
  await comment()
  expect([service.pushed.length, await devicesOf(lan)]).toEqual([1, 1])
  clock.advance({ minutes: 2 })
  await pushDue(db)
  expect(service.pushed).toHaveLength(2)
})

test('a service that fails is tried again later and later, and given up in the end', async () => {
  await turnOn(lan, browser('failing'))
  service.answers(503)
  await comment()
  for (let each = 0; each < 10; each++) {
    clock.advance({ hours: 2 })
    await pushDue(db)
  }
  expect([service.pushed.filter(({ to }) => to === '/failing').length, await devicesOf(lan)]).toEqual([6, 1])
})

test('what was read meanwhile is not pushed, nor what is past its time', async () => {
  await turnOn(lan)
  service.answers(429, '600')
  await comment()
  service.answers(201)
  await db.transaction((tx) => notifications.markRead(tx, lan.accountId, {}))
  clock.advance({ minutes: 11 })
  await pushDue(db)
  expect(service.pushed).toHaveLength(1)

  service.answers(429, '86400')
  await comment()
  service.answers(201)
  clock.advance({ days: 61 })
  await pushDue(db)
  expect(service.pushed).toHaveLength(2)
})

test('nothing is pushed in quiet hours; what waited is told at once when they end', async () => {
  await turnOn(lan)
  await prefer(lan, { quietHours: { from: '22:00', to: '07:00' } })
  until(23)
  await comment()
  const other = await publish({ text: 'Neon' })
  await db.transaction((tx) => comments.write(tx, { viewer: mei, country: undefined }, { objectId: other, objectType: 'feed' }, 'Lovely.'))
  await hear(db)
  await pushDue(db)
  expect(service.pushed).toEqual([])
  until(7)
  await pushDue(db)
  expect(bodies()).toEqual(['You have 2 new notifications'])
})

test('a kind that its reader does not want to be pushed is not, and what else there is, is', async () => {
  await turnOn(lan)
  await prefer(lan, { kinds: [{ kind: 'comment', push: false }] })
  await comment()
  expect(service.pushed).toEqual([])
  await prefer(lan, { kinds: [{ kind: 'comment', push: true }] })
  await db.transaction((tx) => notifications.markRead(tx, lan.accountId, {}))
  await comment()
  expect(service.pushed).toHaveLength(1)
})

test('after another secret a browser hears nothing in vain, is told to subscribe anew, and is pushed to again', async () => {
  const told = () => notifications.pushKey(db, lan.sessionId)
  await turnOn(lan)
  const before = await told()
  expect(before.isNew).toBe(false)
  useSecret(Buffer.alloc(32, 8))
  try {
    await comment()
    expect(service.pushed).toEqual([])
    const now = await told()
    expect([now.isNew, now.key === before.key]).toEqual([true, false])
    // Somebody else in another browser is told nothing of it.
    expect((await notifications.pushKey(db, mei.sessionId)).isNew).toBe(false)
    await turnOn(lan)
    expect([(await told()).isNew, await devicesOf(lan)]).toEqual([false, 1])
    await comment()
    clock.advance({ minutes: 11 })
    await pushDue(db)
    expect(bodies()).toEqual(['“Lanterns” has 2 new comments'])
  } finally {
    useSecret(Buffer.alloc(32, 7))
  }
})

test('it goes with its session, and with one that ran out by itself', async () => {
  await turnOn(lan)
  await db.transaction((tx) => accounts.endSession(tx, lan.accountId, lan.sessionId))
  await hear(db)
  expect(await devicesOf(lan)).toBe(0)

  await turnOn(mei)
  clock.advance({ days: 366 })
  await follow(db, mei, lan)
  await publish()
  await hear(db)
  await pushDue(db)
  expect([service.pushed.length, await devicesOf(mei)]).toEqual([0, 0])
})

test.each([
  ['10.0.0.8'],
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['192.168.1.1'],
  ['::1'],
  ['fd00::1'],
  ['fe80::1'],
  ['::ffff:10.0.0.8'],
  ['198.41.0.4', '10.0.0.8'],
])('an endpoint at an inner address (%s) is refused', async (...addresses) => {
  service.standsAt(...addresses)
  await expect(turnOn(lan)).rejects.toMatchObject({ code: 'endpoint_not_allowed', fields: [{ field: 'endpoint' }] })
})

test.each(['http://push.example/a', 'https://push.example:8443/a', 'https://someone@push.example/a', 'push.example', 'https://'])(
  'an endpoint that is no plain address of HTTPS (%s) is refused',
  async (endpoint) => {
    await expect(turnOn(lan, { ...browser('plain'), endpoint })).rejects.toMatchObject({ code: 'endpoint_not_allowed' })
  },
)

test('a name that stands for an inner address only later is not connected to', async () => {
  await turnOn(lan)
  service.standsAt('10.0.0.8')
  await comment()
  expect([service.pushed, service.connected]).toEqual([[], []])
})

test('twenty browsers and no more: the oldest goes; said again one is the same, and another’s cannot be turned off', async () => {
  const first = browser('first')
  const { _id } = await turnOn(lan, first)
  expect(await turnOn(lan, first)).toEqual({ _id })
  await expect(db.transaction((tx) => notifications.unsubscribeDevice(tx, mei.accountId, _id))).rejects.toMatchObject({ code: 'not_found' })
  for (let each = 0; each < 20; each++) await turnOn(lan, browser(`b${++count}`, `push${each}.example`))
  expect(await devicesOf(lan)).toBe(20)
  await expect(db.transaction((tx) => notifications.unsubscribeDevice(tx, lan.accountId, _id))).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever uses a browser after somebody else hears nothing that was meant for them', async () => {
  const shared = browser('shared')
  await turnOn(lan, shared)
  service.answers(429, '600')
  await comment()
  service.answers(201)
  await turnOn(mei, shared)
  clock.advance({ minutes: 11 })
  await pushDue(db)
  expect([await devicesOf(lan), await devicesOf(mei), service.pushed.length]).toEqual([0, 1, 1])
})

test('ten browsers of one push service and no more: the oldest goes', async () => {
  for (let each = 0; each < 12; each++) await turnOn(lan)
  await turnOn(lan, browser('elsewhere', 'other.example'))
  expect(await devicesOf(lan)).toBe(11)
})

test('a service that takes the call and says nothing keeps no other waiting, and is left alone for longer and longer', async () => {
  for (let each = 0; each < 3; each++) await turnOn(lan, browser(`mute${each}`, `mute${each}.example`))
  await turnOn(lan, browser('good'))
  service.saysNothingAt(/^mute/)
  await comment()
  expect(service.pushed.map(({ to }) => to)).toEqual(['/good'])
  expect(service.unanswered.toSorted()).toEqual(['/mute0', '/mute1', '/mute2'])

  // Two minutes of rest, then four.
  await pushDue(db)
  expect(service.unanswered).toHaveLength(3)
  clock.advance({ minutes: 3 })
  await pushDue(db)
  expect(service.unanswered).toHaveLength(6)
  clock.advance({ minutes: 3 })
  await pushDue(db)
  expect(service.unanswered).toHaveLength(6)

  service.saysNothingAt()
  clock.advance({ minutes: 2 })
  await pushDue(db)
  expect(service.pushed).toHaveLength(4)
})

test('a host that said nothing to several of its browsers rests as a whole, and is asked again when it says something', async () => {
  const here = (name: string) => browser(name, 'silent.example')
  for (let each = 0; each < 8; each++) await turnOn(lan, here(`all${each}`))
  service.saysNothingAt(/silent/)
  await comment()
  // Two at a time, and three silences are enough: whether two of one moment count as one is decided by which of them was told first.
  expect([4, 6]).toContain(service.unanswered.length)
  await turnOn(mei, here('new'))
  service.saysNothingAt()
  await follow(db, mei, lan)
  await publish({ text: 'Neon' })
  await hear(db)
  await pushDue(db)
  expect(service.pushed).toEqual([])
  clock.advance({ minutes: 2 })
  await pushDue(db)
  expect(service.pushed.map(({ to }) => to)).toContain('/new')
})

test('one browser for which nothing can be encrypted takes nothing from the others, and goes', async () => {
  const broken = browser('broken')
  await turnOn(lan, broken)
  await turnOn(lan, browser('whole'))
  // As one that came before keys were looked at.
  await db.transaction((tx) => tx.run(sql`update notifications.devices set p256dh = ${noPoint} where endpoint = ${broken.endpoint}`))
  await comment()
  expect(service.pushed.map(({ to }) => to)).toEqual(['/whole'])
  expect(await devicesOf(lan)).toBe(1)
})

const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
test('a key that is no point of the curve is refused', async () => {
  const { endpoint, keys } = browser('pointless')
  await expect(turnOn(lan, { endpoint, keys: { ...keys, p256dh: noPoint } })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'keys.p256dh' }],
  })
})

test('a service that nobody finds in time is refused as such, and a third one at once has to wait', async () => {
  service.isFoundNowhere(/./)
  const asked = await Promise.allSettled([turnOn(lan), turnOn(lan), turnOn(lan)])
  const codes = asked.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)
  expect(codes).toEqual(['endpoint_silent', 'endpoint_silent', 'too_many_requests'])
  await expect(turnOn(lan)).rejects.toMatchObject({ code: 'endpoint_silent', fields: [{ field: 'endpoint' }] })
  service.isFoundNowhere()
  await turnOn(lan)
  expect(await devicesOf(lan)).toBe(1)
})

test('what could not even be prepared waits, counts as a try, and is given up after as many as a service has', async () => {
  await turnOn(lan)
  service.answers(503)
  await comment()
  const waiting = () =>
    db.many<{ deviceId: string; tries: number; dueAt: Date }>(sql`
      select s.device_id as "deviceId", s.tries, s.due_at as "dueAt" from notifications.sendings s
      join notifications.devices d on d.id = s.device_id where d.account_id = ${lan.accountId}`)
  const [first] = await waiting()
  clock.advance({ hours: 7 })
  const until = new Date(db.now.getTime() + 300_000)
  const putOff = () => db.transaction((tx) => deviceQueries.putOff(tx, first!.deviceId, { until, mostTries: first!.tries + 1 }))
  await putOff()
  expect(await waiting()).toEqual([{ ...first, tries: first!.tries + 1, dueAt: until }])
  // Not due: nothing is counted.
  await putOff()
  expect(await waiting()).toHaveLength(1)
  clock.advance({ minutes: 6 })
  await putOff()
  expect(await waiting()).toEqual([])
})

test('a host that nobody tried for a day is forgotten, and not before', async () => {
  await turnOn(lan, browser('forgotten', 'forgotten.example'))
  service.saysNothingAt(/forgotten/)
  await comment()
  const known = async () => {
    await db.transaction((tx) => deviceQueries.forgetSilentHosts(tx))
    return db.maybe(sql`select from notifications.silent_hosts where host = 'forgotten.example'`)
  }
  expect(await known()).toBeDefined()
  clock.advance({ hours: 26 })
  expect(await known()).toBeUndefined()
})
