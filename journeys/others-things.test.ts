// Whoever asks for what is another's is told that there is no such thing, and nothing changes: every row of the catalogue that names a
// thing by its id, asked by somebody of the same role who does not own it. A new row is in no list here, and fails until it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, openHouse, type Person, picture, ready } from '#journeys/house.ts'
import { clip } from '#server/media/footage/testing.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
let [owner, other]: Person[] = []
let [buyer, stranger]: Person[] = []
let things: Awaited<ReturnType<typeof makeThings>>

beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  ;[owner, other] = [await house.creator({ name: 'Owner' }), await house.creator({ name: 'Other' })]
  ;[buyer, stranger] = [await house.fan({ balance: 500 }), await house.fan({ balance: 500 })]
  things = await makeThings(owner!, buyer!)
}, 600_000)
afterAll(() => house.close())

/** Two fans' and a creator's belongings, none of them on show. */
async function makeThings(creator: Person, fan: Person) {
  const { api } = creator
  const photo = async (seed: number) => (await api.feeds.uploadPhoto({ file: await picture(300, 200, seed) }))._id
  const film = new File([new Uint8Array(await clip({ seconds: 1 }))], 'film.mp4')
  const fileId = await photo(1)
  const optionIds = [(await api.feeds.pollOption({ description: 'Red' }))._id, (await api.feeds.pollOption({ description: 'Blue' }))._id]
  const post = await api.feeds.create({ type: 'photo', text: 'Draft', fileIds: [fileId], pollIds: optionIds, status: 'inactive' })
  const gallery = await api.galleries.create({ title: 'Draft', fileIds: [await photo(2), await photo(3)], status: 'inactive' })
  const [shot] = (await api.galleries.ownPhotos({ galleryId: gallery._id })).data
  const video = await api.videos.upload({ title: 'Draft', video: film, status: 'inactive' })
  // Footage that is still worked on would change by itself while the matrix looks whether anything changed.
  await ready(creator, video.files[0]!._id)
  const draft = await api.shop.createProduct({ name: 'Draft', type: 'physical', price: 20, stock: 3, status: 'inactive' })
  const print = await api.shop.createProduct({ name: 'Print', type: 'physical', price: 20, stock: 3, image: await picture(300, 300, 4) })
  const address = await fan.api.addresses.create({
    name: 'Mei',
    country: 'TW',
    city: '台北市',
    streetAddress: '夜市街1號',
    zipCode: '100',
  })
  const { order } = await fan.api.shop.charge({ id: print._id, deliveryAddressId: address._id })
  const shown = await api.feeds.create({ type: 'text', text: 'On show' })
  const comment = await fan.api.comments.write({ objectId: shown._id, objectType: 'feed', content: 'Good evening' })
  const payout = await payoutOf(creator)
  await fan.api.follows.follow({ id: creator.id })
  const conversation = await creator.api.messaging.begin({ source: 'user', sourceId: fan.id })
  const message = await creator.api.messaging.send({ id: conversation._id, text: 'Between us' })
  // A stream that is open to nobody else.
  const streamId = crypto.randomUUID()
  rooms.useStreams({
    current: async (_db, performerId) => (performerId === creator.id ? streamId : undefined),
    rights: async () => ({ mayWatch: false, isBuyer: false, isModerator: false }),
    unwelcome: async () => [],
  })
  const room = await creator.api.messaging.roomOf({ id: creator.id })
  await creator.api.live.updateProfile({ privatePrice: 1 })
  const privately = await fan.api.live.askPrivate({ performerId: creator.id })
  const stream = await creator.api.live.begin({ title: 'Taken down', type: 'ticket', price: 20 })
  const poll = await creator.api.live.startPoll({ id: stream._id, options: ['One', 'Other'] })
  await house.db.transaction((tx) =>
    tx.run(sql`update works.works set state = 'removed', decision_reason = 'Taken down' where id = ${stream._id}`),
  )
  const list = await creator.api.fans.createList({ name: 'Front row' })
  await creator.api.fans.addMembers({ id: list._id, fanIds: [fan.id] })
  const tomorrow = new Date(house.db.now.getTime() + 86_400_000).toISOString()
  const segment = { include: [{ of: 'list' as const, listId: list._id }], exclude: [] }
  const campaign = await creator.api.campaigns.create({ text: 'Tomorrow', segment, scheduledAt: tomorrow })
  await creator.api.me.updatePerformer({ takesRequests: true, messagePrice: 5 })
  const request = await fan.api.requests.ask({ performerId: creator.id, text: 'Something of my own' })
  await fan.api.reports.send({ target: 'performer', targetId: creator.id, reason: 'scam' })
  const report = (await fan.api.reports.mine({})).data[0]!
  const reply = await creator.api.replies.create({ name: 'Thanks', text: 'Thank you, {name}' })
  const { id: identityId } = await house.db.transaction((tx) =>
    tx.one<{ id: string }>(sql`
      insert into accounts.identities (account_id, provider, issuer, subject, linked_at, used_at)
      values (${fan.id}, 'google', 'https://accounts.google.com', 'another', ${tx.now}, ${tx.now}) returning id`),
  )
  const { id: passkeyId } = await house.db.transaction((tx) =>
    tx.one<{ id: string }>(sql`
      insert into accounts.passkeys (account_id, kind, credential_id, public_key, is_verified, counter, transports, name, added_at)
      values (${fan.id}, 'passwordless', ${Buffer.from('another')}, ${Buffer.alloc(77)}, true, 0, '{}', 'Laptop', ${tx.now}) returning id`),
  )
  const mine = await fan.api.accounts.sessions({})
  return {
    identityId,
    passkeyId,
    sessionId: mine.sessions[0]!._id,
    list,
    campaign,
    reply,
    report,
    request,
    conversation,
    message,
    room,
    stream,
    poll,
    privately,
    payout,
    post,
    optionIds,
    fileId,
    gallery,
    shot: shot!,
    video,
    draft,
    print,
    address,
    order,
    shown,
    comment,
  }
}

