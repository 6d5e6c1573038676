// The shop over the API that everyone uses: something to send, whose payment waits until it has arrived, and something to download, whose
// file leaves for its buyer only.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(async () => {
  expect(await disagreements(house.db)).toEqual([])
  await house.close()
})

const home = { name: '林小美', country: 'TW', city: '臺北市', streetAddress: '忠孝西路一段1號', zipCode: '100' }
const letters = '夜雨，給鋼琴的筆記\n'
const score = () => new File([letters], '夜雨 筆記.txt', { type: 'text/plain' })

/** A print that is on the shelf. */
async function offers(seller: Person, more: { stock?: number; price?: number } = {}) {
  const product = await seller.api.shop.createProduct({
    name: '燈籠海報',
    type: 'physical',
    price: more.price ?? 300,
    stock: more.stock ?? 3,
    shippingNote: '三天內寄出',
    image: await picture(800, 800, 4),
  })
  await (await house.staff()).api.admin.approveWork({ id: product._id })
  return product
}

async function offersScore(seller: Person) {
  const product = await seller.api.shop.createProduct({ name: '夜雨', type: 'digital', price: 120, digitalFile: score() })
  await (await house.staff()).api.admin.approveWork({ id: product._id })
  return product
}

async function buyer(balance = 1000) {
  const fan = await house.fan({ balance, name: 'Mei' })
  const address = await fan.api.addresses.create(home)
  return { fan, deliveryAddressId: address._id }
}

/** What is kept of the answers that somebody got under their keys. */
const keptFor = ({ id }: Person) => house.db.many(sql`select call, answer from platform.idempotency where account_id = ${id}`)

const held = async () => (await wallet.heldInAll(house.db)) / 100
const earned = async (seller: Person) => (await seller.api.earnings.stats({})).totalNetPrice
const fetched = async (url: string, who?: Person) => {
  const answer = await fetch(house.address + url, { headers: who ? { authorization: who.token } : {} })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test('a print: offered, bought, accepted, sent, received; the money waits in escrow until then', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const product = await offers(lan)
  const shown = await house.visitor().shop.product({ id: product.slug })
  expect(shown).toMatchObject({ type: 'physical', stock: 3, price: 300, isBought: false, title: '燈籠海報' })
  expect((await fetched(shown.thumbnail?.url ?? '')).status, 'its picture is for everyone').toBe(200)
  expect((await house.visitor().shop.products({ q: '燈籠' })).data.map(({ _id }) => _id)).toContain(product._id)
  expect((await house.visitor().shop.products({ performerId: lan.id, type: 'digital' })).total).toBe(0)

  const { fan: mei, deliveryAddressId } = await buyer()
  const before = await held()
  const idempotencyKey = crypto.randomUUID()
  const order = { id: product._id, quantity: 2, deliveryAddressId, note: '請平放', expectedPrice: 300 }
  const bought = await mei.api.shop.charge(order, { idempotencyKey })
  expect(await mei.api.shop.charge(order, { idempotencyKey }), 'pressing twice is once').toEqual(bought)
  expect(bought).toMatchObject({ balance: 400, order: { deliveryStatus: 'created', totalPrice: 600, isEscrowed: true } })
  expect([(await held()) - before, await earned(lan), (await house.visitor().shop.product({ id: product._id })).stock]).toEqual([600, 0, 1])
  const id = bought.order._id
  expect(JSON.stringify(await keptFor(mei)), 'an address is kept sealed').not.toContain('忠孝')

  const { data: incoming } = await lan.api.shop.orders({ deliveryStatus: 'created' })
  expect(incoming).toMatchObject([
    { _id: id, buyer: { name: 'Mei' }, buyerNote: '請平放', deliveryAddress: home, nextStatuses: ['processing', 'cancelled'] },
  ])
  await lan.api.shop.updateOrder({ id, deliveryStatus: 'processing' })
  const elsewhere = await mei.api.addresses.create({ ...home, city: '高雄市' })
  expect(await mei.api.shop.updateOrderAddress({ id, deliveryAddressId: elsewhere._id })).toMatchObject({
    deliveryAddress: { city: '高雄市' },
  })
  await lan.api.shop.updateOrder({ id, deliveryStatus: 'shipping', carrier: '郵局', shippingCode: 'RR 123' })
  expect([(await held()) - before, await earned(lan)]).toEqual([600, 0])
  const done = await mei.api.shop.updateOrder({ id, deliveryStatus: 'delivered' })
  expect(done).toMatchObject({ deliveryStatus: 'delivered', carrier: '郵局', isEscrowed: false, steps: [{}, {}, {}, { by: 'buyer' }] })

  expect([await held(), await earned(lan)]).toEqual([before, 480])
  const { data: sales } = await lan.api.earnings.lines({})
  expect(sales).toMatchObject([
    { sourceType: 'product', title: '燈籠海報', grossPrice: 600, commission: 120, netPrice: 480, buyer: { username: mei.username } },
  ])
  expect((await lan.api.earnings.stats({})).pending, 'it clears in seven days').toBe(480)
  const { data: lines } = await mei.api.wallet.lines({})
  expect(lines[0]).toMatchObject({
    type: 'product',
    targetTitle: '燈籠海報',
    amount: -600,
    performer: { username: lan.username },
    status: 'success',
  })
  expect(await mei.api.shop.checkPurchased({ productId: product._id })).toEqual({ bought: true, orderId: id, quantity: 2 })
  expect(await lan.api.shop.checkPurchased({ productId: product._id, userId: mei.id })).toMatchObject({ bought: true })

  // A refund after all: back from the seller, whole.
  const office = await house.staff()
  const refund = { id, deliveryStatus: 'refunded', note: '寄送途中損壞' } as const
  const refunded = await office.api.shop.updateOrder(refund, { idempotencyKey: 'a lost parcel' })
  expect(await office.api.shop.updateOrder(refund, { idempotencyKey: 'a lost parcel' }), 'pressing twice is once').toEqual(refunded)
  expect(JSON.stringify([await keptFor(office), await keptFor(lan)])).not.toMatch(/忠孝|高雄/)
  expect([await mei.balance(), await held(), await earned(lan)]).toEqual([1000, before, 0])
  expect(await mei.api.shop.checkPurchased({ productId: product._id })).toEqual({ bought: false, quantity: 0 })
})

