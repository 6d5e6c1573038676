// Photos, films and sound in messages, free and sold, of performers and of fans (calls.md sections 0 and 8, docs/adr/0014).
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '#contract/talk/messaging.ts'
import { sql } from '#server/platform/db/db.ts'
import { clip } from '#server/media/footage/testing.ts'
import { forgetUnsent } from '#server/talk/messaging/jobs.ts'
import { type House, listens, openHouse, type Person, picture } from '#journeys/house.ts'
import { conversationOf, couple, send } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

let drawn = 0
async function photo({ api }: Person): Promise<string> {
  const { _id } = await api.messaging.uploadOpenPhoto({ file: await picture(600, 400, ++drawn) })
  await house.settle()
  return _id
}

/** How an address answers somebody who asks for its bytes. */
const asks = async (who: Person, url: string | undefined) =>
  (await fetch(house.address + (url ?? '/media/none'), { headers: { authorization: who.token } })).status

const addressesOf = ({ files = [] }: Message) => files.flatMap(({ url, thumbnails }) => [url, ...thumbnails.map((each) => each.url)])
const linesOf = async (who: Person, id: string) => (await who.api.messaging.messages({ id })).data
const unread = async ({ api }: Person) => (await api.messaging.totalUnread({})).total

async function approves(): Promise<void> {
  const staff = await house.staff()
  for (const { _id, kind } of (await staff.api.admin.works({ status: 'waiting' })).data) {
    expect(kind).toBe('message')
    await staff.api.admin.approveWork({ id: _id })
  }
  await house.settle()
}

/** A bundle of two photos for ten tokens, which has arrived. */
async function bundle() {
  const two = await couple(house)
  const { lan, id } = two
  const fileIds = [await photo(lan), await photo(lan)]
  const sent = await lan.api.messaging.send({ id, text: 'From the rehearsal', fileIds, isSale: 'ppv', price: 10 })
  await approves()
  return { ...two, fileIds, sent, messageId: sent._id }
}

test('a conversation that begins with what waits stands in its sender’s inbox, and in nobody else’s', async () => {
  const { lan, mei, id } = await couple(house)
  await lan.api.messaging.send({ id, text: 'First', fileIds: [await photo(lan)] })
  expect((await lan.api.messaging.conversations({})).data).toMatchObject([{ _id: id, lastMessage: { text: 'First', state: 'waiting' } }])
  expect((await mei.api.messaging.conversations({})).total).toBe(0)
})

test('a photo of a performer waits for review, then it arrives under its number and is unread from then on', async () => {
  const { lan, mei, id } = await couple(house)
  await send(mei, id, 'What do you see?')
  const fileId = await photo(lan)
  const [hers, his] = [await listens(house, lan, 'message/created'), await listens(house, mei, 'message/created')]
  const sent = await lan.api.messaging.send({ id, text: 'This', fileIds: [fileId] })
  expect(sent).toMatchObject({ type: 'photo', state: 'waiting', isSale: 'free', inside: { photos: 1, videos: 0, audios: 0 } })
  expect(await asks(lan, sent.files?.[0]?.url)).toBe(200)
  await send(lan, id, 'and more')
  // To the other one it is not there at all.
  expect((await linesOf(mei, id)).map(({ text }) => text)).toEqual(['What do you see?', 'and more'])
  expect((await mei.api.messaging.messages({ id })).total).toBe(2)
  await expect(mei.api.messaging.fileStatus({ id: sent._id, fileId })).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => his.heard.length).toBe(1)
  expect(hers.heard.length).toBe(2)
  const { change: before } = await mei.api.messaging.readAll({ id })
  expect(await unread(mei)).toBe(0)
  expect((await mei.api.messaging.changes({ id, after: 0 })).messages.some(({ _id }) => _id === sent._id)).toBe(false)

  await approves()
  expect(await unread(mei)).toBe(1)
  // What comes later than it was sent is told all the same.
  expect((await mei.api.notifications.list({})).data).toMatchObject([{ kind: 'message', path: `/messages/${id}`, isRead: false }])
  const { messages, change } = await mei.api.messaging.changes({ id, after: before })
  expect(messages).toMatchObject([{ _id: sent._id, number: sent.number, files: [{ locked: false, type: 'photo' }] }])
  expect(change).toBeGreaterThan(before)
  await expect.poll(() => his.heard.at(-1)?.messageId).toBe(sent._id)
  expect((await linesOf(mei, id)).map(({ text }) => text)).toEqual(['What do you see?', 'This', 'and more'])
  expect((await linesOf(lan, id)).find(({ _id }) => _id === sent._id)).not.toHaveProperty('state')
  expect(await mei.api.messaging.fileStatus({ id: sent._id, fileId })).toMatchObject({ status: 'finished' })
  const [large] = addressesOf(messages[0]!)
  expect(await asks(mei, large)).toBe(200)
  expect(await asks(await house.fan(), large)).toBe(404)
  expect((await linesOf(lan, id)).find(({ _id }) => _id === sent._id)?.seenAt).toBeNull()
  await mei.api.messaging.readAll({ id })
  expect(await unread(mei)).toBe(0)
  expect((await linesOf(lan, id)).find(({ _id }) => _id === sent._id)?.seenAt).not.toBeNull()
  for (const { socket } of [hers, his]) socket.close()
})