/** Earned two weeks ago, asked for now. */
async function payoutOf({ api, id }: Person) {
  const daysAgo = (days: number) => ({ at: new Date(house.db.now.getTime() - days * 86_400_000) })
  const bank = { firstName: 'Owner', lastName: 'Owner', bankName: 'Bank', bankAccount: '0000 1234', address: 'X', city: 'X', country: 'TW' }
  await house.db.transaction(async (tx) => {
    await tx.run(sql`update identity.applications set legal_name = 'Owner Owner' where account_id = ${id}`)
    await destinations.saveBank(tx, id, bank)
  }, daysAgo(9))
  const sale = { buyer: buyer!.id, creator: id, amount: 100_000, key: `payment:${id}`, kind: 'subscription', title: 'Owner' }
  await house.db.transaction((tx) => earnings.sellByCard(tx, sale), daysAgo(14))
  return api.payouts.request({ amount: 60, paymentAccountType: 'banking' })
}

type Attempt = () => Promise<unknown>
const gone = { status: 404, code: 'not_found' }

/** By row, what somebody else tries; the answer is not_found unless another is named. */
function attempts(): Record<string, Attempt | { attempt: Attempt; answer: object }> {
  const [creator, fan] = [other!.api, stranger!.api]
  const {
    identityId,
    passkeyId,
    sessionId,
    payout,
    post,
    optionIds,
    gallery,
    shot,
    video,
    draft,
    print,
    address,
    order,
    comment,
    fileId,
    conversation,
    message,
    room,
    stream,
    privately,
    poll,
    list,
    campaign,
    reply,
    report,
    request,
  } = things
  const place = { name: 'X', country: 'TW', city: 'X', streetAddress: 'X', zipCode: '1' }
  const notAllowed = { status: 403, code: 'not_allowed' }
  return {
    'reports.one': () => fan.reports.one({ id: report._id }),
    'reports.follow': () => fan.reports.follow({ token: 'x'.repeat(43) }),
    'live.edit': () => creator.live.edit({ id: stream._id, status: 'ended' }),
    'live.summary': () => creator.live.summary({ id: stream._id }),
    'live.watchers': () => fan.live.watchers({ id: stream._id }),
    'live.join': () => fan.live.join({ id: stream._id }),
    'live.watchByHls': () => fan.live.watchByHls({ id: stream._id }),
    'live.charge': () => fan.live.charge({ id: stream._id }),
    'live.remind': () => fan.live.remind({ id: stream._id }),
    'live.forgetReminder': () => fan.live.forgetReminder({ id: stream._id }),
    'live.startPoll': () => creator.live.startPoll({ id: stream._id, options: ['One', 'Other'] }),
    'live.endPoll': () => creator.live.endPoll({ id: poll._id }),
    'live.voteInRoom': () => fan.live.voteInRoom({ id: poll.options[0]!._id }),
    'live.answerGuest': () => creator.live.answerGuest({ id: stream._id, state: 'agreed' }),
    'live.enter': () => fan.live.enter({ id: stream._id }),
    'live.leave': () => fan.live.leave({ id: stream._id }),
    'live.receipts': () => fan.live.receipts({ id: stream._id }),
    'live.acceptPrivate': () => creator.live.acceptPrivate({ id: privately._id }),
    'live.declinePrivate': () => creator.live.declinePrivate({ id: privately._id }),
    'live.withdrawPrivate': () => fan.live.withdrawPrivate({ id: privately._id }),
    'feeds.ownOne': () => creator.feeds.ownOne({ id: post._id }),
    'feeds.update': () => creator.feeds.update({ id: post._id, text: 'Mine now' }),
    'feeds.remove': () => creator.feeds.remove({ id: post._id }),
    'feeds.one': () => fan.feeds.one({ id: post._id }),
    'feeds.charge': () => fan.feeds.charge({ id: post._id }),
    'showing.coming': () => fan.showing.coming({ kind: 'gallery', id: gallery.slug }),
    'feeds.vote': () => fan.feeds.vote({ id: optionIds[0]! }),
    'feeds.fileStatus': () => fan.feeds.fileStatus({ id: post._id, fileId }),
    'galleries.update': () => creator.galleries.update({ id: gallery._id, title: 'Mine now' }),
    'galleries.ownOne': () => creator.galleries.ownOne({ id: gallery._id }),
    'galleries.remove': () => creator.galleries.remove({ id: gallery._id }),
    'galleries.one': () => fan.galleries.one({ id: gallery.slug }),
    'galleries.view': () => fan.galleries.view({ id: gallery._id }),
    'galleries.charge': () => fan.galleries.charge({ id: gallery._id }),
    'galleries.updatePhoto': () => creator.galleries.updatePhoto({ id: shot._id, title: 'Mine now' }),
    'galleries.removePhoto': () => creator.galleries.removePhoto({ id: shot._id }),
    'galleries.setCover': () => creator.galleries.setCover({ id: shot._id }),
    'videos.update': () => creator.videos.update({ id: video._id, title: 'Mine now' }),
    'videos.removeFile': () => creator.videos.removeFile({ id: video._id, type: 'video' }),
    'videos.ownOne': () => creator.videos.ownOne({ id: video._id }),
    'videos.chooseWelcome': () => creator.videos.chooseWelcome({ videoId: video._id }),
    'videos.remove': () => creator.videos.remove({ id: video._id }),
    'videos.one': () => fan.videos.one({ id: video.slug }),
    'videos.view': () => fan.videos.view({ id: video._id }),
    'videos.charge': () => fan.videos.charge({ id: video._id }),
    'videos.fileStatus': () => fan.videos.fileStatus({ id: video._id, fileId: video.files[0]!._id }),
    'shop.updateProduct': () => creator.shop.updateProduct({ id: draft._id, name: 'Mine now' }),
    'shop.updateNamedProduct': () => creator.shop.updateNamedProduct({ _id: draft._id, name: 'Mine now' }),
    'shop.ownProduct': () => creator.shop.ownProduct({ id: draft._id }),
    'shop.removeProduct': () => creator.shop.removeProduct({ id: draft._id }),
    'shop.product': () => fan.shop.product({ id: draft.slug }),
    'shop.charge': () => fan.shop.charge({ id: draft._id, deliveryAddressId: address._id }),
    'shop.downloadLink': () => fan.shop.downloadLink({ id: print._id }),
    'shop.order': () => fan.shop.order({ id: order._id }),
    'shop.updateOrder': () => creator.shop.updateOrder({ id: order._id, deliveryStatus: 'processing' }),
    'shop.updateOrderAddress': () => fan.shop.updateOrderAddress({ id: order._id, deliveryAddressId: address._id }),
    'addresses.update': () => fan.addresses.update({ id: address._id, ...place }),
    'accounts.endSession': () => fan.accounts.endSession({ id: sessionId }),
    'accounts.renamePasskey': () => fan.accounts.renamePasskey({ id: passkeyId, name: 'Mine' }),
    'accounts.removePasskey': () => fan.accounts.removePasskey({ id: passkeyId }),
    'federation.unlink': () => fan.federation.unlink({ id: identityId }),
    'addresses.remove': () => fan.addresses.remove({ id: address._id }),
    'comments.edit': () => fan.comments.edit({ id: comment._id, content: 'Not what I said' }),
    // That a comment stands there is no secret: whose it is, is what is asked.
    'comments.remove': { attempt: () => fan.comments.remove({ id: comment._id }), answer: notAllowed },
    'comments.pin': { attempt: () => fan.comments.pin({ id: comment._id }), answer: notAllowed },
    'comments.unpin': { attempt: () => fan.comments.unpin({ id: comment._id }), answer: notAllowed },
    'uploads.one': () => creator.uploads.one({ id: fileId }),
    'uploads.status': () => creator.uploads.status({ id: fileId }),
    'uploads.remove': () => creator.uploads.remove({ id: fileId }),
    'works.agreeToTag': () => creator.works.agreeToTag({ id: post._id }),
    'works.declineTag': () => creator.works.declineTag({ id: post._id }),
    'payouts.view': () => creator.payouts.view({ id: payout._id }),
    'payouts.update': () => creator.payouts.update({ id: payout._id, status: 'cancelled' }),
    // Staff's own: for everybody else there is no such door.
    'payouts.requestBank': { attempt: () => creator.payouts.requestBank({ id: payout._id }), answer: notAllowed },
    'payouts.batchAgain': { attempt: () => creator.payouts.batchAgain({ id: payout._id }), answer: notAllowed },
    'notifications.unsubscribeDevice': () => fan.notifications.unsubscribeDevice({ id: conversation._id }),
    'notifications.unsubscribe': {
      attempt: () => fan.notifications.unsubscribe({ token: Buffer.alloc(53, 1).toString('base64url') }),
      answer: { status: 422, code: 'link_expired' },
    },
    'notifications.resubscribe': {
      attempt: () => fan.notifications.resubscribe({ token: Buffer.alloc(53, 1).toString('base64url') }),
      answer: { status: 422, code: 'link_expired' },
    },
    'notifications.letterLink': {
      attempt: () => fan.notifications.letterLink({ token: Buffer.alloc(53, 1).toString('base64url') }),
      answer: { status: 422, code: 'link_expired' },
    },
    'messaging.conversation': () => fan.messaging.conversation({ id: conversation._id }),
    'messaging.arrange': () => fan.messaging.arrange({ id: conversation._id, isPinned: true }),
    'messaging.messages': () => fan.messaging.messages({ id: conversation._id }),
    'messaging.changes': () => fan.messaging.changes({ id: conversation._id, after: 0 }),
    'messaging.send': () => fan.messaging.send({ id: conversation._id, text: 'Me too' }),
    'messaging.edit': () => creator.messaging.edit({ id: message._id, text: 'Not what I said' }),
    'messaging.react': () => fan.messaging.react({ id: message._id, reaction: 'heart' }),
    'messaging.takeBackReaction': () => fan.messaging.takeBackReaction({ id: message._id }),
    'messaging.remove': () => creator.messaging.remove({ id: message._id }),
    'messaging.roomOf': () => fan.messaging.roomOf({ id: owner!.id }),
    'messaging.room': () => fan.messaging.room({ id: room._id }),
    'messaging.updateRoom': () => creator.messaging.updateRoom({ id: room._id, slowModeSeconds: 5 }),
    'messaging.publicMessages': () => fan.messaging.publicMessages({ id: room._id }),
    'messaging.roomMessages': () => fan.messaging.roomMessages({ id: room._id }),
    'messaging.roomChanges': () => fan.messaging.roomChanges({ id: room._id, after: 0 }),
    'messaging.say': () => fan.messaging.say({ id: room._id, text: 'Me too' }),
    'messaging.clearRoom': () => creator.messaging.clearRoom({ id: room._id }),
    'messaging.charge': () => fan.messaging.charge({ id: message._id }),
    'messaging.fileStatus': () => fan.messaging.fileStatus({ id: message._id, fileId: message._id }),
    'messaging.readAll': () => fan.messaging.readAll({ id: conversation._id }),
    'fans.renameList': () => creator.fans.renameList({ id: list._id, name: 'Mine now' }),
    'fans.removeList': () => creator.fans.removeList({ id: list._id }),
    'fans.members': () => creator.fans.members({ id: list._id }),
    'fans.addMembers': () => creator.fans.addMembers({ id: list._id, fanIds: [buyer!.id] }),
    'fans.removeMember': () => creator.fans.removeMember({ id: list._id, fanId: buyer!.id }),
    'fans.note': () => creator.fans.note({ id: buyer!.id, text: 'I know them' }),
    'campaigns.one': () => creator.campaigns.one({ id: campaign._id }),
    'campaigns.edit': () => creator.campaigns.edit({ id: campaign._id, text: 'Mine now', segment: campaign.segment }),
    'campaigns.cancel': () => creator.campaigns.cancel({ id: campaign._id }),
    'campaigns.unsend': () => creator.campaigns.unsend({ id: campaign._id }),
    'replies.edit': () => creator.replies.edit({ id: reply._id, name: 'Mine now', text: 'Mine' }),
    'replies.remove': () => creator.replies.remove({ id: reply._id }),
    'requests.one': () => fan.requests.one({ id: request._id }),
    'requests.quote': () => creator.requests.quote({ id: request._id, price: 50, days: 1 }),
    'requests.decline': () => creator.requests.decline({ id: request._id }),
    'requests.accept': () => fan.requests.accept({ id: request._id, expectedPrice: 50 }),
    'requests.withdraw': () => fan.requests.withdraw({ id: request._id }),
    // Those that name a thing in their body or query.
    // As a list that was taken away.
    'campaigns.count': {
      attempt: () => creator.campaigns.count({ segment: campaign.segment }),
      answer: { status: 422, code: 'list_gone' },
    },
    'campaigns.create': {
      attempt: () => creator.campaigns.create({ text: 'To theirs', segment: campaign.segment }),
      answer: { status: 422, code: 'list_gone' },
    },
    'galleries.uploadPhoto': () => creator.galleries.uploadPhoto({ galleryId: gallery._id, fileId }),
    'galleries.photos': () => fan.galleries.photos({ galleryId: gallery._id }),
    'comments.write': () => fan.comments.write({ objectId: post._id, objectType: 'feed', content: 'I see it' }),
    'comments.list': () => fan.comments.list({ objectId: post._id, objectType: 'feed' }),
    'reactions.react': () => fan.reactions.react({ objectId: gallery._id, objectType: 'gallery', action: 'like' }),
    'shop.checkPurchased': () => fan.shop.checkPurchased({ productId: print._id, userId: buyer!.id }),
    'feeds.create': {
      attempt: () => creator.feeds.create({ type: 'photo', text: 'Theirs', fileIds: [fileId] }),
      answer: { status: 422, code: 'file_not_yours' },
    },
    'galleries.create': {
      attempt: () => creator.galleries.create({ title: 'Theirs', fileIds: [fileId] }),
      answer: { status: 422, code: 'file_not_yours' },
    },
    'videos.upload': {
      attempt: () => creator.videos.upload({ title: 'Theirs', fileId: video.files[0]!._id }),
      answer: { status: 422, code: 'file_not_yours' },
    },
  }
}