test('a score: bought, downloaded by its buyer only, refunded in the office, and closed with its address', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const product = await offersScore(lan)
  const mei = await house.fan({ balance: 500 })
  const locked = await mei.api.shop.product({ id: product._id })
  expect(locked).toMatchObject({ canView: false, files: [{ type: 'download', locked: true }] })
  expect(JSON.stringify(locked.files)).not.toContain('/media/')
  await expect(mei.api.shop.downloadLink({ id: product._id })).rejects.toMatchObject({ status: 404 })

  const bought = await mei.api.shop.charge({ id: product._id, expectedPrice: 120 })
  expect(bought).toMatchObject({ balance: 380, order: { deliveryStatus: 'delivered', isEscrowed: false } })
  expect(await mei.api.shop.charge({ id: product._id }), 'bought before: no charge').toMatchObject({
    balance: 380,
    order: { _id: bought.order._id },
  })
  expect(await earned(lan)).toBe(96)

  const link = await mei.api.shop.downloadLink({ id: product._id })
  expect(link).toMatchObject({ name: '夜雨 筆記.txt', leftToday: 4 })
  const file = await fetched(link.url, mei)
  expect([file.status, file.text]).toEqual([200, letters])
  expect(file.headers.get('content-disposition')).toContain(`attachment; filename="`)
  expect((await fetched(link.url)).status, 'nothing to a stranger').toBe(404)
  expect((await fetched(link.url, await house.fan())).status, 'nor to another fan').toBe(404)
  house.clock.advance({ minutes: 16 })
  expect((await fetched(link.url, mei)).status, 'it runs out after a quarter of an hour').toBe(404)

  const young = await mei.api.shop.downloadLink({ id: product._id })
  const office = await house.staff()
  const { data: transfers } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: transfers.find(({ kind }) => kind === 'product')!._id, reason: 'Bought by mistake' })
  await house.settle()
  expect((await fetched(young.url, mei)).status).toBe(404)
  expect(await mei.api.shop.order({ id: bought.order._id })).toMatchObject({ deliveryStatus: 'refunded', steps: [{}, { by: 'staff' }] })
  expect([await mei.balance(), await earned(lan)]).toEqual([500, 0])
})

