import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Feed } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import { work as worksJobs } from '#server/catalogue/works/jobs.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { temporaryStore } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let creator: Member
let fan: Member
let staff: Member
let removeStore: () => Promise<void>
beforeAll(async () => {
  removeStore = await temporaryStore()
  db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  staff = await member(db, 'staff')
})
afterAll(async () => {
  settings.forget()
  await db.close()
  await removeStore()
})
beforeEach(async () => {
  await review(db, 'after')
  creator = await member(db, 'performer')
  fan = await member(db, 'user', { balance: 100_000 })
})

const publish = (draft: feeds.Draft & { type?: feeds.FeedType } = {}, by = creator) =>
  db.transaction((tx) =>
    feeds.publish(tx, by.accountId, { type: draft.media ? 'photo' : 'text', text: 'Tonight, the lanterns.', ...draft }),
  )
const edit = (id: string, draft: feeds.Draft, by = creator) => db.transaction((tx) => feeds.edit(tx, by.accountId, id, draft))
const see = (viewer: Viewer, id: string, country?: string): Promise<Feed> => feeds.showOne(db, { viewer, country }, id)
const buy = (id: string, { by = fan, expected }: { by?: Member; expected?: number } = {}) =>
  db.transaction((tx) => access.buy(tx, by, undefined, id, expected))
const photo = () => picture(db, creator)
const asks = (viewer: Viewer, fileId: string, purpose: files.Purpose = 'photo') =>
  access.mayServe(db, { viewer, country: undefined, file: { id: fileId, ownerId: creator.accountId, purpose }, rendition: 'large' })
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

test('once sold, the pictures stay and the price does not rise; the order, the text and a lower price may change', async () => {
  const media = [await photo(), await photo()]
  const id = await publish({ media, audience: 'ppv', price: 500 })
  await edit(id, { price: 700 })
  await buy(id)
  await expect(edit(id, { media: media.slice(1) })).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(edit(id, { media: [...media, await photo()] })).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(edit(id, { price: 701 })).rejects.toMatchObject({ code: 'price_is_sold' })
  await edit(id, { media: media.toReversed(), price: 600, text: 'Another evening.' })
  const after = await see(fan, id)
  expect(after).toMatchObject({ price: 6, text: 'Another evening.' })
  expect(after.files.map(({ _id }) => _id)).toEqual(media.toReversed())
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

test('with review before publication nobody sees a post, its preview included, until staff approve it (COMPLIANCE.md 3)', async () => {
  await review(db, 'before')
  const [media, preview] = [await photo(), await picture(db, creator, 'thumbnail')]
  const id = await publish({ media: [media], preview })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  expect(await asks(fan, preview, 'thumbnail')).toBe('no')
  expect(await see(creator, id)).toMatchObject({ status: 'pending_review', canView: true })
  expect((await works.waiting(db, { limit: 100, offset: 0 })).ids).toContain(id)
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  expect(await see(fan, id)).toMatchObject({ status: 'active', canView: true })
  await expect(db.transaction((tx) => works.approve(tx, id, staff.accountId))).rejects.toMatchObject({ code: 'already_decided' })
})

test('a rejected post says why to its creator only, and goes back to review when it was changed', async () => {
  await review(db, 'before')
  const id = await publish()
  await db.transaction((tx) => works.reject(tx, id, staff.accountId, 'Please blur the street sign.'))
  expect(await see(creator, id)).toMatchObject({ status: 'rejected', rejectionReason: 'Please blur the street sign.' })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  await review(db, 'after')
  await edit(id, { text: 'The sign is blurred.' })
  expect((await see(creator, id)).status).toBe('pending_review')
  expect(await see(creator, id)).not.toHaveProperty('rejectionReason')
  const letters = await db.pool.query('select subject, content::text from mail.letters where recipient = $1', [
    `${creator.username}@stagedoor.example`,
  ])
  expect(letters.rows).toEqual([
    { subject: expect.stringContaining('Tonight, the lanterns.'), content: expect.stringContaining('Please blur the street sign.') },
  ])
})

test('with review before publication a changed text waits again, a changed price does not', async () => {
  await review(db, 'before')
  const id = await publish({ media: [await photo()], audience: 'ppv', price: 500 })
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  await edit(id, { price: 400 })
  expect((await see(fan, id)).price).toBe(4)
  await edit(id, { text: 'Something else.' })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
})

test('a takedown closes a post for its buyers too, at once; its creator cannot bring it back', async () => {
  const media = await photo()
  const id = await publish({ media: [media], audience: 'ppv', price: 500 })
  await buy(id)
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'An order of a court.'))
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  expect(await asks(fan, media)).toBe('no')
  await edit(id, { text: 'Harmless.' })
  expect(await see(creator, id)).toMatchObject({ status: 'rejected', rejectionReason: 'An order of a court.' })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
})

test('a scheduled post appears at its time by itself, and that is told once', async () => {
  const jobs = createJobs(db, () => {})
  worksJobs(jobs, db)
  const id = await publish({
    scheduledAt: new Date(clock.now().getTime() + 3_600_000),
    expiresAt: new Date(clock.now().getTime() + 7_200_000),
  })
  const told = async () =>
    (await db.pool.query("select 1 from outbox.events where name = 'work.published' and payload ->> 'workId' = $1", [id])).rowCount
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  expect(await see(creator, id)).toHaveProperty('scheduledAt')
  expect(await told()).toBe(0)
  clock.advance({ minutes: 61 })
  expect((await see(fan, id)).status).toBe('active')
  await db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await jobs.runDue()
  await db.transaction((tx) => works.told(tx, id))
  expect(await told()).toBe(1)
  clock.advance({ minutes: 61 })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
})