/** Rows that name a person, a kind or an occasion, which are nobody's belonging. */
const ofEverybody = new Set([
  'feeds.ofPerformer',
  'galleries.photosOf',
  'reference.states',
  'reference.cities',
  'pages.one',
  'automations.save',
  'live.prices',
  'live.nameModerator',
  'live.dismissModerator',
  'live.ban',
  'live.liftBan',
])
/** Slices whose named rows are tried by their own stories: those of money, of staff, and of whom one looks at. A new slice is tried here. */
const elsewhere = new Set<string>(
  'proofs earnings statements coupons packages invoices payments offers subscriptions renewals admin blocks follows directory'.split(' '),
)

test('every row of the catalogue that names a thing by its id is tried here', () => {
  const named = Object.entries<Endpoints>(contract)
    .filter(([slice]) => !elsewhere.has(slice))
    .flatMap(([slice, rows]) =>
      Object.entries(rows).flatMap(([name, row]: [string, Endpoint]) =>
        row.path.includes(':') && row.for !== 'staff' ? [`${slice}.${name}`] : [],
      ),
    )
  expect(named.length).toBeGreaterThan(40)
  const tried = new Set(Object.keys(attempts()))
  expect(named.filter((name) => !tried.has(name) && !ofEverybody.has(name))).toEqual([])
})

