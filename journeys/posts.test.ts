// Posts that are more than a photo: a film from its upload to its refund, a poll, an announced stream.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { clip, tone } from '#server/media/footage/testing.ts'
import { type House, openHouse as open, type Person, picture, publishes, ready } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await open()))
afterAll(() => house.close())

const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)
/** Media is asked for as a browser does: with the session's cookie. */
const opens = async (url: string | undefined, person?: Person) =>
  (await fetch(house.address + (url ?? '/'), { headers: person ? { cookie: `token=${person.token}` } : {} })).status === 200

/** Uploaded, worked on, published, approved. */
async function films(creator: Person, post: { isSale: Feed['isSale']; price?: number }): Promise<Feed> {
  const { _id } = await creator.api.feeds.uploadVideo({ file: file(await clip({ seconds: 2 }), 'rehearsal.mp4') })
  await ready(creator, _id)
  const feed = await creator.api.feeds.create({ type: 'video', text: 'Rehearsal', fileIds: [_id], ...post })
  await approved(feed)
  return feed
}
async function approved({ _id, status }: Feed): Promise<void> {
  if (status === 'pending_review') await (await house.staff()).api.admin.approveWork({ id: _id })
}

test('a film: published, locked for a stranger, bought, played, refunded, locked again, down to its own address', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ balance: 200 })
  const stranger = await house.fan()
  const feed = await films(lan, { isSale: 'ppv', price: 60 })

  const locked = await mei.api.feeds.one({ id: feed._id })
  expect(locked).toMatchObject({ type: 'video', canView: false, files: [{ type: 'feed-video', locked: true, thumbnails: [] }] })
  expect(locked.files[0]).not.toHaveProperty('url')
  expect(await mei.api.feeds.fileStatus({ id: feed._id, fileId: locked.files[0]!._id })).toEqual({ status: 'finished', progress: 100 })

  const { item, balance } = await mei.api.feeds.charge({ id: feed._id, expectedPrice: 60 })
  expect(balance).toBe(140)
  const { url } = item!.files[0]!
  expect([await opens(url, mei), await opens(url, stranger), await opens(url)]).toEqual([true, false, false])
  await expect(lan.api.feeds.update({ id: feed._id, price: 90 })).rejects.toMatchObject({ code: 'price_is_sold' })

  const office = await house.staff()
  const { data } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: data.find(({ kind }) => kind === 'feed')!._id, reason: 'Asked for' })
  expect(await mei.balance()).toBe(200)
  expect(await mei.api.feeds.one({ id: feed._id })).toMatchObject({ canView: false, isBought: false })
  await expect.poll(() => opens(url, mei), { timeout: 10_000 }).toBe(false)
})

test('sound for followers: a file of the library stands in two posts, and cannot be deleted while it does', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan()
  const { _id } = await lan.api.feeds.uploadAudio({ file: file(await tone(), 'tone.mp3') })
  await ready(lan, _id)
  const first = await lan.api.feeds.create({ type: 'audio', fileIds: [_id], isSale: 'followers', text: 'A tone' })
  const second = await lan.api.feeds.create({ type: 'audio', fileIds: [_id], isSale: 'subscription', text: 'The same tone' })
  for (const feed of [first, second]) await approved(feed)
  await mei.api.follows.follow({ id: lan.id })
  const heard = await mei.api.feeds.one({ id: first._id })
  expect(heard.files[0]).toMatchObject({ type: 'feed-audio', locked: false, duration: expect.any(Number), peaks: expect.any(Array) })
  expect(await opens(heard.files[0]?.url, mei)).toBe(true)
  expect((await mei.api.feeds.one({ id: second._id })).files[0]).toMatchObject({ locked: true })
  await expect(lan.api.uploads.remove({ id: _id })).rejects.toMatchObject({ code: 'file_in_use' })
})

