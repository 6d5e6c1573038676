// What is said under works, with the people whom it reaches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse, type Person, publishes } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const under = (objectId: string) => ({ objectId, objectType: 'feed' as const })
const replyTo = (objectId: string) => ({ objectId, objectType: 'comment' as const })

test('a fan comments, the creator answers and pins, both hear of it, and the post counts them', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const post = await publishes(house, lan, { isSale: 'free' })
  const [creator, fan] = [await listens(house, lan, 'comment/created'), await listens(house, mei, 'comment/created')]
  const first = await mei.api.comments.write({ ...under(post._id), content: 'Lovely light.' })
  expect(first).toMatchObject({ content: 'Lovely light.', isAuth: true, canEdit: true, creator: { name: 'Mei', isOwner: false } })
  await house.settle()
  await expect.poll(() => creator.heard).toEqual([{ commentId: first._id, workId: post._id, parentId: null }])
  const answer = await lan.api.comments.write({ ...replyTo(first._id), content: 'Thank you.' })
  await house.settle()
  await expect.poll(() => fan.heard).toEqual([{ commentId: answer._id, workId: post._id, parentId: first._id }])
  expect(creator.heard).toHaveLength(1)
  for (const { socket } of [creator, fan]) socket.close()

  await mei.api.comments.write({ ...under(post._id), content: 'Again!' })
  await lan.api.comments.pin({ id: first._id })
  const listed = await mei.api.comments.list({ ...under(post._id), limit: 1 })
  expect(listed).toMatchObject({ total: 2, canComment: true, data: [{ _id: first._id, isPinned: true, totalReply: 1 }] })
  expect((await mei.api.feeds.one({ id: post._id })).totalComment).toBe(3)
  const like = { objectId: answer._id, objectType: 'comment', action: 'like' } as const
  expect(await mei.api.reactions.react(like)).toMatchObject({ totalLike: 1, isLiked: true })
  await expect(mei.api.reactions.react({ ...like, action: 'bookmark' })).rejects.toMatchObject({ status: 422 })

  await mei.api.comments.remove({ id: first._id })
  const [place] = (await lan.api.comments.list(under(post._id))).data.filter(({ isDeleted }) => isDeleted)
  expect(place).toMatchObject({ _id: first._id, content: '', totalReply: 1, isPinned: false })
  expect((await mei.api.feeds.one({ id: post._id })).totalComment).toBe(2)
})

test('who may comment is the creator’s to say, and the form knows before it is filled', async () => {
  const lan = await house.creator({ name: 'Lan', monthlyPrice: 4.95 })
  const post = await publishes(house, lan, { isSale: 'free' })
  const [mei, follower] = [await house.fan(), await house.fan()]
  await follower.api.follows.follow({ id: lan.id })
  expect((await lan.api.me.updatePerformer({ commentAudience: 'followers' })).commentAudience).toBe('followers')
  expect(await mei.api.comments.list(under(post._id))).toMatchObject({ canComment: false, whoMayComment: 'followers' })
  await expect(mei.api.comments.write({ ...under(post._id), content: 'Hello' })).rejects.toMatchObject({
    status: 403,
    code: 'comments_closed',
  })
  await follower.api.comments.write({ ...under(post._id), content: 'Hello' })
  await lan.api.me.updatePerformer({ commentAudience: 'nobody' })
  await expect(follower.api.comments.write({ ...under(post._id), content: 'Hello' })).rejects.toMatchObject({ code: 'comments_closed' })
  await lan.api.comments.write({ ...under(post._id), content: 'Only me.' })
  await expect(house.visitor().comments.write({ ...under(post._id), content: 'Hello' })).rejects.toMatchObject({ status: 401 })
  await expect(lan.api.me.updatePerformer({ commentAudience: 'some' as never })).rejects.toMatchObject({ status: 422 })
})

