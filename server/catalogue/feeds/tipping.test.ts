import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earnings as table } from '#contract/money/earnings.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, newCast, openHouse, picture } from '#server/catalogue/feeds/testing.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { handlers as earningsRoutes } from '#server/money/earnings/routes.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { handlers as walletRoutes } from '#server/money/wallet/routes.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

let db: Database
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openHouse())
  earnings.useTippedPosts(feeds.tippedPost)
})
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const publish = (draft: feeds.Draft & { type: feeds.FeedType }, by = creator) =>
  db.transaction((tx) => feeds.publish(tx, by.accountId, { text: 'An evening', ...draft }))
const tip = (feedId: string, { performer = creator, country = undefined as string | undefined } = {}) =>
  earnings.tipBatched(db, fan, country, { performerId: performer.accountId, amount: 10_00, feedId })
const notThere = { code: 'not_found', fields: [{ field: 'feedId' }] }

test('a tip for a post is told by the post, in the fan’s wallet and in the creator’s earnings, and to the creator at once', async () => {
  const feedId = await publish({ type: 'text', text: 'The rain stopped\nand so did we' })
  const { title, transferId } = await tip(feedId)
  expect(title).toBe('The rain stopped')
  const call = (viewer: Member) => ({ db, viewer }) as never
  const page = { limit: 9, offset: 0 }
  expect((await walletRoutes.lines(call(fan), page)).data[0]).toMatchObject({
    type: 'tip',
    targetTitle: 'The rain stopped',
    feedId,
    performer: { _id: creator.accountId },
  })
  expect((await earningsRoutes.lines(call(creator), page)).data[0]).toMatchObject({ sourceType: 'tip', title: 'The rain stopped', feedId })
  const fact = await db.one<{ payload: object }>(
    sql`select payload from outbox.events where name = 'tip.given' and payload ->> 'transferId' = ${transferId}`,
  )
  expect(fact.payload).toMatchObject({ feedId, feedTitle: 'The rain stopped' })
  // Given back, it is still told by its post.
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
  expect((await walletRoutes.lines(call(fan), page)).data[0]).toMatchObject({ isRefund: true, feedId })
  expect((await earningsRoutes.lines(call(creator), page)).data[0]).toMatchObject({ netPrice: -8, feedId })
})

test('a tip for a post that is nobody’s, another’s, no post, a draft or hidden from the fan is refused by name and moves nothing', async () => {
  const other = await member(db, 'performer')
  const [own, others, draft] = [
    await publish({ type: 'text' }),
    await publish({ type: 'text' }, other),
    await publish({ type: 'text', isDraft: true }),
  ]
  const gallery = await db.transaction((tx) =>
    works.create(tx, {
      kind: 'gallery',
      creatorId: creator.accountId,
      medium: 'photo',
      title: 'A set',
      words: '',
      tags: [],
      audience: 'free',
      price: 0,
      pinned: false,
      scheduledAt: null,
      expiresAt: null,
      isDraft: false,
      media: [],
      preview: null,
      teaser: null,
      participants: [],
      isForFront: false,
    }),
  )
  for (const feedId of [randomUUID(), others, draft, gallery]) await expect(tip(feedId)).rejects.toMatchObject(notThere)
  await db.transaction((tx) => blocks.setCountries(tx, creator.accountId, ['JP']))
  await expect(tip(own, { country: 'JP' })).rejects.toMatchObject({ code: 'not_found' })
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, own))
  await expect(tip(own)).rejects.toMatchObject(notThere)
  await block(db, other, fan)
  await expect(tip(others, { performer: other })).rejects.toMatchObject({ code: 'not_found' })
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(100_000)
})

test('a tip for a locked post tells nothing of what is locked', async () => {
  const text = await publish({ type: 'text', text: 'The door code is 7', audience: 'subscription' })
  expect((await tip(text)).title).not.toMatch('door code')
  const called = await publish({ type: 'text', text: 'The door code is 7', tagline: 'A secret', audience: 'subscription' })
  expect((await tip(called)).title).toBe('A secret')
  const photo = await publish({ type: 'photo', text: 'Come in', media: [await picture(db, creator)], audience: 'subscription' })
  expect((await tip(photo)).title).toBe('Come in')
})

test('what a tip cannot be given for is refused and not swallowed', () => {
  expect(Object.keys(table.tip.body.properties).sort()).toEqual([
    'amount',
    'anonymous',
    'conversationId',
    'feedId',
    'menuItemId',
    'message',
    'streamId',
  ])
  expect(table.tip.body).toMatchObject({ additionalProperties: false })
})