test('a poll: options one by one, one vote each, results for those who voted', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, an] = [await house.fan(), await house.fan()]
  const options = []
  for (const description of ['Red', 'Blue']) options.push(await lan.api.feeds.pollOption({ description }))
  expect(options[0]).toMatchObject({ description: 'Red', totalVote: 0 })
  const pollIds = options.map(({ _id }) => _id)
  const feed = await lan.api.feeds.create({ type: 'text', text: 'Which lamp?', pollIds, pollDescription: 'Which?', isSale: 'free' })
  await approved(feed)
  await expect(lan.api.feeds.create({ type: 'text', text: 'Again', pollIds })).rejects.toMatchObject({ errors: [{ field: 'pollIds' }] })
  await expect(house.visitor().feeds.vote({ id: pollIds[0]! })).rejects.toMatchObject({ status: 401 })
  expect((await mei.api.feeds.one({ id: feed._id })).poll).not.toHaveProperty('totalVote')
  expect(await mei.api.feeds.vote({ id: pollIds[0]! })).toMatchObject({ totalVote: 1, votedId: pollIds[0] })
  await expect(mei.api.feeds.vote({ id: pollIds[1]! })).rejects.toMatchObject({ status: 409, code: 'already_voted' })
  expect(await an.api.feeds.vote({ id: pollIds[1]! })).toMatchObject({ totalVote: 2, options: [{ totalVote: 1 }, { totalVote: 1 }] })
  await expect(lan.api.feeds.vote({ id: pollIds[0]! })).rejects.toMatchObject({ status: 403 })
  await expect(lan.api.feeds.update({ id: feed._id, pollIds: [] })).rejects.toMatchObject({ status: 409, code: 'poll_has_votes' })
})

test('a stream is announced, kept as a reminder, and comes and goes with its schedule', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan()
  const inHours = (hours: number) => new Date(house.clock.now().getTime() + hours * 3_600_000).toISOString()
  const feed = await lan.api.feeds.create({
    type: 'scheduled-streaming',
    text: 'Late show',
    streamingScheduled: inHours(30),
    scheduledAt: inHours(1),
    expiresAt: inHours(48),
  })
  await approved(feed)
  await expect(mei.api.feeds.one({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  // Its link was shared before: it says what it is called and when it opens, and that to those alone who will know of it.
  const yu = await house.fan()
  await lan.api.blocks.blockUser({ targetId: yu.id })
  const link = { kind: 'feed', id: feed._id } as const
  expect(await mei.api.showing.coming(link)).toEqual({ title: 'Late show', opensAt: feed.scheduledAt })
  await expect(yu.api.showing.coming(link)).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.showing.coming({ ...link, kind: 'gallery' })).rejects.toMatchObject({ status: 404 })
  house.clock.advance({ hours: 2 })
  await expect(mei.api.showing.coming(link)).rejects.toMatchObject({ status: 404 })
  expect(await mei.api.feeds.one({ id: feed._id })).toMatchObject({ type: 'scheduled-streaming', canView: true })
  const kept = { objectId: feed._id, objectType: 'feed', action: 'bookmark' } as const
  expect(await mei.api.reactions.react(kept)).toMatchObject({ isBookmarked: true })
  expect((await mei.api.bookmarks.feeds({})).data.map(({ _id }) => _id)).toEqual([feed._id])
  house.clock.advance({ hours: 47 })
  await expect(mei.api.feeds.one({ id: feed._id })).rejects.toMatchObject({ status: 404 })
})

test('a performer who is named is asked; the post stands on their page too once they agreed, and no longer when they take it back', async () => {
  const [lan, yu] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yu' })]
  const mei = await house.fan()
  const feed = await lan.api.feeds.create({ type: 'text', text: 'Together', isSale: 'free', participantIds: [yu.id] })
  await approved(feed)
  const namedIn = async () => (await mei.api.feeds.ofPerformer({ username: yu.username })).data.map(({ _id }) => _id)
  expect(await namedIn()).toEqual([])
  expect((await mei.api.feeds.one({ id: feed._id })).participants).toEqual([])
  await yu.api.works.agreeToTag({ id: feed._id })
  expect(await namedIn()).toEqual([feed._id])
  expect((await mei.api.feeds.one({ id: feed._id })).participants).toMatchObject([{ username: yu.username }])
  await yu.api.works.declineTag({ id: feed._id })
  expect(await namedIn()).toEqual([])
  await expect(lan.api.feeds.update({ id: feed._id, participantIds: [mei.id] })).rejects.toMatchObject({ code: 'unknown_participant' })
})

test('a price of what nobody pays a price for is refused, alike of a post, a gallery and a video; no price is none', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const video = file(await clip({ seconds: 1 }), 'clip.mp4')
  const makes = (more: { isSale?: Feed['isSale']; price?: number | null }) => [
    () => lan.api.feeds.create({ type: 'text', text: 'Rain', ...more }),
    () => lan.api.galleries.create({ title: 'Rain', ...more }),
    () => lan.api.videos.upload({ title: 'Rain', video, ...more }),
  ]
  const refusal = { status: 422, code: 'price_without_sale', errors: [{ field: 'price' }] }
  for (const isSale of ['free', 'followers', 'subscription'] as const)
    for (const make of makes({ isSale, price: 50 })) await expect(make()).rejects.toMatchObject(refusal)
  for (const make of makes({ price: 50 })) await expect(make(), 'free when nothing is said').rejects.toMatchObject(refusal)
  for (const make of makes({ isSale: 'free', price: 0 })) expect(await make()).toMatchObject({ isSale: 'free', price: 0 })
  for (const make of makes({ isSale: 'ppv', price: 0 }).slice(1)) await expect(make()).rejects.toMatchObject({ code: 'price_required' })
  const [post, gallery] = [
    await lan.api.feeds.create({ type: 'text', text: 'Rain', isSale: 'followers', price: null }),
    await lan.api.galleries.create({ title: 'Rain', isSale: 'ppv', price: 50 }),
  ]
  await expect(lan.api.feeds.update({ id: post._id, price: 50 })).rejects.toMatchObject(refusal)
  await expect(lan.api.galleries.update({ id: gallery._id, isSale: 'free', price: 50 })).rejects.toMatchObject(refusal)
  expect(await lan.api.galleries.ownOne({ id: gallery._id })).toMatchObject({ isSale: 'ppv', price: 50 })
  expect(await lan.api.galleries.update({ id: gallery._id, isSale: 'free' })).toMatchObject({ isSale: 'free', price: 0 })
})

