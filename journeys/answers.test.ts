// Answers to one line of a conversation, and reactions to it: what they show, to whom, and what is left of them once the line is gone.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { type House, listens, openHouse, type Person, picture } from '#journeys/house.ts'
import { conversationOf, couple, send } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const linesOf = async (who: Person, id: string) => (await who.api.messaging.messages({ id })).data
const newest = async (who: Person, id: string) => (await linesOf(who, id)).at(-1)!
const unread = async ({ api }: Person) => (await api.messaging.totalUnread({})).total
const notThere = { status: 422, code: 'reply_not_there', errors: [expect.objectContaining({ field: 'replyTo', code: 'reply_not_there' })] }

test('an answer names the line that it answers, to both, in pages and in what changed', async () => {
  const { lan, mei, id } = await couple(house)
  const asked = await send(mei, id, '月'.repeat(150))
  const answer = await lan.api.messaging.send({ id, text: 'Tonight', replyTo: asked._id })
  const quote = { _id: asked._id, number: 1, senderId: mei.id, type: 'text', text: '月'.repeat(120), isDeleted: false }
  expect(answer.replyTo).toEqual(quote)
  for (const who of [lan, mei]) {
    expect((await newest(who, id)).replyTo).toEqual(quote)
    expect((await who.api.messaging.changes({ id, after: 2 })).messages.map(({ replyTo }) => replyTo)).toEqual([quote])
    expect((await who.api.messaging.conversation({ id })).lastMessage?.replyTo).toEqual(quote)
  }
  // Another text is another quote, and an answer is answered as any line is.
  await mei.api.messaging.edit({ id: asked._id, text: 'When?' })
  expect((await newest(lan, id)).replyTo).toMatchObject({ text: 'When?' })
  expect((await mei.api.messaging.send({ id, text: 'Good', replyTo: answer._id })).replyTo).toMatchObject({ number: answer.number })
  expect((await linesOf(mei, id))[0]).not.toHaveProperty('replyTo')
})

test('of what is deleted an answer shows that it was, and nothing of what it said; it cannot be answered any more', async () => {
  const { lan, mei, id } = await couple(house)
  const [asked, answered] = [await send(mei, id, 'A secret'), await send(lan, id, 'Another')]
  const answer = await lan.api.messaging.send({ id, text: 'I see', replyTo: asked._id })
  await mei.api.messaging.remove({ id: asked._id })
  for (const who of [lan, mei]) {
    expect((await newest(who, id)).replyTo).toMatchObject({ _id: asked._id, text: '', isDeleted: true })
    expect(JSON.stringify(await who.api.messaging.changes({ id, after: 0 }))).not.toContain('A secret')
    await expect(who.api.messaging.send({ id, text: 'And then?', replyTo: asked._id })).rejects.toMatchObject(notThere)
  }
  // An answer that is deleted says nothing of what it answered either.
  await lan.api.messaging.remove({ id: answer._id })
  const gone = (await linesOf(mei, id)).find(({ _id }) => _id === answer._id)
  expect(gone).toMatchObject({ isDeleted: true })
  expect(gone).not.toHaveProperty('replyTo')
  await (await house.staff()).api.messaging.remove({ id: answered._id })
  await expect(mei.api.messaging.send({ id, text: 'Gone?', replyTo: answered._id })).rejects.toMatchObject(notThere)
})

test('nobody answers what stands in another conversation, what is nowhere, or what has not reached both', async () => {
  const { lan, mei, id } = await couple(house)
  const other = await couple(house)
  const elsewhere = await send(other.mei, other.id, 'Not yours to read')
  const { _id: fileId } = await lan.api.messaging.uploadOpenPhoto({ file: await picture(600, 400, 1) })
  await house.settle()
  const waits = await lan.api.messaging.send({ id, text: 'Soon', fileIds: [fileId] })
  expect(waits.state).toBe('waiting')
  for (const replyTo of [elsewhere._id, randomUUID(), waits._id])
    for (const who of [lan, mei]) await expect(who.api.messaging.send({ id, text: 'What?', replyTo })).rejects.toMatchObject(notThere)
  expect(await linesOf(mei, id)).toEqual([])
  const staff = await house.staff()
  for (const work of (await staff.api.admin.works({ status: 'waiting' })).data) await staff.api.admin.approveWork({ id: work._id })
  await house.settle()
  expect((await mei.api.messaging.send({ id, text: 'Oh', replyTo: waits._id })).replyTo).toMatchObject({ type: 'photo', text: 'Soon' })
})