test('five downloads a day: parts under one link are one, and a sixth is refused in words', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const product = await offersScore(lan)
  const mei = await house.fan({ balance: 500 })
  await mei.api.shop.charge({ id: product._id })
  for (let unused = 0; unused < 6; unused++) expect((await mei.api.shop.downloadLink({ id: product._id })).leftToday).toBe(4)
  const again = await mei.api.shop.downloadLink({ id: product._id })
  const asks = (headers: Record<string, string>, method = 'GET') =>
    fetch(house.address + again.url, { method, headers: { authorization: mei.token, ...headers } })
  expect((await asks({}, 'HEAD')).status).toBe(200)
  for (const range of ['bytes=0-3', 'bytes=4-', 'bytes=4-9']) expect((await asks({ range })).ok, 'one download in parts').toBe(true)
  for (let whole = 0; whole < 4; whole++) expect((await asks({})).status).toBe(200)
  const sixth = await asks({ 'content-language': 'en-US' })
  expect([sixth.status, await sixth.json()]).toMatchObject([
    429,
    { code: 'download_limit', message: expect.stringMatching(/5 times today/) },
  ])
  expect((await asks({ range: 'bytes=4-' })).ok, 'what was started can be finished').toBe(true)
  await expect(mei.api.shop.downloadLink({ id: product._id })).rejects.toMatchObject({ code: 'download_limit' })
})

test('a picture that is downloaded carries its buyer’s name; its seller’s own stays as it was', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const original = await picture(600, 400, 9)
  const product = await lan.api.shop.createProduct({ name: '桌布', type: 'digital', price: 10, digitalFile: original })
  await (await house.staff()).api.admin.approveWork({ id: product._id })
  const bytes: Buffer[] = []
  for (const fan of [await house.fan({ balance: 10 }), await house.fan({ balance: 10 })]) {
    await fan.api.shop.charge({ id: product._id })
    const { url, name } = await fan.api.shop.downloadLink({ id: product._id })
    expect(name).toBe('picture-9.jpg')
    const answer = await fetch(house.address + url, { headers: { authorization: fan.token } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    bytes.push(Buffer.from(await answer.arrayBuffer()))
  }
  const [one, other] = await Promise.all(bytes.map((each) => sharp(each).raw().toBuffer({ resolveWithObject: true })))
  const plain = await sharp(Buffer.from(await original.arrayBuffer()))
    .raw()
    .toBuffer()
  expect(one?.info).toMatchObject({ format: 'raw', width: 600, height: 400 })
  const differs = (a: Buffer, b: Buffer) =>
    a.reduce((count, value, at) => count + (Math.abs(value - (b[at] ?? 0)) > 24 ? 1 : 0), 0) / a.length
  // One small name: what it covers is a thousandth of the picture.
  expect(differs(one!.data, plain), 'a name is drawn on it').toBeGreaterThan(0.0005)
  expect(differs(one!.data, other!.data), 'another name on another’s').toBeGreaterThan(0.0002)
})

test('what only looks like a picture still reaches its buyer', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 200 }, (_, at) => at)])
  const product = await lan.api.shop.createProduct({ name: '怪檔', type: 'digital', price: 10, digitalFile: new File([bytes], 'odd.jpg') })
  await (await house.staff()).api.admin.approveWork({ id: product._id })
  const mei = await house.fan({ balance: 10 })
  await mei.api.shop.charge({ id: product._id })
  const { url } = await mei.api.shop.downloadLink({ id: product._id })
  const answer = await fetch(house.address + url, { headers: { authorization: mei.token } })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
})

test('a block leaves a buyer what they bought; a takedown closes even that', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [digital, print] = [await offersScore(lan), await offers(lan)]
  const { fan: mei, deliveryAddressId } = await buyer()
  const score = await mei.api.shop.charge({ id: digital._id })
  const parcel = await mei.api.shop.charge({ id: print._id, deliveryAddressId })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  const link = await mei.api.shop.downloadLink({ id: digital._id })
  expect((await fetched(link.url, mei)).status).toBe(200)
  expect(await mei.api.shop.order({ id: parcel.order._id })).toMatchObject({ deliveryStatus: 'created' })
  await expect(mei.api.shop.product({ id: print._id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.shop.charge({ id: print._id, deliveryAddressId })).rejects.toMatchObject({ status: 404 })
  const before = await mei.balance()
  const office = await house.staff()
  await office.api.admin.rejectWork({ id: digital._id, reason: 'A rule was broken' })
  expect((await fetched(link.url, mei)).status).toBe(404)
  await expect(mei.api.shop.downloadLink({ id: digital._id })).rejects.toMatchObject({ status: 404 })
  await house.settle()
  expect(await mei.balance()).toBe(before + digital.price)
  const statuses = await Promise.all([score, parcel].map(async ({ order }) => (await mei.api.shop.order({ id: order._id })).deliveryStatus))
  expect(statuses).toEqual(['refunded', 'created'])
})

test('what nobody accepts goes back after three days, with letters to both', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const product = await offers(lan, { stock: 1 })
  const { fan: mei, deliveryAddressId } = await buyer(300)
  const { order } = await mei.api.shop.charge({ id: product._id, deliveryAddressId })
  expect(await mei.balance()).toBe(0)
  house.clock.advance({ days: 3, minutes: 1 })
  // Cron's own minute would be a long wait.
  await house.db.transaction((tx) => addJob(tx, 'shop.refund_unaccepted', {}))
  await house.settle()
  // A session lasts a day.
  const { token } = await house.visitor().accounts.login({ username: mei.username, password: mei.password })
  const api = house.as(token)
  expect(await api.shop.order({ id: order._id })).toMatchObject({ deliveryStatus: 'refunded', steps: [{}, { by: 'system' }] })
  expect([(await api.me.user({})).balance, (await house.visitor().shop.product({ id: product._id })).stock]).toEqual([300, 1])
  const office = await house.staff()
  const { data } = await office.api.admin.letters({ limit: 100 })
  const subjects = data.map(({ subject }) => subject).filter((subject) => subject.includes(String(order.number)))
  expect(subjects).toHaveLength(4)
})