test('what staff refuse never arrives; its sender reads why', async () => {
  const { lan, mei, id } = await couple(house)
  const sent = await lan.api.messaging.send({ id, fileIds: [await photo(lan)] })
  const staff = await house.staff()
  const [work] = (await staff.api.admin.works({ status: 'waiting' })).data
  await staff.api.admin.rejectWork({ id: work!._id, reason: 'Somebody else is in it' })
  await house.settle()
  expect(await linesOf(lan, id)).toMatchObject([{ _id: sent._id, state: 'rejected', rejectionReason: 'Somebody else is in it' }])
  expect((await lan.api.notifications.list({})).data.map(({ kind, path }) => [kind, path])).toContainEqual(['review', `/messages/${id}`])
  expect((await mei.api.messaging.messages({ id })).total).toBe(0)
  expect(await unread(mei)).toBe(0)
  await lan.api.messaging.remove({ id: sent._id })
  expect((await lan.api.messaging.messages({ id })).total).toBe(0)
  expect((await mei.api.messaging.changes({ id, after: 0 })).messages).toEqual([])
})

test('a bundle is locked until it is bought, is paid once, and stays after its sender deleted it', async () => {
  const { lan, mei, id, sent, messageId } = await bundle()
  const [locked] = await linesOf(mei, id)
  expect(locked).toMatchObject({ isSale: 'ppv', price: 10, isBought: false, inside: { photos: 2 }, text: 'From the rehearsal' })
  expect(locked!.files).toMatchObject([{ locked: true }, { locked: true }])
  expect(addressesOf(locked!).filter(Boolean)).toEqual([])
  // An address that was somebody else's opens nothing.
  for (const url of addressesOf(sent)) expect(await asks(mei, url)).toBe(404)
  const before = await mei.balance()
  await expect(mei.api.messaging.charge({ id: messageId, expectedPrice: 9 })).rejects.toMatchObject({ status: 409, code: 'price_changed' })
  const edited = await listens(house, lan, 'message/edited')
  const bought = await mei.api.messaging.charge({ id: messageId, expectedPrice: 10 })
  expect(bought).toMatchObject({
    transaction: { type: 'message', amount: 10 },
    item: { isBought: true, files: [{ locked: false }, { locked: false }] },
  })
  expect(await mei.api.messaging.charge({ id: messageId })).not.toHaveProperty('transaction')
  expect(before - (await mei.balance())).toBe(10)
  await expect.poll(() => edited.heard.length).toBe(1)
  edited.socket.close()
  expect(await linesOf(lan, id)).toMatchObject([{ totalSold: 1 }])
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toMatchObject([{ grossPrice: 10 }])
  const [large] = addressesOf(bought.item!)
  expect(await asks(mei, large)).toBe(200)
  // Among what they unlocked, and in their wallet.
  const kept = {
    kind: 'message',
    message: { _id: messageId, conversationId: id, title: 'From the rehearsal', photos: 2, cover: { isBlurred: false } },
  }
  expect((await mei.api.bookmarks.bought({})).data).toMatchObject([kept])
  expect((await mei.api.bookmarks.bought({ kind: 'message' })).total).toBe(1)
  expect((await mei.api.wallet.lines({})).data[0]).toMatchObject({
    type: 'message',
    amount: -10,
    work: { kind: 'message', picture: { isBlurred: false } },
  })

  await lan.api.messaging.remove({ id: messageId })
  expect((await lan.api.messaging.messages({ id })).total).toBe(0)
  expect(await linesOf(mei, id)).toMatchObject([
    { _id: messageId, isDeleted: false, text: 'From the rehearsal', files: [{ locked: false }, { locked: false }] },
  ])
  expect(await asks(mei, large)).toBe(200)
  // Nor does a block take it.
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  expect(await asks(mei, large)).toBe(200)
  expect((await mei.api.bookmarks.bought({})).data).toMatchObject([kept])
})