test('another’s things are not there, and stay as they are', async () => {
  const before = await everything()
  const mismatches: unknown[] = []
  for (const [row, tried] of Object.entries(attempts())) {
    const { attempt, answer } = typeof tried === 'function' ? { attempt: tried, answer: gone } : tried
    const said = await attempt().then(
      (done) => ({ done }),
      ({ status, code }: { status: number; code: string }) => ({ status, code }),
    )
    if (JSON.stringify(said) !== JSON.stringify(answer)) mismatches.push({ row, said, answer })
  }
  expect(mismatches).toEqual([])
  expect(await everything()).toEqual(before)
  expect([await stranger!.balance(), await buyer!.balance()]).toEqual([500, 480])
})

test('one’s own lists have nothing of anybody else’s', async () => {
  const [creator, fan] = [other!.api, stranger!.api]
  const lists: [string, { total: number }][] = [
    ['posts', await creator.feeds.own({})],
    ['galleries', await creator.galleries.own({})],
    ['photos', await creator.galleries.ownPhotos({ galleryId: things.gallery._id })],
    ['videos', await creator.videos.own({})],
    ['products', await creator.shop.ownProducts({})],
    ['sold', await creator.shop.orders({})],
    ['files', await creator.uploads.library({})],
    ['payouts', await creator.payouts.search({})],
    ['conversations', await creator.messaging.conversations({})],
    ['mass messages', await creator.campaigns.list({})],
    ['asked of me', await creator.requests.list({})],
    ['asked', await fan.requests.list({})],
    ['bought', await fan.shop.ownOrders({})],
    ['addresses', await fan.addresses.search({})],
  ]
  expect(lists.map(([name, { total }]) => [name, total])).toEqual(lists.map(([name]) => [name, 0]))
})