test('more than the stock, and what is another’s, is refused by name, and nothing changes', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const rival = await house.creator({ name: 'Rival' })
  const product = await offers(lan)
  const draft = await lan.api.shop.createProduct({ name: '草稿', type: 'physical', price: 100, stock: 1, status: 'inactive' })
  const { fan: mei, deliveryAddressId } = await buyer()
  const { fan: bo, deliveryAddressId: bosHome } = await buyer()
  const { order } = await mei.api.shop.charge({ id: product._id, deliveryAddressId })
  const notFound = { status: 404, code: 'not_found' }
  const refused: [() => Promise<unknown>, object][] = [
    [
      () => bo.api.shop.charge({ id: product._id, quantity: 3, deliveryAddressId: bosHome }),
      { status: 409, code: 'out_of_stock', details: { stock: 2 } },
    ],
    [
      () => bo.api.shop.charge({ id: product._id, deliveryAddressId }),
      { status: 422, code: 'address_not_yours', errors: [{ field: 'deliveryAddressId' }] },
    ],
    [() => bo.api.shop.charge({ id: product._id }), { status: 422, code: 'address_required' }],
    [() => bo.api.shop.charge({ id: draft._id, deliveryAddressId: bosHome }), notFound],
    [() => bo.api.shop.product({ id: draft._id }), notFound],
    [() => bo.api.feeds.charge({ id: product._id }), notFound],
    [() => bo.api.addresses.update({ id: deliveryAddressId, ...home, city: '臺南市' }), notFound],
    [() => bo.api.addresses.remove({ id: deliveryAddressId }), notFound],
    [() => bo.api.shop.order({ id: order._id }), notFound],
    [() => bo.api.shop.updateOrder({ id: order._id, deliveryStatus: 'cancelled' }), notFound],
    [() => bo.api.shop.updateOrderAddress({ id: order._id, deliveryAddressId: bosHome }), notFound],
    [() => rival.api.shop.order({ id: order._id }), notFound],
    [() => rival.api.shop.updateOrder({ id: order._id, deliveryStatus: 'processing' }), notFound],
    [() => rival.api.shop.ownProduct({ id: product._id }), notFound],
    [() => rival.api.shop.updateProduct({ id: product._id, price: 1 }), notFound],
    [() => rival.api.shop.removeProduct({ id: product._id }), notFound],
    [() => bo.api.shop.checkPurchased({ productId: product._id, userId: mei.id }), notFound],
    [() => lan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'shipping' }), { status: 409, code: 'status_cannot_follow' }],
    [() => mei.api.shop.updateOrder({ id: order._id, carrier: '郵局' }), { status: 403, code: 'not_allowed' }],
  ]
  for (const [attempt, refusal] of refused) await expect(attempt(), String(attempt)).rejects.toMatchObject(refusal)
  await lan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'processing' })
  await expect(lan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'created' })).rejects.toMatchObject({
    code: 'status_cannot_follow',
    details: { from: 'processing', to: 'created' },
    message: 'An order cannot go from “Preparing” to “Placed”.',
  })
  expect(await bo.balance()).toBe(1000)
  expect(await mei.api.shop.order({ id: order._id })).toMatchObject({
    deliveryStatus: 'processing',
    deliveryAddress: { city: '臺北市' },
    steps: [{}, {}],
  })
  expect((await mei.api.addresses.search({})).data).toMatchObject([{ city: '臺北市' }])
  expect(await lan.api.shop.ownProduct({ id: product._id })).toMatchObject({ price: 300, stock: 2, status: 'active' })
})