test('deleted, it is gone for whoever did not buy it, and nobody can buy it any more', async () => {
  const { lan, mei, id, messageId } = await bundle()
  await lan.api.messaging.remove({ id: messageId })
  expect(await linesOf(mei, id)).toMatchObject([{ isDeleted: true, text: '' }])
  expect((await linesOf(mei, id))[0]).not.toHaveProperty('files')
  await expect(mei.api.messaging.charge({ id: messageId })).rejects.toMatchObject({ status: 404 })
})

test('one preview of what is inside is there for whom it is sent to', async () => {
  const { lan, mei, id } = await couple(house)
  const fileIds = [await photo(lan), await photo(lan), await photo(lan)]
  const wrong = (previewId: string, isSale: 'free' | 'ppv' = 'ppv') =>
    lan.api.messaging.send({ id, fileIds, isSale, ...(isSale === 'ppv' && { price: 10 }), previewId })
  await expect(wrong(randomUUID())).rejects.toMatchObject({
    status: 422,
    code: 'preview_not_among_photos',
    errors: [{ field: 'previewId' }],
  })
  await expect(wrong(fileIds[1]!, 'free')).rejects.toMatchObject({ status: 422, errors: [{ field: 'previewId' }] })
  await wrong(fileIds[1]!)
  await approves()
  const [line] = await linesOf(mei, id)
  expect(line).toMatchObject({ inside: { photos: 3 }, files: [{ _id: fileIds[1], locked: false }, { locked: true }, { locked: true }] })
  const [large] = addressesOf(line!)
  expect(await asks(mei, large)).toBe(200)
  expect(await asks(await house.fan(), large)).toBe(404)
})

test('a fan sends a photo: the other one sees it at once, nobody else ever', async () => {
  const { lan, mei, id } = await couple(house)
  const fileId = await photo(mei)
  const sent = await mei.api.messaging.send({ id, text: 'My view', fileIds: [fileId] })
  expect(sent).toMatchObject({ type: 'photo', inside: { photos: 1 } })
  expect(sent).not.toHaveProperty('state')
  const [line] = await linesOf(lan, id)
  expect(line).toMatchObject({ text: 'My view', files: [{ _id: fileId, locked: false }] })
  expect(await unread(lan)).toBe(1)
  const [large] = addressesOf(line!)
  expect(await asks(lan, large)).toBe(200)
  const others = [await house.fan(), await house.creator()]
  for (const other of others) expect(await asks(other, large)).toBe(404)
  await mei.api.messaging.remove({ id: sent._id })
  expect(await asks(lan, large)).toBe(404)
  expect(await linesOf(lan, id)).toMatchObject([{ isDeleted: true }])
})

test('a fan pays to write with a photo as without one', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 100 })]
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const fileIds = [await photo(mei)]
  await expect(mei.api.messaging.send({ id, fileIds })).rejects.toMatchObject({ code: 'price_changed' })
  const sent = await mei.api.messaging.send({ id, fileIds, expectedPrice: 10 })
  expect(sent).toMatchObject({ amount: 10, files: [{ _id: fileIds[0] }], isReturned: false })
  expect(await mei.balance()).toBe(90)
  await lan.api.messaging.readAll({ id })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).total).toBe(1)
})