test('two strangers who blocked each other do not meet under somebody else’s post', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, an] = [await house.fan(), await house.fan()]
  const post = await publishes(house, lan, { isSale: 'free' })
  const said = await mei.api.comments.write({ ...under(post._id), content: 'From Mei' })
  await an.api.comments.write({ ...under(post._id), content: 'From An' })
  await an.api.blocks.blockUser({ targetId: mei.id })
  for (const [who, sees] of [
    [mei, 'From Mei'],
    [an, 'From An'],
  ] as const)
    expect((await who.api.comments.list(under(post._id))).data.map(({ content }) => content)).toEqual([sees])
  await expect(an.api.comments.write({ ...replyTo(said._id), content: 'Hm' })).rejects.toMatchObject({ status: 404 })
  await expect(an.api.reactions.react({ objectId: said._id, objectType: 'comment', action: 'like' })).rejects.toMatchObject({ status: 404 })
  await expect(an.api.comments.remove({ id: said._id })).rejects.toMatchObject({ status: 404 })
})

test('an edit has a quarter of an hour, and only its author', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, an] = [await house.fan(), await house.fan()]
  const post = await publishes(house, lan, { isSale: 'free' })
  const { _id } = await mei.api.comments.write({ ...under(post._id), content: 'Helo' })
  expect(await mei.api.comments.edit({ id: _id, content: 'Hello' })).toMatchObject({ content: 'Hello', editedAt: expect.any(String) })
  await expect(an.api.comments.edit({ id: _id, content: 'Mine' })).rejects.toMatchObject({ status: 404 })
  await expect(an.api.comments.remove({ id: _id })).rejects.toMatchObject({ status: 403 })
  house.clock.advance({ minutes: 16 })
  await expect(mei.api.comments.edit({ id: _id, content: 'Late' })).rejects.toMatchObject({ status: 409, code: 'edit_time_over' })
  await expect(mei.api.comments.write({ ...under(post._id), content: 'x'.repeat(501) })).rejects.toMatchObject({ status: 422 })
  await expect(mei.api.comments.write({ ...under(crypto.randomUUID()), content: 'x' })).rejects.toMatchObject({ status: 404 })
})

// The last of them: pictures that look like what was taken down cannot be uploaded again.
test('under what is bought one talks until it is refunded, blocked or taken down', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, an] = [await house.fan({ balance: 100 }), await house.fan({ balance: 100 })]
  const post = await publishes(house, lan, { isSale: 'ppv', price: 20 })
  const write = (who: Person) => who.api.comments.write({ ...under(post._id), content: 'Worth it' })
  const like = { objectId: post._id, objectType: 'feed', action: 'like' } as const
  await expect(write(mei)).rejects.toMatchObject({ code: 'work_locked', status: 403 })
  await expect(mei.api.comments.list(under(post._id))).rejects.toMatchObject({ code: 'work_locked' })
  await expect(mei.api.reactions.react(like)).rejects.toMatchObject({ code: 'work_locked' })
  // To keep it for later needs no right.
  await mei.api.reactions.react({ ...like, action: 'bookmark' })
  for (const who of [mei, an]) await who.api.feeds.charge({ id: post._id })
  for (const who of [mei, an]) await write(who)

  const office = await house.staff()
  const { data } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: data.find(({ kind }) => kind === 'feed')!._id, reason: 'Asked for' })
  await expect(write(mei)).rejects.toMatchObject({ code: 'work_locked' })

  await lan.api.blocks.blockUser({ targetId: an.id })
  expect(await an.api.comments.list(under(post._id))).toMatchObject({ canComment: false })
  await expect(write(an)).rejects.toMatchObject({ code: 'comments_closed' })
  expect((await lan.api.comments.list(under(post._id))).data.map(({ creator }) => creator?.username)).toEqual([mei.username])

  await office.api.admin.rejectWork({ id: post._id, reason: 'An order of a court' })
  for (const who of [mei, an]) await expect(who.api.comments.list(under(post._id))).rejects.toMatchObject({ status: 404 })
  expect((await office.api.comments.list(under(post._id))).total).toBe(2)
})
