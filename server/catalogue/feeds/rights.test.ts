import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, newCast, openHouse, picture, postHands, subscribe } from '#server/catalogue/feeds/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let creator: Member
let fan: Member
let staff: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, clock, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const { publish, edit, see, buy, photo, asks } = postHands(() => ({ db, creator, fan }))
const notFound = { code: 'not_found' }

test('a creator publishes a locked photo; a stranger sees its blur; a fan buys it and sees it; refunded, it is locked again', async () => {
  const media = await photo()
  const id = await publish({ media: [media], audience: 'ppv', price: 12_000, tagline: 'After midnight' })

  const locked = await see(fan, id)
  expect(locked).toMatchObject({ canView: false, isBought: false, price: 120, text: 'Tonight, the lanterns.', title: 'After midnight' })
  expect(locked.files).toEqual([
    {
      _id: media,
      type: 'feed-photo',
      status: 'finished',
      width: 90,
      height: 60,
      blurUrl: expect.stringMatching(/^data:image\/webp;base64,/),
      tint: { hue: expect.any(Number), strength: expect.any(Number) },
      locked: true,
      thumbnails: [],
    },
  ])
  expect(JSON.stringify(locked)).not.toContain('/media/')
  expect(await asks(fan, media)).toBe('no')

  const bought = await buy(id, { expected: 12_000 })
  expect(bought).toEqual({ balance: 88_000, transferId: expect.any(String) })
  const open = await see(fan, id)
  expect(open).toMatchObject({ canView: true, isBought: true })
  expect(open.files[0]).toMatchObject({
    locked: false,
    url: expect.stringContaining(`/media/${media}/large?`),
    thumbnails: [{ width: 90 }],
  })
  expect(await asks(fan, media)).toBe('marked')
  expect((await see(await member(db, 'user'), id)).canView).toBe(false)

  await db.transaction((tx) => wallet.reverse(tx, bought.transferId ?? '', { reason: 'asked', by: staff.accountId }))
  expect(await see(fan, id)).toMatchObject({ canView: false, isBought: false })
  expect(await asks(fan, media)).toBe('no')
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(100_000)
})

test('a post without a word is sold under its creator’s name', async () => {
  const id = await publish({ text: '', media: [await photo()], audience: 'ppv', price: 500 })
  await buy(id)
  const { lines } = await wallet.statement(db, fan.accountId, { kind: 'feed', limit: 1, offset: 0 })
  expect(lines[0]?.title).toMatch(/^Person /)
})

test('bought twice is paid once, whatever price was expected the second time (calls.md, decisions)', async () => {
  const id = await publish({ media: [await photo()], audience: 'ppv', price: 500 })
  await buy(id)
  expect(await buy(id, { expected: 1 })).toEqual({ balance: 99_500 })
  const both = await Promise.all([1, 2, 3].map(() => buy(id)))
  expect(both.every(({ balance }) => balance === 99_500)).toBe(true)
})

test('every way in which a post cannot be bought has its own refusal, and moves nothing', async () => {
  const id = await publish({ media: [await photo()], audience: 'ppv', price: 500 })
  const free = await publish({ media: [await photo()] })
  await expect(buy(id, { expected: 400 })).rejects.toMatchObject({ code: 'price_changed', details: { price: 5 } })
  await expect(buy(free)).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(buy(id, { by: creator })).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  await expect(buy(id, { by: await member(db, 'performer', { balance: 1000 }) })).rejects.toMatchObject({ code: 'performers_cannot_buy' })
  await expect(buy(id, { by: await member(db, 'user') })).rejects.toMatchObject({
    code: 'not_enough_tokens',
    details: { required: 5, balance: 0 },
  })
  await expect(buy(id, { by: await member(db, 'user', { balance: 1000, isAdult: false }) })).rejects.toMatchObject({
    code: 'birth_date_required',
  })
  const blocked = await member(db, 'user', { balance: 1000 })
  await block(db, creator, blocked)
  await expect(buy(id, { by: blocked })).rejects.toMatchObject(notFound)
  const draft = await publish({ media: [await photo()], audience: 'ppv', price: 500, isDraft: true })
  await expect(buy(draft)).rejects.toMatchObject(notFound)
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(100_000)
  expect(await wallet.balanceOf(db, blocked.accountId)).toBe(1000)
})

test('a purchase and a change of the pictures in the same instant: whoever is second sees the first', async () => {
  for (let round = 0; round < 10; round++) {
    const media = [await photo(), await photo()]
    const id = await publish({ media, audience: 'ppv', price: 500 })
    const [bought, edited] = await Promise.allSettled([buy(id), edit(id, { media: media.slice(1) })])
    expect(bought.status).toBe('fulfilled')
    const kept = (await see(fan, id)).files.length
    expect(kept).toBe(edited.status === 'fulfilled' ? 1 : 2)
  }
})

