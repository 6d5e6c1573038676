import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { member, newCast, openHouse, picture, postHands, review } from '#server/catalogue/feeds/testing.ts'
import { work as worksJobs } from '#server/catalogue/works/jobs.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { countQueries } from '#server/platform/testing/count-queries.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'

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
  for (const [field, limit] of [
    ['scheduledAt', 2],
    ['expiresAt', 10],
  ] as const)
    await expect(publish({ [field]: new Date('9999-01-01') })).rejects.toMatchObject({ fields: [{ field, code: 'too_far', limit }] })
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

test('a list keeps its order and leaves out what is hidden, in the same number of questions for two as for twenty', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await publish({ text: `Evening ${n}`, isDraft: n % 5 === 0 }))
  const shown = await feeds.show(db, { viewer: fan }, ids.toReversed())
  expect(shown.map(({ _id }) => _id)).toEqual(ids.toReversed().filter((_, at) => (19 - at) % 5 !== 0))
  expect(await countQueries(() => feeds.show(db, { viewer: fan }, ids))).toBe(
    await countQueries(() => feeds.show(db, { viewer: fan }, ids.slice(0, 2))),
  )
})
