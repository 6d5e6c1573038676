import { afterAll, beforeAll, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'

let db: Database
let close: () => Promise<void>
let creator: Member
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
  creator = await member(db, 'performer')
})
afterAll(async () => {
  settings.forget()
  await close()
})

const page = { limit: 10, offset: 0 }
const publish = async (priced = false) => {
  const sale = priced
    ? { type: 'photo' as const, media: [await picture(db, creator)], audience: 'ppv' as const, price: 500 }
    : { type: 'text' as const }
  return db.transaction((tx) => feeds.publish(tx, creator.accountId, { text: 'An evening', ...sale }))
}
const idsOf = ({ data, total }: { data: { _id: string }[]; total: number }) => [data.map(({ _id }) => _id), total]

test('what was kept is listed newest kept first, without what has been hidden since, and its total says the same', async () => {
  const fan = await member(db, 'user')
  const posts = [await publish(), await publish(), await publish()]
  for (const [minute, targetId] of posts.entries()) {
    const at = new Date(Date.UTC(2026, 10, 1, 0, minute))
    await db.transaction((tx) => reactions.react(tx, { by: fan.accountId, targetId, targetKind: 'feed', action: 'bookmark' }), { at })
  }
  expect(idsOf(await bookmarks.kept(db, { viewer: fan }, 'feed', page))).toEqual([posts.toReversed(), 3])
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, posts[1] ?? ''))
  expect(idsOf(await bookmarks.kept(db, { viewer: fan }, 'feed', page))).toEqual([[posts[2], posts[0]], 2])
  expect(idsOf(await bookmarks.kept(db, { viewer: fan }, 'feed', { limit: 1, offset: 1 }))).toEqual([[posts[0]], 2])
  await block(db, creator, fan)
  expect(idsOf(await bookmarks.kept(db, { viewer: fan }, 'feed', page))).toEqual([[], 0])
})

test('what was bought stays listed and open after a block and a deletion, and goes with a refund or a takedown (calls.md, decisions)', async () => {
  const fan = await member(db, 'user', { balance: 10_000 })
  const staff = await member(db, 'staff')
  const posts = [await publish(true), await publish(true), await publish(true)]
  const receipts: access.Purchase[] = []
  for (const id of posts) receipts.push(await db.transaction((tx) => access.buy(tx, fan, undefined, id)))
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, posts[0] ?? ''))
  await block(db, fan, creator)
  const { data, total } = await bookmarks.bought(db, { viewer: fan }, undefined, page)
  expect(total).toBe(3)
  const months = () => bookmarks.boughtMonths(db, { viewer: fan }, undefined, 'UTC')
  const [inAll] = await months()
  expect([inAll?.count, inAll?.price]).toEqual([3, 1500])
  expect(data.map(({ feed }) => feed?._id)).toEqual(posts.toReversed())
  expect(data.every(({ feed }) => feed?.canView && feed.files.every(({ url }) => url))).toBe(true)
  await db.transaction((tx) => wallet.reverse(tx, receipts[1]?.transferId ?? '', { reason: 'asked', by: staff.accountId }))
  await db.transaction((tx) => works.takeDown(tx, posts[2] ?? '', staff.accountId, 'An order of a court.'))
  const left = await bookmarks.bought(db, { viewer: fan }, 'feed', page)
  expect([left.data.map(({ feed }) => feed?._id), left.total]).toEqual([[posts[0]], 1])
  expect((await bookmarks.bought(db, { viewer: fan }, 'video', page)).total).toBe(0)
  expect(await months()).toEqual([{ month: inAll?.month, count: 1, price: 500 }])
  expect(await bookmarks.boughtMonths(db, { viewer: fan }, 'video', 'UTC')).toEqual([])
})

test('what was unlocked is summed by the months of whoever looks, wherever they are', async () => {
  const fan = await member(db, 'user', { balance: 10_000 })
  const at = (instant: string) => ({ at: new Date(instant) })
  for (const instant of ['2036-10-31T15:59:59Z', '2036-10-31T16:00:00Z', '2036-11-02T00:00:00Z']) {
    const id = await publish(true)
    await db.transaction((tx) => access.buy(tx, fan, undefined, id), at(instant))
  }
  const taipei = await bookmarks.boughtMonths(db, { viewer: fan }, undefined, 'Asia/Taipei')
  expect(taipei).toEqual([
    { month: '2036-11', count: 2, price: 1000 },
    { month: '2036-10', count: 1, price: 500 },
  ])
  const utc = await bookmarks.boughtMonths(db, { viewer: fan }, 'feed', 'UTC')
  expect(utc.map(({ month, count }) => [month, count])).toEqual([
    ['2036-11', 1],
    ['2036-10', 2],
  ])
})