test('a deleted post is gone for everyone but those who bought it (calls.md section 3), and cannot be bought any more', async () => {
  const media = await photo()
  const id = await publish({ media: [media], audience: 'ppv', price: 500 })
  await buy(id)
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, id))
  expect(await see(fan, id)).toMatchObject({ canView: true, status: 'inactive' })
  expect(await asks(fan, media)).toBe('marked')
  await expect(see(visitor, id)).rejects.toMatchObject(notFound)
  await expect(buy(id, { by: await member(db, 'user', { balance: 1000 }) })).rejects.toMatchObject(notFound)
  await expect(edit(id, { text: 'x' })).rejects.toMatchObject(notFound)
})

test('a block hides a creator’s posts in both directions, and not what was bought', async () => {
  const [free, sold] = [await publish(), await publish({ media: [await photo()], audience: 'ppv', price: 500 })]
  await buy(sold)
  await block(db, fan, creator)
  await expect(see(fan, free)).rejects.toMatchObject(notFound)
  expect((await see(fan, sold)).canView).toBe(true)
  const other = await member(db, 'user')
  await block(db, creator, other)
  await expect(see(other, free)).rejects.toMatchObject(notFound)
  await expect(see(other, sold)).rejects.toMatchObject(notFound)
})

test('the words of a free post are for signed-in adults, and its tagline for everybody (calls.md, decisions)', async () => {
  const young = await member(db, 'user', { isAdult: false })
  for (const media of [[], [await photo()]]) {
    const id = await publish({ text: 'What the lanterns said.', tagline: 'After midnight', ...(media.length > 0 && { media }) })
    expect(await see(fan, id)).toMatchObject({ canView: true, text: 'What the lanterns said.' })
    for (const reader of [visitor, young]) {
      const shown = await see(reader, id)
      expect(shown).toMatchObject({ canView: false, text: '', tagline: 'After midnight', title: 'After midnight' })
      expect(JSON.stringify(shown)).not.toContain('What the lanterns said.')
    }
  }
})

test('followers’ posts open for followers; members without an adult birth date get every picture blurred', async () => {
  const id = await publish({ media: [await photo()], audience: 'followers' })
  const young = await member(db, 'user', { isAdult: false })
  for (const who of [fan, young]) await follow(db, who, creator)
  expect(await see(fan, id)).toMatchObject({ canView: true, isFollowed: true })
  expect(await see(young, id)).toMatchObject({ canView: false, isFollowed: true })
  expect(JSON.stringify(await see(young, id))).not.toContain('/media/')
})

test('subscribers’ posts open for a subscriber until the last day of a cancelled subscription (calls.md section 0), pay-per-view does not', async () => {
  const id = await publish({ media: [await photo()], audience: 'subscription' })
  const priced = await publish({ media: [await photo()], audience: 'ppv', price: 500 })
  expect((await see(fan, id)).canView).toBe(false)
  await subscribe(db, fan, creator, new Date(clock.now().getTime() + 60_000))
  expect(await see(fan, id)).toMatchObject({ canView: true, isSubscribed: true })
  expect(await see(fan, priced)).toMatchObject({ canView: false, isSubscribed: true })
  clock.advance({ minutes: 2 })
  expect(await see(fan, id)).toMatchObject({ canView: false, isSubscribed: false })
})

test('a text for followers is theirs: others see the tagline only', async () => {
  const id = await publish({ text: 'The password is lantern.', tagline: 'A word for friends', audience: 'followers' })
  const outside = await see(fan, id)
  expect(JSON.stringify(outside)).not.toContain('lantern.')
  expect(outside).toMatchObject({ text: '', title: 'A word for friends', canView: false })
  const looking = { kind: 'feed', creatorId: creator.accountId, text: 'lantern' } as const
  expect((await works.shown(db, looking, { limit: 9, offset: 0 })).ids).toEqual([])
  await follow(db, fan, creator)
  expect((await see(fan, id)).text).toBe('The password is lantern.')
})

test('the public preview is shown to visitors, the picture behind it is not', async () => {
  const [media, preview] = [await photo(), await picture(db, creator, 'thumbnail')]
  const id = await publish({ media: [media], preview, audience: 'subscription' })
  const seen = await see(visitor, id)
  expect(seen.thumbnail?.url).toContain(`/media/${preview}/`)
  expect(seen.cover).toMatchObject({ isBlurred: false, url: seen.thumbnail?.url })
  expect(JSON.stringify(seen)).not.toContain(`/media/${media}`)
  expect([await asks(visitor, preview, 'thumbnail'), await asks(visitor, media)]).toEqual(['plain', 'no'])
})

test('a picture of the library may stand in several posts, and opens by any of them', async () => {
  const media = await photo()
  const locked = await publish({ media: [media], audience: 'subscription' })
  expect(await asks(fan, media)).toBe('no')
  const free = await publish({ media: [media] })
  expect(await asks(fan, media)).toBe('plain')
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, free))
  expect(await asks(fan, media)).toBe('no')
  expect((await see(fan, locked)).files[0]).toMatchObject({ locked: true })
})

test('a performer who is not active (any more) has no posts to see', async () => {
  const id = await publish()
  await db.pool.query("update accounts.accounts set state = 'closed' where id = $1", [creator.accountId])
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
})