test('a product’s bad input is refused by its field', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const sent = { name: '東西', price: 100 }
  await expect(lan.api.shop.createProduct({ ...sent, type: 'physical' })).rejects.toMatchObject({
    code: 'stock_required',
    errors: [{ field: 'stock' }],
  })
  await expect(lan.api.shop.createProduct({ ...sent, type: 'digital' })).rejects.toMatchObject({ code: 'digital_file_required' })
  const program = new File([new Uint8Array([0x4d, 0x5a, 1, 2, 3])], 'gift.exe')
  await expect(lan.api.shop.createProduct({ ...sent, type: 'digital', digitalFile: program })).rejects.toMatchObject({
    code: 'file_type_not_allowed',
    errors: [{ field: 'digitalFile' }],
  })
  await expect(lan.api.shop.createProduct({ ...sent, type: 'physical', stock: 1, image: score() })).rejects.toMatchObject({
    errors: [{ field: 'image' }],
  })
  const fan = await house.fan()
  await expect(fan.api.shop.createProduct({ ...sent, type: 'physical', stock: 1 })).rejects.toMatchObject({
    status: 403,
    code: 'not_allowed',
  })
  await expect(fan.api.shop.orders({})).rejects.toMatchObject({ status: 403 })
  await expect(fan.api.addresses.create({ ...home, country: 'XX' })).rejects.toMatchObject({
    code: 'unknown_country',
    errors: [{ field: 'country' }],
  })
  await expect(house.visitor().addresses.search({})).rejects.toMatchObject({ status: 401 })
  expect((await lan.api.shop.ownProducts({})).total).toBe(0)
})

/** A form of fields alone, as the upload helper of other clients sends an edit (calls.md, conventions). */
async function sendsForm(who: Person, method: 'PUT' | 'POST', url: string, fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const { status, json } = await house.raw({ method, url: `/api${url}`, body }, who.token)
  return { status, ...json }
}

test('an address is changed by a form, as PUT and as POST, and what it lacks is told by field', async () => {
  const mei = await house.fan()
  const { _id } = await mei.api.addresses.create(home)
  for (const [method, city] of [
    ['PUT', '臺南市'],
    ['POST', '高雄市'],
  ] as const)
    expect(await sendsForm(mei, method, `/addresses/${_id}`, { ...home, city })).toMatchObject({ status: 200, data: { _id, city } })
  expect(await sendsForm(mei, 'PUT', `/addresses/${_id}`, { ...home, city: '' })).toMatchObject({
    status: 422,
    errors: [{ field: 'city' }],
  })
  expect((await mei.api.addresses.search({})).data).toMatchObject([{ ...home, city: '高雄市' }])
})

test('a seller’s form may name its product by _id; pieces sold while it was open are told and not offered again', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const product = await offers(lan, { stock: 3 })
  const { fan: mei, deliveryAddressId } = await buyer()
  await mei.api.shop.charge({ id: product._id, deliveryAddressId })
  const path = '/performer/performer-assets/products'
  const form = { _id: product._id, stock: '10', expectedStock: '3' }
  const refused = { status: 409, code: 'stock_changed', stock: 2, errors: [{ field: 'stock' }] }
  expect(await sendsForm(lan, 'PUT', path, form)).toMatchObject(refused)
  expect(await sendsForm(lan, 'PUT', `${path}/${product._id}`, form)).toMatchObject(refused)
  expect(await sendsForm(lan, 'PUT', path, { _id: product._id, description: '簽名版' })).toMatchObject({ status: 200, data: { stock: 2 } })
  expect(await sendsForm(lan, 'PUT', path, { ...form, expectedStock: '2' })).toMatchObject({ status: 200, data: { stock: 10 } })
})

// The last one: pictures that look like what was taken down cannot be uploaded again.
test('of a thing that staff took down, what is under way is given back, and what has arrived stays', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const print = await offers(lan, { stock: 3 })
  const { fan: mei, deliveryAddressId } = await buyer(1000)
  const before = await mei.balance()
  const [arrived, underWay] = [
    await mei.api.shop.charge({ id: print._id, deliveryAddressId }),
    await mei.api.shop.charge({ id: print._id, deliveryAddressId }),
  ]
  for (const deliveryStatus of ['processing', 'shipping', 'delivered'] as const)
    await lan.api.shop.updateOrder({ id: arrived.order._id, deliveryStatus })
  const office = await house.staff()
  await office.api.admin.rejectWork({ id: print._id, reason: 'A rule was broken' })
  await house.settle()
  const statuses = await Promise.all(
    [arrived, underWay].map(async ({ order }) => (await mei.api.shop.order({ id: order._id })).deliveryStatus),
  )
  expect(statuses).toEqual(['delivered', 'refunded'])
  expect(await mei.balance()).toBe(before - print.price)
})