test('nor have the lists of what one did: kept, paid, followed, asked to be named, liked', async () => {
  const { shown, post, print } = things
  const mine = buyer!.api
  for (const [objectId, objectType] of [
    [shown._id, 'feed'],
    [print._id, 'product'],
    [owner!.id, 'performer'],
  ] as const)
    await mine.reactions.react({ objectId, objectType, action: 'bookmark' })
  await mine.reactions.react({ objectId: shown._id, objectType: 'feed', action: 'like' })
  await mine.follows.follow({ id: owner!.id })
  const named = (await house.creator({ name: 'Guest' })).api
  const { _id: guestId } = await named.me.user({})
  await owner!.api.feeds.update({ id: post._id, participantIds: [guestId], status: 'active' })

  const [creator, fan] = [other!.api, stranger!.api]
  // What each of them sees, and what somebody of the same role does.
  const lists: [string, { total: number }, { total: number }][] = [
    ['kept posts', await mine.bookmarks.feeds({}), await fan.bookmarks.feeds({})],
    ['kept products', await mine.bookmarks.products({}), await fan.bookmarks.products({})],
    ['kept performers', await mine.bookmarks.performers({}), await fan.bookmarks.performers({})],
    ['unlocked', await mine.bookmarks.bought({}), await fan.bookmarks.bought({})],
    ['paid', await mine.wallet.lines({ type: 'product' }), await fan.wallet.lines({ type: 'product' })],
    ['following', await mine.follows.following({}), await fan.follows.following({})],
    ['followers', await owner!.api.directory.followers({}), await creator.directory.followers({})],
    ['named', await named.works.tagged({}), await creator.works.tagged({})],
  ]
  const seen = lists.map(([name, theirs, others]) => [name, theirs.total, others.total])
  expect(seen).toEqual(lists.map(([name]) => [name, name === 'unlocked' ? 0 : 1, 0]))

  const like = { objectId: shown._id, objectType: 'feed', action: 'like' } as const
  expect(await fan.reactions.unreact(like), 'a like of another’s stays').toMatchObject({ totalLike: 1, isLiked: false })
  expect(await mine.feeds.one({ id: shown._id })).toMatchObject({ totalLike: 1, isLiked: true })
})

