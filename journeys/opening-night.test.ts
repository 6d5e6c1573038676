// The main job, end to end, over the API that everyone uses: a creator publishes a locked photo, a fan comes in, tops up through
// a checkout, unlocks, tips and subscribes, sees the picture, and the creator sees the money.
import { addJob } from '#server/platform/jobs/jobs.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { feeds } from '#contract/catalogue/feeds.ts'
import { atCheckout, type House, openHouse, type Person, picture, publishes } from '#journeys/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

type Feed = Reply<(typeof feeds)['one']>

/** Whether the bytes of a picture can be had at this address by this person. */
async function opens(url: string | undefined, who?: Person): Promise<boolean> {
  if (!url) return false
  const answer = await fetch(house.address + url, { headers: who ? { authorization: who.token } : {} })
  return answer.status === 200 && (answer.headers.get('content-type') ?? '').startsWith('image/')
}

/** Everything in an answer that looks like an address of media. */
function addressesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"(\/media\/[^"]+)"/g)].map(([, url]) => url ?? '')
}

test('opening night: publish, come in, top up, unlock, tip, subscribe, see, and see the money', async () => {
  const lan = await house.creator({ name: 'Lan', monthlyPrice: 4.95 })
  const locked = await publishes(house, lan, { isSale: 'ppv', price: 120, text: '《零點之後》完整版' })

  // A visitor meets it locked: shapes and a blur, and no address of anything.
  const asVisitor = await house.visitor().feeds.one({ id: locked._id })
  expect(asVisitor).toMatchObject({ canView: false, isBought: false, price: 120, files: [{ locked: true, thumbnails: [] }] })
  expect(addressesIn(asVisitor.files)).toEqual([])
  expect(asVisitor.files[0]?.blurUrl).toMatch(/^data:image\//)

  // A fan comes in, is short, and is told by how much.
  const mei = await house.fan({ name: 'Mei' })
  await expect(mei.api.feeds.charge({ id: locked._id, expectedPrice: 120 })).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_tokens',
    details: { required: 120, balance: 0 },
  })

  // They top up through the checkout, with 3-D Secure; the tokens come by the gateway's event only.
  const { data: packages } = await mei.api.payments.packages({})
  const pack = packages.find(({ tokens }) => tokens === 1000) ?? packages.at(-1)!
  const outcome = await mei.api.payments.topUp({ packageId: pack._id, returnPath: '/wallet' })
  expect(outcome.status).toBe('redirect')
  expect(await mei.balance()).toBe(0)
  await atCheckout(house, outcome.paymentUrl, { action: 'pay', card: 'three_d_secure' }, { action: 'confirm' })
  const bought = pack.tokens + pack.bonusTokens
  expect(await mei.balance()).toBe(bought)
  expect(await mei.api.payments.transaction({ id: outcome.transactionId! })).toMatchObject({ status: 'success', totalPrice: pack.price })

  // They unlock it. Pressing twice is once.
  const idempotencyKey = crypto.randomUUID()
  const first = await mei.api.feeds.charge({ id: locked._id, expectedPrice: 120 }, { idempotencyKey })
  expect(await mei.api.feeds.charge({ id: locked._id, expectedPrice: 120 }, { idempotencyKey })).toEqual(first)
  expect(first).toMatchObject({ balance: bought - 120, item: { canView: true, isBought: true } })
  const url = (await mei.api.feeds.one({ id: locked._id })).files[0]?.url
  expect(await opens(url, mei)).toBe(true)
  expect(await opens(url), 'an address is worth nothing to a stranger').toBe(false)
  expect(await opens(url, await house.fan()), 'nor to another fan').toBe(false)

  // They tip and subscribe.
  await mei.api.earnings.tip({ id: lan.id, amount: 50, message: '安可' })
  const subscribed = await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true, expectedPrice: 4.95 })
  expect(subscribed).toMatchObject({ status: 'succeeded', subscription: { status: 'active', gateway: 'wallet', price: 4.95 } })
  // 4.95 at 0.10 a token is 49.5 tokens (calls.md, units).
  expect(await mei.balance()).toBe(bought - 120 - 50 - 49.5)
  const { data: lines } = await mei.api.wallet.lines({})
  expect(lines.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
    ['subscription', -49.5, bought - 219.5],
    ['tip', -50, bought - 170],
    ['feed', -120, bought - 120],
    ['top_up', bought, bought],
  ])
  // What was paid for stands beside its line, as its payer may see it: sharp, because it is theirs.
  expect(lines.map(({ work }) => work)).toEqual([
    undefined,
    undefined,
    { _id: locked._id, kind: 'feed', picture: { url: expect.stringMatching(/^\/media\//), isBlurred: false } },
    undefined,
  ])

  // And the creator sees the money, after the site's 20 %.
  const stats = await lan.api.earnings.stats({})
  expect(stats).toMatchObject({
    totalGrossPrice: 219.5,
    totalCommission: 43.9,
    totalNetPrice: 175.6,
    byType: { feed: 96, tip: 40, subscription: 39.6 },
  })
  const { data: sales } = await lan.api.earnings.lines({})
  expect(sales.map(({ buyer }) => buyer?.username)).toEqual([mei.username, mei.username, mei.username])

  // Staff give the purchase back: the money returns and the picture closes, though its address has not run out.
  const office = await house.staff()
  const { data: transfers } = await office.api.admin.transfers({ q: mei.username })
  const sale = transfers.find(({ kind }) => kind === 'feed')!
  await office.api.admin.refund({ id: sale._id, reason: 'Bought by mistake' })
  expect(await mei.balance()).toBe(bought - 99.5)
  expect(await mei.api.feeds.one({ id: locked._id })).toMatchObject({ canView: false, isBought: false })
  await expect.poll(() => opens(url, mei), { timeout: 10_000 }).toBe(false)
  expect(await lan.api.earnings.stats({})).toMatchObject({ totalNetPrice: 79.6 })
})

test('each audience opens for those it is for, and for nobody else (calls.md, view rule)', async () => {
  const lan = await house.creator({ name: 'Lan', monthlyPrice: 4.95 })
  const posts: Record<string, Feed> = {}
  for (const isSale of ['free', 'followers', 'subscription'] as const) posts[isSale] = await publishes(house, lan, { isSale })
  posts['ppv'] = await publishes(house, lan, { isSale: 'ppv', price: 30 })
  const stranger = await house.fan()
  const follower = await house.fan()
  await follower.api.follows.follow({ id: lan.id })
  const subscriber = await house.fan({ balance: 100 })
  await subscriber.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  const sees = async (api: Person['api']) =>
    Promise.all(
      ['free', 'followers', 'subscription', 'ppv'].map(async (isSale) => (await api.feeds.one({ id: posts[isSale]!._id })).canView),
    )
  expect(await sees(house.visitor())).toEqual([false, false, false, false])
  expect(await sees(stranger.api)).toEqual([true, false, false, false])
  expect(await sees(follower.api)).toEqual([true, true, false, false])
  // A subscription does not unlock pay-per-view, and does not make a follower (calls.md, house rules).
  expect(await sees(subscriber.api)).toEqual([true, false, true, false])
  expect(await sees(lan.api)).toEqual([true, true, true, true])
})

test('a photo as a camera makes it goes up whole, and one over 20 MB is refused by name (calls.md section 3)', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const noise = sharp({
    create: { width: 3600, height: 2400, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
  const bytes = new Uint8Array(await noise.jpeg({ quality: 90 }).toBuffer())
  expect(bytes.length).toBeGreaterThan(3_000_000)
  const file = await lan.api.feeds.uploadPhoto({ file: new File([bytes], 'DSC_0001.JPG') })
  expect(file).toMatchObject({ status: 'finished', width: 2048 })
  const tooLarge = new Uint8Array(20 * 1024 * 1024 + 1)
  tooLarge.set(bytes)
  await expect(lan.api.feeds.uploadPhoto({ file: new File([tooLarge], 'DSC_0002.JPG') })).rejects.toMatchObject({
    status: 413,
    code: 'too_large',
    errors: [{ field: 'file' }],
  })
})

test('a declined card moves nothing, and the payer may try again', async () => {
  const mei = await house.fan()
  const outcome = await mei.api.payments.topUp({ amount: 20 })
  await atCheckout(house, outcome.paymentUrl, { action: 'pay', card: 'decline' })
  expect(await mei.balance()).toBe(0)
  const { status, failureReason } = await mei.api.payments.transaction({ id: outcome.transactionId! })
  expect([status, failureReason]).toEqual(['fail', 'card_declined'])
  const again = await mei.api.payments.topUp({ amount: 20 })
  await atCheckout(house, again.paymentUrl, { action: 'pay', card: 'success' })
  expect(await mei.balance()).toBe(200)
})

test('a block hides each from the other at once; what was bought stays readable (calls.md, decisions)', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const bought = await publishes(house, lan, { isSale: 'ppv', price: 20 })
  const free = await publishes(house, lan, { isSale: 'free' })
  const mei = await house.fan({ balance: 100 })
  await mei.api.feeds.charge({ id: bought._id })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  for (const hidden of [
    () => mei.api.directory.performer({ id: lan.username }),
    () => mei.api.feeds.one({ id: free._id }),
    () => mei.api.feeds.ofPerformer({ username: lan.username }),
    () => mei.api.follows.follow({ id: lan.id }),
  ]) {
    await expect(hidden()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  }
  expect(await mei.api.feeds.one({ id: bought._id })).toMatchObject({ canView: true, isBought: true })
  expect((await mei.api.bookmarks.bought({})).data.map(({ feed }) => feed?._id)).toEqual([bought._id])
})

test('nothing is shown before staff approved it, and a takedown closes it even for its buyers', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const file = await lan.api.feeds.uploadPhoto({ file: await picture(800, 600, 3) })
  await house.settle()
  const feed = await lan.api.feeds.create({ type: 'photo', text: 'Soon', fileIds: [file._id], isSale: 'ppv', price: 10 })
  expect(feed.status).toBe('pending_review')
  const mei = await house.fan({ balance: 50 })
  await expect(mei.api.feeds.one({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.feeds.charge({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  const office = await house.staff()
  await office.api.admin.approveWork({ id: feed._id })
  await mei.api.feeds.charge({ id: feed._id })
  const url = (await mei.api.feeds.one({ id: feed._id })).files[0]?.url
  expect(await opens(url, mei)).toBe(true)
  await office.api.admin.rejectWork({ id: feed._id, reason: 'No consent of the person shown' })
  await expect(mei.api.feeds.one({ id: feed._id })).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => opens(url, mei), { timeout: 10_000 }).toBe(false)

  await house.settle()
  expect(await mei.balance()).toBe(50)
  const given = (await mei.api.wallet.lines({})).data
  expect(given[0]).toMatchObject({ type: 'feed', amount: 10 })
  // Of what was rejected nobody may know: no picture of it either, nor where it was.
  expect(given.map(({ work }) => work)).toEqual(given.map(() => undefined))
  const { data: letters } = await office.api.admin.letters({ limit: 100 })
  expect(letters.filter(({ recipient, subject }) => recipient.includes(mei.username) && subject.includes('10'))).toHaveLength(1)
  // Told twice, it gives back once.
  await house.db.transaction((tx) => addJob(tx, 'access.give_back', { workId: feed._id }))
  await house.settle()
  expect(await mei.balance()).toBe(50)
})

test('a pending or rejected performer cannot come in, and learns why (calls.md section 2)', async () => {
  const terms = (await house.visitor().settings.public({})).termsVersion
  const who = { username: 'waiting.lan', password: 'correct horse battery' }
  await house.visitor().identity.register({
    ...who,
    name: 'Waiting',
    email: 'waiting.lan@stagedoor.example',
    gender: 'female',
    dateOfBirth: '1991-01-01',
    country: 'TW',
    phone: '+886 912 345 678',
    acceptedTermsVersion: terms,
    acceptedAgreement: true,
    idVerification: await picture(500, 300, 7),
    documentVerification: await picture(500, 300, 8),
  })
  await expect(house.visitor().accounts.login(who)).rejects.toMatchObject({ status: 403, code: 'performer_pending' })
  await expect(house.visitor().directory.performer({ id: who.username })).rejects.toMatchObject({ status: 404 })
  const office = await house.staff()
  const { data } = await office.api.admin.performers({ q: who.username })
  const opened = await office.api.admin.document({ id: data[0]!.documents[0]!._id })
  expect(opened.dataUrl).toMatch(/^data:image\/jpeg;base64,/)
  const { data: log } = await office.api.admin.audit({ action: 'identity.document_viewed' })
  expect(log[0]).toMatchObject({ actor: office.username, subject: `account:${data[0]!._id}` })
  await office.api.admin.rejectPerformer({ id: data[0]!._id, reason: 'The document cannot be read' })
  await expect(house.visitor().accounts.login(who)).rejects.toMatchObject({ status: 403, code: 'performer_rejected' })
})