test('what cannot be sent is refused by name, and nothing of it is kept', async () => {
  const { lan, mei, id } = await couple(house)
  const [hers, his] = [await photo(lan), await photo(mei)]
  const sends = (who: Person, more: object) => who.api.messaging.send({ id, ...more })
  await expect(sends(mei, { fileIds: [hers] })).rejects.toMatchObject({ status: 422, code: 'file_not_yours' })
  await expect(sends(lan, { fileIds: [his] })).rejects.toMatchObject({ code: 'file_not_yours' })
  await expect(sends(mei, { fileIds: [randomUUID()] })).rejects.toMatchObject({ code: 'file_not_yours' })
  await expect(sends(mei, { fileIds: [his], isSale: 'ppv', price: 10 })).rejects.toMatchObject({ status: 422, code: 'price_not_allowed' })
  await expect(sends(mei, { fileIds: [his], price: 10 })).rejects.toMatchObject({ code: 'price_not_allowed' })
  await expect(sends(lan, { fileIds: [hers], price: 10 })).rejects.toMatchObject({ code: 'price_without_sale' })
  await expect(sends(lan, { fileIds: [hers], isSale: 'ppv' })).rejects.toMatchObject({ code: 'price_required' })
  await expect(sends(lan, { fileIds: [hers], isSale: 'ppv', price: 1_000_000 })).rejects.toMatchObject({ status: 422 })
  await expect(sends(lan, { text: 'x', isSale: 'ppv', price: 10 })).rejects.toMatchObject({ errors: [{ field: 'fileIds' }] })
  await expect(sends(mei, { type: 'tip', amount: 20, fileIds: [his] })).rejects.toMatchObject({ errors: [{ field: 'fileIds' }] })
  await expect(sends(mei, { type: 'photo', text: 'none' })).rejects.toMatchObject({ code: 'file_required' })
  await expect(sends(mei, { fileIds: [] })).rejects.toMatchObject({ status: 422 })
  expect((await mei.api.messaging.messages({ id })).total).toBe(0)
  expect((await house.db.one<{ works: number }>(sql`select count(*) as works from works.works where creator_id = ${lan.id}`)).works).toBe(0)
  // The same name for other files is another message.
  const clientId = randomUUID()
  const sent = await sends(mei, { fileIds: [his], clientId })
  expect((await sends(mei, { fileIds: [his], clientId }))._id).toBe(sent._id)
  await expect(sends(mei, { fileIds: [await photo(mei)], clientId })).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  await expect(mei.api.messaging.edit({ id: sent._id, text: 'other' })).rejects.toMatchObject({ status: 409, code: 'message_has_files' })
  await expect(lan.api.messaging.charge({ id: sent._id })).rejects.toMatchObject({ code: 'not_for_sale' })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect(sends(mei, { fileIds: [his] })).rejects.toMatchObject({ code: 'messages_blocked' })
})

test('who cannot pay is told what is missing; a performer and a stranger buy nothing', async () => {
  const { lan, id, messageId, mei } = await bundle()
  const rich = await mei.balance()
  await mei.api.earnings.tip({ id: lan.id, amount: Math.floor(rich - 5) })
  await expect(mei.api.messaging.charge({ id: messageId })).rejects.toMatchObject({ status: 402, code: 'not_enough_tokens' })
  const stranger = await house.fan({ balance: 100 })
  await expect(stranger.api.messaging.charge({ id: messageId })).rejects.toMatchObject({ status: 404 })
  await expect(lan.api.messaging.charge({ id: messageId })).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  expect((await linesOf(mei, id)).find(({ _id }) => _id === messageId)).toMatchObject({ isBought: false })
})