test('an order cannot be sent to another’s address', async () => {
  const mine = { id: things.print._id, deliveryAddressId: things.address._id }
  await expect(stranger!.api.shop.charge(mine)).rejects.toMatchObject({ status: 422, code: 'address_not_yours' })
  expect(await stranger!.balance()).toBe(500)
})

/** As their owners see them: without addresses that are signed anew at each asking. */
async function everything() {
  const { api } = owner!
  const all = [
    await api.feeds.own({}),
    await api.galleries.own({}),
    await api.galleries.ownPhotos({}),
    await api.shop.ownProducts({}),
    await api.shop.orders({}),
    await buyer!.api.addresses.search({}),
    await api.comments.list({ objectId: things.shown._id, objectType: 'feed' }),
    await api.uploads.library({ purpose: 'photo' }),
    await api.videos.own({}),
    await api.payouts.search({}),
    await api.payouts.sums({}),
    await api.fans.lists({}),
    await api.campaigns.list({}),
    await api.replies.list({}),
    await api.requests.list({}),
  ]
  return JSON.parse(
    JSON.stringify(all, (key, value: unknown) =>
      /url$|^thumbnails$|^progress$|^files$|^file$|^cover$|^canEdit$/i.test(key) ? undefined : value,
    ),
  ) as unknown
}
