// Staff at their desk, over the API that the office uses: letters of visitors, works that went wrong, and the letters the site wrote.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, publishes } from '#journeys/house.ts'
import { noise } from '#server/media/images/testing.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
})
afterAll(() => house.close())

test('a visitor’s letter waits in the inbox until someone has answered it, and who did stays on record', async () => {
  const visitor = house.visitor()
  await visitor.contact.send({ name: 'Wen', email: 'wen@stagedoor.example', message: 'First line\n\nand the last one' })
  await visitor.contact.send({ name: 'Kai', email: 'kai@stagedoor.example', message: 'Later' })
  expect((await office.api.admin.overview({})).unansweredLetters).toBe(2)
  const { data, total } = await office.api.admin.inbox({})
  expect(total).toBe(2)
  expect(data.map(({ name }) => name)).toEqual(['Kai', 'Wen'])
  const [kai, wen] = [data[0]!, data[1]!]
  expect(wen).toMatchObject({ email: 'wen@stagedoor.example', message: 'First line\n\nand the last one' })
  expect(wen).not.toHaveProperty('answeredAt')
  expect((await office.api.admin.inbox({ limit: 1, offset: 1 })).data.map(({ _id }) => _id)).toEqual([wen._id])

  const { answeredAt } = await office.api.admin.answered({ id: kai._id })
  const after = await office.api.admin.inbox({})
  expect(
    after.data.map(({ name }) => name),
    'unanswered first',
  ).toEqual(['Wen', 'Kai'])
  expect(after.data[1]).toMatchObject({ answeredAt })
  expect((await office.api.admin.overview({})).unansweredLetters).toBe(1)

  // A second press changes nothing: neither the moment nor the record.
  await expect(office.api.admin.answered({ id: kai._id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await office.api.admin.inbox({})).data[1]).toMatchObject({ answeredAt })
  const { data: deeds } = await office.api.admin.audit({ action: 'contact.', q: kai._id })
  expect(deeds).toMatchObject([{ action: 'contact.answered', actor: office.username, subject: `contact_message:${kai._id}` }])
})

test('a letter that does not exist cannot be answered, and nobody but staff reads the inbox', async () => {
  const id = '0198f9a0-1111-7000-8000-000000000001'
  await expect(office.api.admin.answered({ id })).rejects.toMatchObject({ code: 'not_found' })
  const fan = await house.fan()
  await expect(fan.api.admin.inbox({})).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(house.visitor().admin.inbox({})).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('a shown work is found and taken down: its buyer loses it, its creator reads why, and it can be looked up (COMPLIANCE.md 14)', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const post = await publishes(house, lan, { isSale: 'ppv', price: 120 })
  const mei = await house.fan({ balance: 500 })
  await mei.api.feeds.charge({ id: post._id, expectedPrice: 120 })
  expect(await mei.api.feeds.one({ id: post._id })).toMatchObject({ canView: true })

  const idsOf = async (status?: 'waiting' | 'active' | 'rejected') =>
    (await office.api.admin.works(status ? { status } : {})).data.map(({ _id }) => _id)
  expect(await idsOf()).not.toContain(post._id)
  expect(await idsOf('active')).toContain(post._id)
  expect(await idsOf('rejected')).not.toContain(post._id)

  const reason = 'Consent of a person shown is missing.'
  expect(await office.api.admin.rejectWork({ id: post._id, reason })).toMatchObject({ state: 'removed' })
  await expect(mei.api.feeds.one({ id: post._id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await idsOf('active')).not.toContain(post._id)
  const { data: refused, total } = await office.api.admin.works({ status: 'rejected' })
  expect(total).toBe(1)
  expect(refused).toMatchObject([{ _id: post._id, status: 'rejected', rejectionReason: reason }])
  await expect(office.api.admin.rejectWork({ id: post._id, reason })).rejects.toMatchObject({ code: 'already_decided' })

  const { data: deeds } = await office.api.admin.audit({ action: 'works.removed', q: post._id })
  expect(deeds).toMatchObject([{ actor: office.username, subject: `work:${post._id}`, detail: { reason } }])
})

test('a work that waits is in the waiting list alone, and refused it is told apart', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const post = await lan.api.feeds.create({ type: 'text', text: 'Before the curtain', fileIds: [], isSale: 'free' })
  expect(post.status).toBe('pending_review')
  expect((await office.api.admin.works({})).data.map(({ _id }) => _id)).toEqual([post._id])
  expect(await office.api.admin.works({ status: 'waiting' })).toMatchObject({ total: 1 })
  await office.api.admin.rejectWork({ id: post._id, reason: 'Not yours.' })
  // Last decided first.
  expect((await office.api.admin.works({ status: 'rejected', limit: 1 })).data.map(({ _id }) => _id)).toEqual([post._id])
  expect(await office.api.admin.works({ status: 'rejected', limit: 1, offset: 1 })).toMatchObject({
    total: 2,
    data: [{ status: 'rejected' }],
  })
  expect(await office.api.admin.works({})).toEqual({ data: [], total: 0 })
})

test('the letters of the site come page by page, each once, and say how many there are', async () => {
  const whole = await office.api.admin.letters({ limit: 100 })
  expect(whole.total).toBe(whole.data.length)
  expect(whole.total).toBeGreaterThan(3)
  const paged: string[] = []
  for (let offset = 0; offset < whole.total; offset += 2) {
    const { data, total } = await office.api.admin.letters({ limit: 2, offset })
    expect(total).toBe(whole.total)
    paged.push(...data.map(({ _id }) => _id))
  }
  expect(paged).toEqual(whole.data.map(({ _id }) => _id))
  expect(await office.api.admin.letters({ limit: 2, offset: whole.total })).toMatchObject({ data: [], total: whole.total })

  const { recipient } = whole.data[0]!
  const own = await office.api.admin.letters({ recipient, limit: 1 })
  expect(own.total).toBe(whole.data.filter((letter) => letter.recipient === recipient).length)
})

test('galleries, videos and products wait for staff as posts do, whole, with all that strangers will see (COMPLIANCE.md 3)', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const photo = await lan.api.feeds.uploadPhoto({ file: await grain() })
  const gallery = await lan.api.galleries.create({
    title: 'Lamps',
    description: 'All of them',
    fileIds: [photo._id],
    isSale: 'ppv',
    price: 50,
  })
  const print = await lan.api.shop.createProduct({
    name: 'Print',
    type: 'physical',
    price: 20,
    stock: 3,
    image: await grain(),
  })
  expect([gallery.status, print.status]).toEqual(['pending_review', 'pending_review'])
  await expect(house.visitor().galleries.one({ id: gallery.slug })).rejects.toMatchObject({ code: 'not_found' })
  const { data } = await office.api.admin.works({})
  expect(data).toMatchObject([
    {
      _id: gallery._id,
      kind: 'gallery',
      text: 'All of them',
      path: `/galleries/${gallery.slug}`,
      files: [{ locked: false, url: expect.any(String) }],
    },
    { _id: print._id, kind: 'product', path: `/products/${print.slug}`, thumbnail: { url: expect.any(String) } },
  ])
  await office.api.admin.approveWork({ id: gallery._id })
  await office.api.admin.rejectWork({ id: print._id, reason: 'The picture shows something else.' })
  expect(await house.visitor().galleries.one({ id: gallery.slug })).toMatchObject({ status: 'active', files: [{ locked: true }] })
  expect(await lan.api.shop.ownProduct({ id: print._id })).toMatchObject({
    status: 'rejected',
    rejectionReason: 'The picture shows something else.',
  })
})

/** Like no picture that was taken down here: the house’s own circles would be known again. */
async function grain(): Promise<File> {
  return new File([new Uint8Array(await noise(400, 300).jpeg().toBuffer())], 'grain.jpg')
}

test('whoever reviews reads every word: a post’s question, the words of each photo, and how a print is sent', async () => {
  const { api } = await house.creator({ name: 'Lan' })
  const options = await Promise.all(['Bow', 'Sing'].map((description) => api.feeds.pollOption({ description })))
  const pollIds = options.map(({ _id }) => _id)
  const post = await api.feeds.create({
    type: 'text',
    tagline: 'Tonight',
    text: 'Rain',
    isSale: 'followers',
    pollIds,
    pollDescription: 'First?',
  })
  const gallery = await api.galleries.create({ title: 'Lanterns', description: 'Twelve nights' })
  const photos = []
  for (const title of ['First light', '', 'Last light'])
    photos.push(await api.galleries.uploadPhoto({ galleryId: gallery._id, title, file: await grain() }))
  await api.galleries.updatePhoto({ id: photos[0]!._id, description: 'Seen from the wings' })
  const said = { description: 'Two colours', shippingNote: 'Within three days' }
  const print = await api.shop.createProduct({ name: 'Print', type: 'physical', price: 10, stock: 1, ...said })
  const texts = new Map((await office.api.admin.works({ limit: 100 })).data.map(({ _id, text }) => [_id, text]))
  expect(texts.get(post._id)).toBe('Tonight\nRain\nFirst?\n· Bow\n· Sing')
  expect(texts.get(gallery._id)).toBe('Twelve nights\n\n1. First light\nSeen from the wings\n\n3. Last light')
  expect(texts.get(print._id)).toBe('Two colours\n\nWithin three days')
})

test('a subscription that a fan paid from the wallet is found and given back: it ends, both have a letter, the ledger a reversal, and the record who and why', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ balance: 500 })
  const { subscription } = await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  const before = await mei.balance()
  const find = async () => (await office.api.admin.transfers({ q: mei.username })).data.filter(({ kind }) => kind === 'subscription')
  const [paid] = await find()
  expect(paid).toMatchObject({ payer: mei.username, payee: lan.username, canRefund: true, reversed: false })
  const reason = 'Subscribed twice by mistake'
  await expect(mei.api.admin.refund({ id: paid!._id, reason })).rejects.toMatchObject({ code: 'not_allowed' })
  const { amount } = await office.api.admin.refund({ id: paid!._id, reason })
  await house.settle()
  expect(amount).toBe(paid!.amount)
  expect(await mei.balance()).toBe(before + amount)
  const mine = (await mei.api.subscriptions.mine({})).data.find(({ _id }) => _id === subscription!._id)
  expect(mine).toMatchObject({ status: 'expired' })
  expect(await find()).toMatchObject([
    { isReversal: true, canRefund: false, amount: -amount },
    { reversed: true, canRefund: false },
  ])
  const lettersTo = async (person: Person) =>
    (await office.api.admin.letters({ recipient: `${person.username}@stagedoor.example`, limit: 1 })).data.map(({ subject }) => subject)
  expect(await lettersTo(mei)).toEqual([expect.stringContaining('Lan')])
  expect(await lettersTo(lan)).toEqual([expect.stringContaining(String(amount))])
  const { data: deeds } = await office.api.admin.audit({ action: 'admin.', q: paid!._id })
  expect(deeds).toMatchObject([{ action: 'admin.refunded', actor: office.username, detail: { reason } }])
  await expect(office.api.admin.refund({ id: paid!._id, reason })).rejects.toMatchObject({ code: 'already_decided' })
})

test('staff who change what a token is worth while fans have some are shown how many, and are asked', async () => {
  await house.fan({ balance: 250 })
  const values = { tokenConversionRate: 0.2 }
  const told = await office.api.admin.saveSettings({ values }).catch((error: unknown) => error)
  expect(told).toMatchObject({ status: 409, code: 'tokens_out', details: { payouts: 0 } })
  const { tokens } = (told as { details: { tokens: number } }).details
  expect(tokens).toBeGreaterThanOrEqual(250)
  expect(await office.api.admin.saveSettings({ values, confirmed: { tokens, payouts: 0 } })).toEqual({ changed: ['tokenConversionRate'] })
  expect((await office.api.admin.audit({ action: 'admin.revalued' })).data).toMatchObject([{ actor: office.username, detail: { tokens } }])
})