test('a film is sent while it is still processed: a performer’s arrives when it is ready, a fan’s stands at once', async () => {
  const { lan, mei, id } = await couple(house)
  const footage = new File([new Uint8Array(await clip({ seconds: 2 }))], 'rehearsal.mp4')
  const hers = await lan.api.messaging.uploadLockedVideo({ file: footage })
  const sent = await lan.api.messaging.send({ id, text: 'In motion', fileIds: [hers._id] })
  expect(sent).toMatchObject({ type: 'video', state: 'waiting', inside: { videos: 1 } })
  const his = await mei.api.messaging.uploadOpenVideo({ file: footage })
  const mine = await mei.api.messaging.send({ id, text: 'Mine too', fileIds: [his._id] })
  expect((await linesOf(lan, id)).map(({ text }) => text)).toEqual(['In motion', 'Mine too'])
  const isReady = async ({ api }: Person, message: Message, fileId: string) => {
    const statusOf = async () => (await api.messaging.fileStatus({ id: message._id, fileId })).status
    await expect.poll(statusOf, { timeout: 60_000, interval: 200 }).toBe('finished')
  }
  await isReady(lan, sent, hers._id)
  await isReady(mei, mine, his._id)
  await house.settle()
  // Ready, and not looked at yet.
  expect((await linesOf(lan, id))[0]).toMatchObject({ text: 'In motion', state: 'waiting' })
  await approves()
  expect(await linesOf(mei, id)).toMatchObject([
    { text: 'In motion', files: [{ type: 'video', status: 'finished', locked: false }] },
    { text: 'Mine too', files: [{ status: 'finished' }] },
  ])
  expect(await mei.api.messaging.fileStatus({ id: sent._id, fileId: hers._id })).toMatchObject({ status: 'finished', progress: 100 })
})