test('in an edit null takes a schedule and an expiry away, and what is not sent stays', async () => {
  const id = await publish({
    scheduledAt: new Date(clock.now().getTime() + 3_600_000),
    expiresAt: new Date(clock.now().getTime() + 7_200_000),
  })
  await edit(id, { pinned: true })
  expect(await see(creator, id)).toMatchObject({ scheduledAt: expect.any(String), expiresAt: expect.any(String) })
  await edit(id, { scheduledAt: null, expiresAt: null })
  const shown = await see(fan, id)
  expect(shown.status).toBe('active')
  expect(shown).not.toHaveProperty('expiresAt')
  clock.advance({ minutes: 121 })
  expect((await see(fan, id)).status).toBe('active')
})

test('drafts of another are not there: not to see, change or delete', async () => {
  const id = await publish({ isDraft: true })
  const rival = await member(db, 'performer')
  await expect(see(rival, id)).rejects.toMatchObject(notFound)
  await expect(edit(id, { text: 'mine' }, rival)).rejects.toMatchObject(notFound)
  await expect(db.transaction((tx) => feeds.remove(tx, rival.accountId, id))).rejects.toMatchObject(notFound)
  expect((await see(creator, id)).status).toBe('inactive')
  await edit(id, { isDraft: false })
  expect((await see(rival, id)).status).toBe('active')
})

test('what cannot be published is refused by field and name (calls.md section 3)', async () => {
  const media = await photo()
  const rivals = await picture(db, await member(db, 'performer'))
  const refused = async (draft: Parameters<typeof publish>[0], code: string, field?: string) =>
    expect(publish(draft)).rejects.toMatchObject({ code, fields: field ? [{ field, code }] : [] })
  await refused({ audience: 'ppv', price: 500 }, 'sale_needs_file', 'fileIds')
  await refused({ media: [media], audience: 'ppv' }, 'price_required', 'price')
  await refused({ media: [media], audience: 'ppv', price: 50 }, 'price_out_of_bounds', 'price')
  await refused({ media: [media], audience: 'ppv', price: 1_000_001 }, 'price_out_of_bounds', 'price')
  await refused({ text: ' \u200b <!-- x --> ' }, 'text_or_file_required')
  await refused({ type: 'photo', media: [] }, 'text_or_file_required')
  await refused({ type: 'text', media: [media] }, 'too_many_files', 'fileIds')
  await refused({ media: [rivals] }, 'file_not_yours', 'fileIds')
  await refused({ preview: media }, 'file_not_yours', 'thumbnailId')
  await refused({ media: ['019a0000-0000-7000-8000-00000000dead'] }, 'file_not_yours', 'fileIds')
  await refused({ scheduledAt: new Date(0) }, 'schedule_in_past', 'scheduledAt')
  await refused({ expiresAt: new Date(0) }, 'schedule_in_past', 'expiresAt')
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

test('text loses its markup and tags their signs before they are kept (specification.md section 5)', async () => {
  const id = await publish({ text: 'Hello <script>alert(1)</script><b>night</b> <!-- x -->', tags: ['#Paper', 'paper', ' Lamp  Light '] })
  const seen = await see(fan, id)
  expect(seen.text).not.toMatch(/[<>]|alert/)
  expect(seen.text).toContain('night')
  expect(seen.tags).toEqual(['paper', 'lamp light'])
})

test('a preview that nobody used for a week is forgotten with its bytes; what a post uses and the library’s media stay', async () => {
  const preview = () => picture(db, creator, 'thumbnail')
  const [used, unused, media] = [await preview(), await preview(), await photo()]
  const id = await publish({ preview: used })
  const key = (await files.find(db, [unused])).get(unused)?.renditions['large']?.key ?? ''
  expect(await store.size(key)).toBeGreaterThan(0)
  await works.forgetUnusedUploads(db)
  expect((await files.find(db, [unused])).size).toBe(1)
  clock.advance({ days: 8 })
  await works.forgetUnusedUploads(db)
  expect(new Set((await files.find(db, [used, unused, media])).keys())).toEqual(new Set([used, media]))
  await vi.waitFor(async () => expect(await store.size(key)).toBeUndefined())
  expect((await see(fan, id)).canView).toBe(true)
})

test('a performer who is not active (any more) has no posts to see', async () => {
  const id = await publish()
  await db.pool.query("update accounts.accounts set state = 'closed' where id = $1", [creator.accountId])
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
})

test('a list keeps its order and leaves out what is hidden, in the same number of questions for two as for twenty', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await publish({ text: `Evening ${n}`, isDraft: n % 5 === 0 }))
  const shown = await feeds.show(db, { viewer: fan }, ids.toReversed())
  expect(shown.map(({ _id }) => _id)).toEqual(ids.toReversed().filter((_, at) => (19 - at) % 5 !== 0))
  expect(await questions(() => feeds.show(db, { viewer: fan }, ids))).toBe(
    await questions(() => feeds.show(db, { viewer: fan }, ids.slice(0, 2))),
  )
})

async function questions(work: () => Promise<unknown>): Promise<number> {
  const counting = vi.spyOn(db.pool, 'query')
  await work()
  const asked = counting.mock.calls.length
  counting.mockRestore()
  return asked
}
