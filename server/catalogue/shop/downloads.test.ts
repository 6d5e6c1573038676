import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import { block, member, review } from '#server/catalogue/feeds/testing.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { buyer, buys, print, score } from '#server/catalogue/shop/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock(new Date('2027-03-01T08:00:00Z'))
let db: Database
let seller: Member
let fan: Awaited<ReturnType<typeof buyer>>
let id: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  access.useDownloads(shop.mayDownload)
})
afterAll(async () => {
  settings.forget()
  await close()
})
beforeEach(async () => {
  seller = await member(db, 'performer')
  fan = await buyer(db)
  id = await score(db, seller)
})

const link = (who = fan.who, workId = id) => db.transaction((tx) => shop.link(tx, who, undefined, workId))
/** Bytes are asked for by this link. */
async function starts({ expiresAt }: shop.Link, { isWhole = true, viewer = fan.who } = {}): Promise<void> {
  const [fileId = ''] = (await works.find(db, [id])).get(id)?.media ?? []
  await shop.countDownload(db, { viewer, fileId, expiresAt, isWhole })
}
const started = async () =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n from shop.downloads d join shop.download_links l on l.id = d.link_id where l.account_id = ${fan.who.accountId}`)
  ).n
async function opens(viewer: Viewer): Promise<files.Verdict> {
  const [fileId = ''] = (await works.find(db, [id])).get(id)?.media ?? []
  return access.mayServe(db, {
    viewer,
    country: undefined,
    file: { id: fileId, ownerId: seller.accountId, purpose: 'download' },
    rendition: 'file',
  })
}

test('a buyer gets a link for a quarter of an hour, and the file opens for them and for nobody else', async () => {
  await buys(db, fan, id)
  expect(await opens(fan.who), 'not before a link was asked for').toBe('no')
  const given = await link()
  expect(given).toMatchObject({ name: 'score.txt', leftToday: 4 })
  expect(given.url).toMatch(/^\/media\/[0-9a-f-]{36}\/file\?e=\d{10}&s=/)
  expect(given.expiresAt.getTime() - db.now.getTime()).toBeLessThanOrEqual(15 * 60_000)
  expect(given.expiresAt.getTime() - db.now.getTime()).toBeGreaterThan(14.9 * 60_000)
  expect(await opens(fan.who)).toBe('marked')
  for (const other of [visitor, (await buyer(db)).who, await member(db, 'performer')]) expect(await opens(other)).toBe('no')
})

test('a link is for buyers: not for strangers, the seller, or what is sent by post', async () => {
  for (const who of [fan.who, seller, await member(db, 'staff')]) await expect(link(who)).rejects.toMatchObject({ code: 'not_found' })
  const parcel = await print(db, seller)
  await buys(db, fan, parcel)
  await expect(link(fan.who, parcel)).rejects.toMatchObject({ code: 'not_found' })
})

test('a link that nobody opens takes nothing from the day', async () => {
  await buys(db, fan, id)
  for (let asked = 0; asked < 7; asked++) expect(await link()).toMatchObject({ leftToday: 4 })
})

test('parts of a download under one link, also when it is resumed, are one; asked for whole again it is another', async () => {
  await buys(db, fan, id)
  const given = await link()
  await Promise.all(Array.from({ length: 4 }, () => starts(given, { isWhole: false })))
  expect(await link()).toMatchObject({ leftToday: 3 })
  await starts(given)
  clock.advance({ minutes: 10 })
  await starts(given, { isWhole: false })
  expect(await link()).toMatchObject({ leftToday: 2 })
  expect(await started(), 'each is written down').toBe(2)
})

test('five a day, however many tabs ask at once; tomorrow five more', async () => {
  await buys(db, fan, id)
  const six = await Promise.all(Array.from({ length: 8 }, () => link()))
  const tries = await Promise.allSettled(six.map((each) => starts(each)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const limit = { code: 'download_limit', details: { limit: 5 } }
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: limit })
  await expect(link()).rejects.toMatchObject(limit)
  await starts(six[0]!, { isWhole: false })
  expect(await started()).toBe(5)
  const other = await score(db, seller)
  await buys(db, fan, other)
  expect(await link(fan.who, other), 'each file by itself').toMatchObject({ leftToday: 4 })
  clock.advance({ hours: 16 })
  expect(await link()).toMatchObject({ leftToday: 4 })
})

test('a refund and a takedown close a link that is still young; a block does not', async () => {
  const { transferId } = await buys(db, fan, id)
  await link()
  await block(db, seller, fan.who)
  expect(await opens(fan.who)).toBe('marked')
  await link()
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
  expect(await opens(fan.who)).toBe('no')
  await expect(link()).rejects.toMatchObject({ code: 'not_found' })

  const another = await buyer(db)
  await buys(db, another, id)
  await link(another.who)
  expect(await opens(another.who)).toBe('marked')
  const staff = await member(db, 'staff')
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'A rule was broken'))
  expect(await opens(another.who)).toBe('no')
  await expect(link(another.who)).rejects.toMatchObject({ code: 'not_found' })
})

test('a large file that takes hours goes on; a day later a new link is needed', async () => {
  await buys(db, fan, id)
  await link()
  clock.advance({ hours: 5 })
  expect(await opens(fan.who)).toBe('marked')
  clock.advance({ hours: 20 })
  expect(await opens(fan.who)).toBe('no')
})