test('a fan’s large film goes up in pieces through cut lines, and goes with a message as one that came whole', async () => {
  const { lan, mei, id } = await couple(house)
  const film = Buffer.from(await clip({ seconds: 1 }))
  const tus = { 'tus-resumable': '1.0.0' }
  const told = `purpose ${Buffer.from('video').toString('base64')},filename ${Buffer.from('film.mp4').toString('base64')}`
  const begin = (bytes: number) =>
    house.raw(
      { method: 'POST', url: '/api/uploads', headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': told } },
      mei.token,
    )
  const tooMuch = await begin(501 * 1024 * 1024)
  expect([tooMuch.status, tooMuch.json['code']]).toEqual([429, 'too_much_in_a_day'])
  const begun = await begin(film.length)
  expect(begun.status).toBe(201)
  const path = begun.headers.get('location') ?? ''
  // Each line breaks in the middle of what it carries; how much came is asked, and the rest goes on another one.
  for (let cuts = 0; cuts < 3; cuts++) {
    const there = Number((await house.raw({ method: 'HEAD', url: path, headers: tus }, mei.token)).headers.get('upload-offset'))
    await cutInTheMiddle(path, mei, there, film)
  }
  const there = Number((await house.raw({ method: 'HEAD', url: path, headers: tus }, mei.token)).headers.get('upload-offset'))
  expect(there).toBeGreaterThan(0)
  expect(there).toBeLessThan(film.length)
  const sent = await fetch(house.address + path, {
    method: 'PATCH',
    headers: { ...tus, authorization: mei.token, 'upload-offset': String(there), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(film.subarray(there)),
  })
  expect(sent.status).toBe(204)
  const fileId = sent.headers.get('upload-file-id') ?? ''
  await mei.api.messaging.send({ id, text: 'Look', fileIds: [fileId] })
  await house.settle()
  const [shown] = (await lan.api.messaging.messages({ id })).data
  expect(shown).toMatchObject({ type: 'video', text: 'Look', inside: { videos: 1 } })
})

/** Sends a quarter of what is left, says that all of it comes, and is gone. */
async function cutInTheMiddle(path: string, { token }: Person, there: number, film: Buffer): Promise<void> {
  const { hostname, port } = new URL(house.address)
  const rest = film.subarray(there)
  const headers = {
    'tus-resumable': '1.0.0',
    authorization: token,
    'upload-offset': there,
    'content-type': 'application/offset+octet-stream',
    'content-length': rest.length,
  }
  await new Promise<void>((gone) => {
    const line = request({ hostname, port, path, method: 'PATCH', headers })
    line.on('error', () => gone())
    line.write(rest.subarray(0, Math.ceil(rest.length / 4)), () => setTimeout(() => line.destroy(new Error('cut')), 200))
  })
}

test('a fan sends so much a day, and what they sent with no message in a week is forgotten', async () => {
  const { mei, id } = await couple(house)
  const [sent, unsent] = [await photo(mei), await photo(mei)]
  await mei.api.messaging.send({ id, fileIds: [sent] })
  await house.db.transaction((tx) => tx.run(sql`update files.files set bytes = ${499 * 1024 * 1024} where id = ${unsent}`))
  await photo(mei)
  await house.db.transaction((tx) => tx.run(sql`update files.files set bytes = ${600 * 1024 * 1024} where id = ${unsent}`))
  await expect(photo(mei)).rejects.toMatchObject({ status: 429, code: 'too_much_in_a_day', details: { megabytes: 500 } })
  await expect(photo(await house.staff())).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  house.clock.advance({ days: 8 })
  await forgetUnsent(house.db)
  const left = await house.db.many<{ id: string }>(sql`select id from files.files where owner_id = ${mei.id}`)
  expect(left).toEqual([{ id: sent }])
  house.clock.advance({ days: -8 })
})

// Last, because what is removed here is known when something like it comes again.
test('both sides of a conversation hear at once of a block between them and of its end, and nothing is sold meanwhile', async () => {
  const { lan, mei, id, messageId } = await bundle()
  const [hers, his] = [await listens(house, lan, 'messages/changed'), await listens(house, mei, 'messages/changed')]
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  await expect.poll(() => [hers.heard.length, his.heard.length]).toEqual([1, 1])
  expect(await mei.api.messaging.conversation({ id })).toMatchObject({ isBlocked: false, writing: { may: false, why: 'blocked' } })
  await expect(mei.api.messaging.charge({ id: messageId })).rejects.toMatchObject({ status: 404 })
  await lan.api.blocks.unblockUser({ id: mei.id })
  await house.settle()
  await expect.poll(() => [hers.heard.length, his.heard.length]).toEqual([2, 2])
  await mei.api.messaging.charge({ id: messageId })
  for (const { socket } of [hers, his]) socket.close()
})

test('whom nobody ever wrote to hears nothing of a block', async () => {
  const [lan, mei] = [await house.creator(), await house.fan()]
  const his = await listens(house, mei, 'messages/changed')
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  expect(his.heard).toEqual([])
  his.socket.close()
})

test('a refund locks again, and a takedown closes it for everybody with a notice and the tokens back', async () => {
  const { lan, mei, id, messageId } = await bundle()
  const before = await mei.balance()
  const { item } = await mei.api.messaging.charge({ id: messageId })
  const [large] = addressesOf(item!)
  const office = await house.staff()
  const receipt = await house.db.one<{ id: string }>(
    sql`select t.id from wallet.transfers t join messaging.messages m on t.reference = 'work:' || m.work_id where m.id = ${messageId} and t.sign = 1`,
  )
  const told = await listens(house, mei, 'message/edited')
  await office.api.admin.refund({ id: receipt.id, reason: 'asked for' })
  await house.settle()
  expect(await asks(mei, large)).toBe(404)
  expect(await linesOf(mei, id)).toMatchObject([{ isBought: false, files: [{ locked: true }, { locked: true }] }])
  await expect.poll(() => told.heard.length).toBeGreaterThan(0)
  told.socket.close()

  await mei.api.messaging.charge({ id: messageId })
  const own = (await office.api.admin.works({ status: 'active' })).data.find(({ performerId }) => performerId === lan.id)
  expect(own).toMatchObject({ kind: 'message', text: 'From the rehearsal' })
  expect(own).not.toHaveProperty('path')
  await office.api.admin.rejectWork({ id: own!._id, reason: 'Not theirs' })
  await house.settle()
  expect(await mei.balance()).toBe(before)
  expect(await asks(mei, large)).toBe(404)
  expect(await linesOf(mei, id)).toMatchObject([{ isDeleted: true, text: '' }])
  expect(await linesOf(lan, id)).toMatchObject([{ isDeleted: true, rejectionReason: 'Not theirs' }])
})