test('what nobody can publish is refused by field, and nothing is left behind', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const refused = async (post: Parameters<Person['api']['feeds']['create']>[0], field: string, code: string) =>
    expect(lan.api.feeds.create(post)).rejects.toMatchObject({ errors: [{ field, code }] })
  const photo = await lan.api.feeds.uploadPhoto({ file: await picture(300, 200, 1) })
  await refused({ type: 'video', text: 'x', fileIds: [photo._id] }, 'fileIds', 'file_not_yours')
  await refused({ type: 'photo', fileIds: [photo._id], isSale: 'ppv' }, 'price', 'price_required')
  await refused({ type: 'photo', fileIds: [photo._id], isSale: 'ppv', price: 0.5 }, 'price', 'price_out_of_bounds')
  await refused({ type: 'scheduled-streaming', text: 'x' }, 'streamingScheduled', 'schedule_in_past')
  await refused({ type: 'text', text: 'x', pollIds: [crypto.randomUUID()] }, 'pollIds', 'poll_needs_options')
  await expect(lan.api.feeds.uploadVideo({ file: await picture(300, 200, 2) })).rejects.toMatchObject({ code: 'file_type_not_allowed' })
  await expect((await house.fan()).api.feeds.create({ type: 'text', text: 'x' })).rejects.toMatchObject({ status: 403 })
  expect((await lan.api.feeds.own({})).total).toBe(0)
})

test('somebody else’s posts are not there to edit, delete or take options from', async () => {
  const [lan, yu] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yu' })]
  const feed = await publishes(house, lan, { isSale: 'free' })
  const { _id } = await lan.api.feeds.pollOption({ description: 'Mine' })
  const own = await yu.api.feeds.pollOption({ description: 'Yours' })
  await expect(yu.api.feeds.update({ id: feed._id, text: 'Mine' })).rejects.toMatchObject({ status: 404 })
  await expect(yu.api.feeds.remove({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  await expect(yu.api.feeds.ownOne({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  await expect(yu.api.feeds.create({ type: 'text', text: 'x', pollIds: [_id, own._id] })).rejects.toMatchObject({
    errors: [{ field: 'pollIds' }],
  })
  await expect(yu.api.uploads.one({ id: feed.files[0]!._id })).rejects.toMatchObject({ status: 404 })
})

// The last of them: pictures that look like what was taken down cannot be uploaded again.
test('a takedown takes a film from its buyers too; a block leaves it to them', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ balance: 200 })
  const [kept, taken] = [await films(lan, { isSale: 'ppv', price: 20 }), await films(lan, { isSale: 'ppv', price: 20 })]
  const bought = await Promise.all([kept, taken].map(({ _id }) => mei.api.feeds.charge({ id: _id })))
  const [keptUrl, takenUrl] = bought.map(({ item }) => item?.files[0]?.url)
  await lan.api.blocks.blockUser({ targetId: mei.id })
  expect(await mei.api.feeds.one({ id: kept._id })).toMatchObject({ canView: true })
  expect(await opens(keptUrl, mei)).toBe(true)
  await (await house.staff()).api.admin.rejectWork({ id: taken._id, reason: 'An order of a court' })
  await expect(mei.api.feeds.one({ id: taken._id })).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => opens(takenUrl, mei), { timeout: 10_000 }).toBe(false)
})