test('what is answered is a part of what was sent: the same name with another answer is refused', async () => {
  const { lan, mei, id } = await couple(house)
  const [one, two] = [await send(lan, id, 'One'), await send(lan, id, 'Two')]
  const clientId = randomUUID()
  const sent = await mei.api.messaging.send({ id, text: 'Yes', replyTo: one._id, clientId })
  expect((await mei.api.messaging.send({ id, text: 'Yes', replyTo: one._id, clientId }))._id).toBe(sent._id)
  // It is answered so even when what it answers is gone.
  await lan.api.messaging.remove({ id: one._id })
  expect((await mei.api.messaging.send({ id, text: 'Yes', replyTo: one._id, clientId }))._id).toBe(sent._id)
  for (const replyTo of [two._id, undefined])
    await expect(mei.api.messaging.send({ id, text: 'Yes', clientId, ...(replyTo && { replyTo }) })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
})

test('what costs something answers too: a tip with words, a line that is paid for, and what is sold', async () => {
  const lan = await house.creator({ name: 'Lan' })
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const id = await conversationOf(mei, lan)
  const paid = await mei.api.messaging.send({ id, text: 'Hello', expectedPrice: 5 })
  const { _id: fileId } = await lan.api.messaging.uploadLockedPhoto({ file: await picture(600, 400, 2) })
  await house.settle()
  const sold = await lan.api.messaging.send({ id, text: 'For you', fileIds: [fileId], isSale: 'ppv', price: 10, replyTo: paid._id })
  const staff = await house.staff()
  for (const work of (await staff.api.admin.works({ status: 'waiting' })).data) await staff.api.admin.approveWork({ id: work._id })
  await house.settle()
  expect((await newest(mei, id)).replyTo).toMatchObject({ _id: paid._id, text: 'Hello' })
  expect(await mei.api.messaging.send({ id, type: 'tip', text: 'Lovely', amount: 10, replyTo: sold._id })).toMatchObject({
    type: 'tip',
    replyTo: { type: 'photo', text: 'For you' },
  })
  const again = await mei.api.messaging.send({ id, text: 'More?', expectedPrice: 5, replyTo: sold._id })
  expect(again).toMatchObject({ amount: 5, replyTo: { _id: sold._id } })
  // Who bought it keeps it, in a quote as in the message; who sold it reads that it was deleted.
  await mei.api.messaging.charge({ id: sold._id, expectedPrice: 10 })
  await lan.api.messaging.remove({ id: sold._id })
  expect((await newest(mei, id)).replyTo).toMatchObject({ text: 'For you', isDeleted: false })
  expect((await newest(lan, id)).replyTo).toMatchObject({ text: '', isDeleted: true })
})

test('a reaction takes the next number and reaches both screens; the same again is no change, and it is neither unread nor a notice', async () => {
  const { lan, mei, id } = await couple(house)
  const said = await send(mei, id, 'Good evening')
  await lan.api.messaging.readAll({ id })
  const [hers, his] = [await listens(house, lan, 'message/edited'), await listens(house, mei, 'message/edited')]
  const { change: before } = await mei.api.messaging.conversation({ id })
  const unreadBefore = [await unread(lan), await unread(mei)]
  expect(await lan.api.messaging.react({ id: said._id, reaction: 'heart' })).toMatchObject({
    reactions: { mine: 'heart' },
    change: before + 1,
    number: said.number,
  })
  for (const listening of [hers, his])
    await expect.poll(() => listening.heard).toEqual([{ conversationId: id, messageId: said._id, change: before + 1 }])
  expect((await mei.api.messaging.changes({ id, after: before })).messages).toMatchObject([
    { _id: said._id, reactions: { theirs: 'heart' } },
  ])
  expect((await lan.api.messaging.react({ id: said._id, reaction: 'heart' })).change).toBe(before + 1)
  expect((await lan.api.messaging.react({ id: said._id, reaction: 'fire' })).change).toBe(before + 2)
  expect((await newest(mei, id)).reactions).toEqual({ theirs: 'fire' })
  expect((await newest(mei, id)).editedAt).toBeUndefined()
  const back = await lan.api.messaging.takeBackReaction({ id: said._id })
  expect(back.change).toBe(before + 3)
  expect(back).not.toHaveProperty('reactions')
  expect((await lan.api.messaging.takeBackReaction({ id: said._id })).change).toBe(before + 3)
  expect([await unread(lan), await unread(mei)]).toEqual(unreadBefore)
  await house.settle()
  expect((await mei.api.notifications.list({})).data.filter(({ kind }) => kind === 'message')).toEqual([])
  for (const { socket } of [hers, his]) socket.close()
})

test('many reactions at once, and lines between them: no number is lost', async () => {
  const { lan, mei, id } = await couple(house)
  const lines = await Promise.all(Array.from({ length: 12 }, (_, place) => send(mei, id, `line ${place}`)))
  await Promise.all(lines.flatMap(({ _id }) => [lan.api.messaging.react({ id: _id, reaction: 'laugh' }), send(mei, id, `after ${_id}`)]))
  const { messages, change } = await mei.api.messaging.changes({ id, after: 0 })
  expect(messages.filter(({ reactions }) => reactions?.theirs === 'laugh')).toHaveLength(12)
  // Twelve lines, each changed once more, and twelve more lines.
  expect([messages.length, change]).toEqual([24, 36])
  expect(messages.map((each) => each.change)).toEqual(Array.from({ length: 24 }, (_, place) => place + 13))
})

test('nobody reacts to what they said themselves, to what is gone, or where they may not write; what was said can be taken back', async () => {
  const { lan, mei, id } = await couple(house)
  const [his, hers] = [await send(mei, id, 'Mine'), await send(lan, id, 'Hers')]
  await expect(mei.api.messaging.react({ id: his._id, reaction: 'heart' })).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  await mei.api.messaging.react({ id: hers._id, reaction: 'tear' })
  // The other one's is not hers to take.
  expect(await lan.api.messaging.takeBackReaction({ id: hers._id })).toMatchObject({ reactions: { theirs: 'tear' } })
  await lan.api.messaging.remove({ id: hers._id })
  await expect(mei.api.messaging.react({ id: hers._id, reaction: 'heart' })).rejects.toMatchObject({ status: 404 })
  expect((await linesOf(mei, id)).find(({ _id }) => _id === hers._id)).not.toHaveProperty('reactions')

  const last = await send(lan, id, 'Good night')
  await mei.api.messaging.react({ id: last._id, reaction: 'applause' })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect(mei.api.messaging.react({ id: last._id, reaction: 'heart' })).rejects.toMatchObject({
    status: 403,
    code: 'messages_blocked',
  })
  expect(await mei.api.messaging.takeBackReaction({ id: last._id })).not.toHaveProperty('reactions')

  const closed = await house.creator({ name: 'Closed' })
  const fan = await house.fan()
  await fan.api.follows.follow({ id: closed.id })
  const conversation = await closed.api.messaging.begin({ source: 'user', sourceId: fan.id })
  const line = await send(closed, conversation._id, 'Welcome')
  await expect(fan.api.messaging.react({ id: line._id, reaction: 'heart' })).rejects.toMatchObject({ code: 'messages_closed' })
})

test('the database keeps it so: an answer is of its conversation and younger, and stays; a reaction is one of a few', async () => {
  const { mei, lan, id } = await couple(house)
  const other = await couple(house)
  for (let n = 1; n <= 5; n++) await send(other.mei, other.id, `line ${n}`)
  const message = await send(mei, id, 'First')
  const answer = await lan.api.messaging.send({ id, text: 'Second', replyTo: message._id })
  const insert = (replyTo: number) => sql`
    insert into messaging.messages (conversation_id, number, change, arrived, sender_id, type, text, reply_to, created_at)
    values (${id}, 9, 9, 9, ${mei.id}, 'text', 'x', ${replyTo}, now())`
  for (const attempt of [
    insert(4),
    insert(9),
    sql`update messaging.messages set reply_to = null where id = ${answer._id}`,
    sql`update messaging.messages set reaction = 'poke' where id = ${message._id}`,
  ])
    await expect(
      house.db.transaction((tx) => tx.run(attempt)),
      attempt.text,
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})
