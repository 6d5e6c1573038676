// Conversations, with the people who hold them (calls.md sections 0 and 8).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { writeToMany } from '#server/talk/messaging/messaging.ts'
import { sweepMessages } from '#server/talk/notifications/sweeping.ts'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { conversationOf, couple, send, subscribes } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const unread = async ({ api }: Person) => (await api.messaging.totalUnread({})).total

test('a subscriber writes free, the performer answers; both see it in their inboxes, and what they read', async () => {
  const { lan, mei, id } = await couple(house)
  expect(await mei.api.messaging.conversations({})).toMatchObject({ total: 0 })
  const [hers, his] = [await listens(house, lan, 'message/created'), await listens(house, mei, 'message/read')]
  const first = await send(mei, id, '  Good evening <b>Lan</b> ')
  expect(first).toMatchObject({ text: 'Good evening Lan', number: 1, change: 1, senderId: mei.id, seenAt: null, isDeleted: false })
  expect(first.amount).toBeUndefined()
  await expect.poll(() => hers.heard).toEqual([{ conversationId: id, messageId: first._id, change: 1 }])
  expect(await lan.api.messaging.conversations({})).toMatchObject({
    total: 1,
    data: [
      {
        _id: id,
        totalNotSeenMessages: 1,
        isSubscribed: true,
        recipientInfo: { name: 'Mei', isPerformer: false },
        lastMessage: { text: 'Good evening Lan' },
      },
    ],
  })
  expect([await unread(lan), await unread(mei), (await lan.api.me.user({})).unread.messages]).toEqual([1, 0, 1])
  expect(await lan.api.messaging.readAll({ id })).toEqual({ total: 0, readTo: 1, change: 2 })
  await expect.poll(() => his.heard).toEqual([{ conversationId: id, change: 2 }])
  expect(await unread(lan)).toBe(0)
  const seen = (await mei.api.messaging.messages({ id })).data[0]!
  expect(Date.parse(seen.seenAt!)).toBeGreaterThanOrEqual(Date.parse(seen.createdAt))
  // Read again, there is nothing to tell.
  expect(await lan.api.messaging.readAll({ id })).toMatchObject({ change: 2 })
  const answer = await send(lan, id, 'Good evening, Mei.')
  expect(answer).toMatchObject({ number: 3 })
  expect(await mei.api.messaging.conversation({ id })).toMatchObject({
    totalNotSeenMessages: 1,
    readTo: 0,
    seenTo: 1,
    change: 3,
    writing: { may: true },
  })
  for (const { socket } of [hers, his]) socket.close()
})

test('many who write at once: numbers without a gap, each message once, whoever sends it again and by whichever name', async () => {
  const { lan, mei, id } = await couple(house)
  const texts = Array.from({ length: 60 }, (_, place) => `line ${place}`)
  await Promise.all(
    texts.flatMap((text, place) => [send(mei, id, text, { clientId: `c${place}` }), send(mei, id, text, { clientId: `c${place}` })]),
  )
  const { data, total, change } = await mei.api.messaging.messages({ id, limit: 100 })
  expect([total, change]).toEqual([60, 60])
  expect(data.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, place) => place + 1))
  expect(data.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
  expect(data.every(({ clientId }) => clientId?.startsWith('c'))).toBe(true)
  // What they call it is between them and us.
  expect((await lan.api.messaging.messages({ id })).data.some(({ clientId }) => clientId !== undefined)).toBe(false)
  await expect(send(mei, id, 'another text', { clientId: 'c0' })).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  const key = randomUUID()
  const byKey = () =>
    house.raw(
      {
        method: 'POST',
        url: `/api/messages/conversations/${id}`,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"text":"once"}',
      },
      mei.token,
    )
  const [one, two] = [await byKey(), await byKey()]
  expect([one.status, two.status]).toEqual([200, 200])
  expect((two.json['data'] as { _id: string })._id).toBe((one.json['data'] as { _id: string })._id)
  expect(one.json['data']).not.toHaveProperty('clientId')
  expect((await mei.api.messaging.messages({ id })).total).toBe(61)
})

test('what is answered to who sends a message is what they read of it afterwards', async () => {
  const { mei, id } = await couple(house)
  for (const draft of [{ text: '昨晚的月亮' }, { text: 'The same again', clientId: 'a-name' }]) {
    const sent = await mei.api.messaging.send({ id, ...draft })
    expect((await mei.api.messaging.messages({ id })).data.at(-1)).toEqual(sent)
  }
})

test('a line that another process keeps in the same moment under its name is known, and no error', async () => {
  const { mei, id } = await couple(house)
  const body = (text: string) => ({
    method: 'POST' as const,
    url: `/api/messages/conversations/${id}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, clientId: 'both' }),
  })
  const { answer } = await house.db.transaction(async (tx) => {
    await tx.run(sql`update messaging.conversations set last_change = last_change + 1 where id = ${id}`)
    await tx.run(sql`
      insert into messaging.messages (conversation_id, number, change, arrived, sender_id, client_id, sent_hash, author, type, text, created_at)
      values (${id}, 1, 1, 1, ${mei.id}, 'both', '', 'person', 'text', 'line', now())`)
    // It waits for the conversation, and has looked for its name before.
    const waiting = house.raw(body('another line'), mei.token)
    const blocked = sql`
      select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await house.db.one<{ count: number }>(blocked)).count === 0) await sleep(10)
    return { answer: waiting }
  })
  const { status, json } = await answer
  expect([status, json['code']]).toEqual([422, 'idempotency_key_reused'])
  expect((await mei.api.messaging.messages({ id })).data.map(({ text }) => text)).toEqual(['line'])
})

test('two who answer each other at once, again and again: no number is lost, whoever reads by answering', async () => {
  const { lan, mei, id } = await couple(house)
  await Promise.all(Array.from({ length: 40 }, (_, place) => send(place % 2 ? lan : mei, id, `line ${place}`)))
  const { change, data } = await mei.api.messaging.messages({ id, limit: 100 })
  expect(data).toHaveLength(40)
  const reads = await house.db.one<{ count: number }>(
    sql`select count(*)::integer as count from messaging.reads where conversation_id = ${id}`,
  )
  // Each number is a message’s or a mark’s.
  expect(change).toBe(40 + reads.count)
})

test('everything after a change: new, edited, deleted and read; and pages before a number', async () => {
  const { lan, mei, id } = await couple(house)
  for (let n = 1; n <= 30; n++) await send(mei, id, `line ${n}`)
  const newest = await lan.api.messaging.messages({ id })
  expect(newest.data.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, place) => place + 6))
  const older = await lan.api.messaging.messages({ id, before: 6 })
  expect(older.data.map(({ text }) => text)).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5'])
  const { change } = newest
  await mei.api.messaging.edit({ id: older.data[0]!._id, text: 'line one' })
  await mei.api.messaging.remove({ id: older.data[1]!._id })
  await lan.api.messaging.readAll({ id, to: 4 })
  const told = await lan.api.messaging.changes({ id, after: change })
  expect(told).toMatchObject({ change: 33, isAll: true, readTo: 4, totalNotSeenMessages: 26 })
  expect(told.messages.map(({ text, isDeleted, change: at }) => [text, isDeleted, at])).toEqual([
    ['line one', false, 31],
    ['', true, 32],
  ])
  expect(await lan.api.messaging.changes({ id, after: 33 })).toMatchObject({ messages: [], change: 33 })
  const part = await lan.api.messaging.changes({ id, after: 0, limit: 10 })
  expect([part.isAll, part.messages.length, part.change]).toEqual([false, 10, part.messages.at(-1)!.change])
  // Its sender does not see what they deleted; the other one reads that something was.
  expect((await mei.api.messaging.messages({ id, limit: 100 })).total).toBe(29)
  expect((await lan.api.messaging.messages({ id, limit: 100 })).data[1]).toMatchObject({ isDeleted: true, text: '' })
  // What is nothing once it is clean is nothing to say.
  for (const text of [' ', '\u200B', '<p></p>'])
    await expect(mei.api.messaging.edit({ id: older.data[2]!._id, text })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'text', code: 'text_required' }],
    })
  house.clock.advance({ minutes: 16 })
  await expect(mei.api.messaging.edit({ id: older.data[2]!._id, text: 'late' })).rejects.toMatchObject({
    status: 409,
    code: 'edit_time_over',
  })
})

test('who may begin: a fan with whoever they may see, a performer with those who follow, subscribe or wrote', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, other] = [await house.fan({ name: 'Mei' }), await house.creator({ name: 'Other' })]
  const begins = (who: Person, source: 'performer' | 'user', sourceId: string) => who.api.messaging.begin({ source, sourceId })
  await expect(begins(lan, 'user', mei.id)).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  await expect(begins(lan, 'performer', other.id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(begins(mei, 'performer', randomUUID())).rejects.toMatchObject({ status: 404 })
  await expect(begins(mei, 'user', lan.id)).rejects.toMatchObject({ status: 404 })
  await mei.api.follows.follow({ id: lan.id })
  const conversation = await begins(lan, 'user', mei.id)
  expect(conversation.writing).toEqual({ may: true })
  expect((await begins(mei, 'performer', lan.id))._id).toBe(conversation._id)
  await send(lan, conversation._id, 'Thank you for following.')
  await mei.api.follows.unfollow({ id: lan.id })
  await expect(send(lan, conversation._id, 'Come back')).rejects.toMatchObject({ status: 403, code: 'messages_need_follower' })
  expect((await lan.api.messaging.conversation({ id: conversation._id })).writing).toEqual({ may: false, why: 'not_following' })
})

test('nobody looks into a conversation of others, nor writes, reads, edits or deletes there', async () => {
  const { mei, lan, id } = await couple(house)
  const message = await send(mei, id, 'Between us')
  const [stranger, staff] = [await house.fan(), await house.staff()]
  for (const attempt of [
    () => stranger.api.messaging.conversation({ id }),
    () => stranger.api.messaging.messages({ id }),
    () => stranger.api.messaging.changes({ id, after: 0 }),
    () => stranger.api.messaging.readAll({ id }),
    () => stranger.api.messaging.arrange({ id, isPinned: true }),
    () => stranger.api.messaging.send({ id, text: 'Hello' }),
    () => stranger.api.messaging.edit({ id: message._id, text: 'Mine' }),
    () => stranger.api.messaging.remove({ id: message._id }),
    () => lan.api.messaging.edit({ id: message._id, text: 'Mine' }),
    () => lan.api.messaging.remove({ id: message._id }),
    () => staff.api.messaging.messages({ id }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await staff.api.messaging.conversations({})).toMatchObject({ total: 0 })
  // Staff take down what was reported to them: both read that it was deleted.
  await staff.api.messaging.remove({ id: message._id })
  expect((await mei.api.messaging.messages({ id })).data).toMatchObject([{ isDeleted: true, text: '' }])
  await expect(send(mei, id, '   ')).rejects.toMatchObject({ status: 422, code: 'text_required' })
  await expect(send(mei, id, 'x'.repeat(2001))).rejects.toMatchObject({ status: 422 })
})

test('an inbox: pinned first, newest activity first, found by name, by what is unread and by who it is; archived until something is said', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const fans = []
  for (const name of ['Anna', 'Bing', 'Cai']) {
    const fan = await house.fan({ name, balance: 100 })
    if (name !== 'Cai') await subscribes(fan, lan)
    else await fan.api.follows.follow({ id: lan.id })
    fans.push({ name, fan, id: (await lan.api.messaging.begin({ source: 'user', sourceId: fan.id }))._id })
    house.clock.advance({ seconds: 5 })
    await send(lan, fans.at(-1)!.id, `Hello ${name}`)
  }
  const names = async (wanted: Parameters<typeof lan.api.messaging.search>[0]) =>
    (await lan.api.messaging.search(wanted)).data.map(({ recipientInfo }) => recipientInfo.name)
  expect(await names({})).toEqual(['Cai', 'Bing', 'Anna'])
  await lan.api.messaging.arrange({ id: fans[0]!.id, isPinned: true })
  expect(await names({})).toEqual(['Anna', 'Cai', 'Bing'])
  expect(await names({ list: 'pinned' })).toEqual(['Anna'])
  expect(await names({ keyword: 'ing' })).toEqual(['Bing'])
  expect(await names({ keyword: '%' })).toEqual([])
  expect(await names({ list: 'subscribers' })).toEqual(['Anna', 'Bing'])
  expect(await names({ list: 'followers' })).toContain('Cai')
  expect(await names({ unread: true })).toEqual([])
  await send(fans[1]!.fan, fans[1]!.id, 'Hi')
  expect(await names({ unread: true })).toEqual(['Bing'])
  // The one that is open is not gone because it is read.
  const { _id: strange } = await fans[0]!.fan.api.messaging.begin({ source: 'performer', sourceId: (await house.creator()).id })
  expect(await names({ unread: true, stays: fans[1]!.id })).toEqual(['Bing'])
  expect(await names({ unread: true, stays: strange })).toEqual(['Bing'])
  expect(await lan.api.messaging.search({ unread: true, stays: fans[0]!.id })).toMatchObject({ total: 2 })
  expect(await names({ unread: true, stays: fans[0]!.id })).toEqual(['Anna', 'Bing'])
  expect(await names({ unread: true, stays: fans[2]!.id })).toEqual(['Bing', 'Cai'])
  expect(await names({ unread: true, stays: fans[2]!.id, keyword: 'ing' })).toEqual(['Bing'])
  expect(await names({ list: 'unanswered' })).toEqual(['Bing'])
  expect(await names({ list: 'unanswered', stays: fans[2]!.id })).toEqual(['Bing', 'Cai'])
  expect(await names({ stays: strange })).toEqual(['Anna', 'Bing', 'Cai'])
  const { _id: listId } = await lan.api.fans.createList({ name: 'Front row' })
  await lan.api.fans.addMembers({ id: listId, fanIds: [fans[0]!.fan.id, fans[2]!.fan.id] })
  expect(await names({ listId })).toEqual(['Anna', 'Cai'])
  expect(await lan.api.messaging.search({ listId, limit: 1 })).toMatchObject({ total: 2, data: [{ recipientInfo: { name: 'Anna' } }] })
  expect([await names({ listId, list: 'subscribers' }), await names({ listId, keyword: 'cai' })]).toEqual([['Anna'], ['Cai']])
  const others = await house.creator({ name: 'Other' })
  for (const { api } of [others, fans[0]!.fan])
    await expect(api.messaging.search({ listId })).rejects.toMatchObject({ status: 404, errors: [{ field: 'listId' }] })
  await lan.api.fans.removeList({ id: listId })
  await expect(lan.api.messaging.search({ listId })).rejects.toMatchObject({ status: 404 })
  await lan.api.messaging.arrange({ id: fans[1]!.id, isArchived: true })
  expect([await names({}), await names({ list: 'archived' })]).toEqual([['Anna', 'Cai'], ['Bing']])
  expect((await fans[1]!.fan.api.messaging.conversations({})).total).toBe(1)
  await send(fans[1]!.fan, fans[1]!.id, 'Hi again')
  expect(await names({ list: 'archived' })).toEqual([])
})

test('an inbox goes by the line that it shows, and by when that was said: a creator’s not by what went to many, and nobody’s by what they deleted', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [anna, bing] = [await house.fan({ name: 'Anna', balance: 100 }), await house.fan({ name: 'Bing', balance: 100 })]
  const between = new Map<Person, string>()
  for (const fan of [anna, bing]) {
    await subscribes(fan, lan)
    between.set(fan, await conversationOf(fan, lan))
  }
  const say = (who: Person, fan: Person, text: string) => {
    house.clock.advance({ minutes: 1 })
    return send(who, between.get(fan)!, text)
  }
  const inbox = async (who: Person) => {
    const { data } = await who.api.messaging.conversations({})
    for (const { lastMessage, lastMessageCreatedAt } of data) expect(lastMessageCreatedAt).toBe(lastMessage!.createdAt)
    return data.map(
      ({ recipientInfo, lastMessage }) => `${recipientInfo.name}: ${lastMessage!.isDeleted ? '(deleted)' : lastMessage!.text}`,
    )
  }
  await say(anna, anna, 'From Anna')
  await say(bing, bing, 'From Bing')
  house.clock.advance({ minutes: 1 })
  for (const campaignId of [randomUUID(), null])
    await house.db.transaction((tx) =>
      writeToMany(tx, { performerId: lan.id, author: campaignId ? 'person' : 'automation', campaignId }, [
        { fanId: anna.id, text: 'To many' },
      ]),
    )
  expect(await inbox(lan)).toEqual(['Bing: From Bing', 'Anna: From Anna'])
  expect(await inbox(anna)).toEqual(['Lan: To many'])

  const answer = await say(lan, anna, 'To Anna')
  expect(await inbox(lan)).toEqual(['Anna: To Anna', 'Bing: From Bing'])
  await lan.api.messaging.remove({ id: answer._id })
  expect(await inbox(lan)).toEqual(['Bing: From Bing', 'Anna: From Anna'])
  expect(await inbox(anna)).toEqual(['Lan: (deleted)'])

  // A fan's inbox goes by what stands in it, too, and leaves out where nothing does.
  const kit = await house.creator({ name: 'Kit' })
  await subscribes(anna, kit)
  const withKit = await conversationOf(anna, kit)
  house.clock.advance({ minutes: 1 })
  const [first, second] = [await send(anna, withKit, 'First'), await send(anna, withKit, 'Second')]
  expect(await inbox(anna)).toEqual(['Kit: Second', 'Lan: (deleted)'])
  await anna.api.messaging.remove({ id: first._id })
  expect(await inbox(anna)).toEqual(['Kit: Second', 'Lan: (deleted)'])
  await say(lan, anna, 'Another')
  const third = await send(anna, withKit, 'Third')
  await anna.api.messaging.remove({ id: third._id })
  expect(await inbox(anna)).toEqual(['Lan: Another', 'Kit: Second'])
  await anna.api.messaging.remove({ id: second._id })
  expect(await inbox(anna)).toEqual(['Lan: Another'])
  expect(await inbox(kit)).toEqual(['Anna: (deleted)'])
  // Where it goes by is what its lines say, whoever writes to the database.
  for (const moved of [
    sql`last_message_at = last_message_at - interval '1 minute'`,
    sql`last_personal_at = null`,
    sql`last_message_at = null`,
  ])
    await expect(
      house.db.transaction((tx) => tx.run(sql`update messaging.conversations set ${moved} where id = ${between.get(anna)!}`)),
    ).rejects.toMatchObject({ code: '23000' })
})

test('who waits for an answer: the newest line that a person wrote is the fan’s, whatever went to many, was asked or was tipped since', async () => {
  const { lan, mei, id } = await couple(house)
  const waits = async () => (await lan.api.me.waiting({})).messages.count
  const listed = async ({ api }: Person) => (await api.messaging.search({ list: 'unanswered' })).data.map(({ _id }) => _id)
  expect([await waits(), await listed(lan)]).toEqual([0, []])
  const asked = await send(mei, id, 'When do you open?')
  expect([await waits(), await listed(lan), await listed(mei)]).toEqual([1, [id], []])
  // Read is not answered, and what goes to all of them answers nobody.
  await lan.api.messaging.readAll({ id })
  await lan.api.campaigns.create({ text: 'Tonight at nine', segment: { include: [{ of: 'subscribers' }], exclude: [] } })
  await house.settle()
  expect((await mei.api.messaging.messages({ id })).data.at(-1)?.text).toBe('Tonight at nine')
  expect([await waits(), await listed(lan)]).toEqual([1, [id]])

  const answer = await send(lan, id, 'At nine')
  expect([await waits(), await listed(lan), await listed(mei)]).toEqual([0, [], [id]])
  await lan.api.me.updatePerformer({ takesRequests: true })
  await mei.api.requests.ask({ performerId: lan.id, text: 'A seat by the window' })
  await mei.api.earnings.tip({ id: lan.id, amount: 20 })
  await house.settle()
  expect(await waits()).toBe(0)
  await mei.api.earnings.tip({ id: lan.id, amount: 20, message: 'May I bring a friend?' })
  await house.settle()
  expect(await waits()).toBe(1)
  // What was taken back is no answer, and asks nothing.
  await send(lan, id, 'You may')
  await lan.api.messaging.remove({ id: answer._id })
  expect(await waits()).toBe(0)
  const mistaken = await send(mei, id, 'And a dog?')
  expect(await waits()).toBe(1)
  await mei.api.messaging.remove({ id: mistaken._id })
  expect(await waits()).toBe(0)
  await send(mei, id, 'And a cat?')
  await lan.api.messaging.arrange({ id, isArchived: true })
  expect([await waits(), await listed(lan)]).toEqual([0, []])
  expect(asked.number).toBe(1)
})

test('whom a performer may write to, found by name, and what there is between the two (calls.md section 11)', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [anna, bing, cai] = [
    await house.fan({ name: 'Anna', balance: 100 }),
    await house.fan({ name: 'Bing', balance: 200 }),
    await house.fan({ name: 'Cai' }),
  ]
  await anna.api.follows.follow({ id: lan.id })
  await subscribes(bing, lan)
  await bing.api.earnings.tip({ id: lan.id, amount: 20 })
  await bing.api.earnings.tip({ id: lan.id, amount: 30, anonymous: true })
  const names = async (wanted: Parameters<typeof lan.api.directory.fans>[0]) =>
    (await lan.api.directory.fans(wanted)).data.map(({ name, isFollower, isSubscribed }) => [name, isFollower, isSubscribed])
  expect(await names({ list: 'followers', q: 'ann' })).toEqual([['Anna', true, false]])
  expect(await names({ list: 'subscribers' })).toEqual([['Bing', (await names({ q: 'bing' }))[0]![1], true]])
  expect(await names({ q: 'Cai' })).toEqual([])
  expect(await names({ q: '@stagedoor.example' })).toEqual([])
  const seen = await lan.api.directory.fan({ id: bing.id })
  expect(seen).toMatchObject({ name: 'Bing', isSubscribed: true, isBlocked: false, spent: { purchases: 2 } })
  // A month's price and the tip that bears a name.
  const month = (await lan.api.earnings.lines({ sourceType: 'subscription' })).data[0]!.grossPrice
  expect(seen.spent.total).toBe(month + 20)
  expect(seen).not.toHaveProperty('email')
  await expect(lan.api.directory.fan({ id: cai.id })).rejects.toMatchObject({ status: 404 })
  await expect(lan.api.directory.fan({ id: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(anna.api.directory.fans({})).rejects.toMatchObject({ status: 403 })
  await anna.api.blocks.blockUser({ targetId: lan.id })
  expect(await names({ q: 'anna' })).toEqual([])
  await expect(lan.api.directory.fan({ id: anna.id })).rejects.toMatchObject({ status: 404 })
})

test('who writes is seen writing by the other one, and by nobody else; not by whom they may not write to', async () => {
  const { lan, mei, id } = await couple(house)
  const stranger = await house.fan()
  const [hers, his, theirs] = [
    await listens(house, lan, 'message/typing'),
    await listens(house, mei, 'message/typing'),
    await listens(house, stranger, 'message/typing'),
  ]
  theirs.socket.emit('typing', { conversationId: id })
  theirs.socket.emit('typing', { conversationId: 'no id' })
  theirs.socket.emit('typing', null)
  his.socket.emit('typing', { conversationId: id })
  await expect.poll(() => hers.heard).toEqual([{ conversationId: id }])
  // However fast somebody says it, twice in a second is all that is heard.
  for (let n = 0; n < 50; n++) his.socket.emit('typing', { conversationId: id })
  await send(mei, id, 'There')
  await expect.poll(async () => (await lan.api.messaging.totalUnread({})).total).toBe(1)
  expect(hers.heard.length).toBeLessThan(6)
  expect([his.heard, theirs.heard]).toEqual([[], []])
  for (const { socket } of [hers, his, theirs]) socket.close()
})

test('whoever hides that they are here is seen neither as here nor as writing, and shows it again when they like', async () => {
  const { lan, mei, id } = await couple(house)
  const seen = async () => (await mei.api.directory.performer({ id: lan.username })).isOnline
  const inInbox = async ({ api }: Person) => [
    (await api.messaging.conversations({})).data[0]!.recipientInfo.isOnline,
    (await api.messaging.conversation({ id })).recipientInfo.isOnline,
  ]
  await send(mei, id, 'Are you here?')
  await lan.api.messaging.totalUnread({})
  expect([await seen(), ...(await inInbox(mei)), ...(await inInbox(lan))]).toEqual(Array(5).fill(true))
  await lan.api.accounts.update({ hidesPresence: true })
  expect([await seen(), ...(await inInbox(mei))]).toEqual([false, false, false])
  expect((await lan.api.me.user({})).hidesPresence).toBe(true)
  const found = async (isOnline: boolean) =>
    (await mei.api.directory.search({ q: lan.username, isOnline })).data.some(({ _id }) => _id === lan.id)
  expect([await found(true), await found(false)]).toEqual([false, true])
  const [hers, his] = [await listens(house, lan, 'message/typing'), await listens(house, mei, 'message/typing')]
  hers.socket.emit('typing', { conversationId: id })
  // What is heard of him came after what she said.
  his.socket.emit('typing', { conversationId: id })
  await expect.poll(() => hers.heard).toEqual([{ conversationId: id }])
  await send(lan, id, 'Here all the same')
  await expect.poll(async () => (await mei.api.messaging.totalUnread({})).total).toBe(1)
  expect(his.heard).toEqual([])
  await lan.api.accounts.update({ hidesPresence: false })
  expect([await seen(), ...(await inInbox(mei))]).toEqual([true, true, true])
  // Not of whom a block parts them from, whichever of the two blocked; nor of who went.
  await lan.api.blocks.blockUser({ targetId: mei.id })
  expect([...(await inInbox(mei)), ...(await inInbox(lan))]).toEqual(Array(4).fill(false))
  await lan.api.blocks.unblockUser({ id: mei.id })
  house.clock.advance({ minutes: 4 })
  expect([...(await inInbox(mei)), ...(await inInbox(lan))]).toEqual([false, false, true, true])
  for (const { socket } of [hers, his]) socket.close()
})

test('the database keeps it so, whoever writes to it: numbers without a twin, marks that only move forward, and what was said', async () => {
  const { mei, lan, id } = await couple(house)
  const message = await send(mei, id, 'As it was said')
  await lan.api.messaging.readAll({ id })
  await sweepMessages(house.db)
  const attempts = [
    sql`update messaging.conversations set last_change = last_change - 1 where id = ${id}`,
    sql`update messaging.conversations set read_by_performer = 0 where id = ${id}`,
    sql`update messaging.conversations set read_by_fan = last_change + 1 where id = ${id}`,
    sql`update messaging.conversations set fan_id = performer_id where id = ${id}`,
    sql`update messaging.messages set sender_id = ${lan.id} where id = ${message._id}`,
    sql`update messaging.messages set number = 7, change = 7 where id = ${message._id}`,
    sql`update messaging.messages set amount = 100 where id = ${message._id}`,
    sql`delete from messaging.messages where id = ${message._id}`,
    sql`insert into messaging.messages (conversation_id, number, change, sender_id, type, text, created_at) values (${id}, 1, 9, ${mei.id}, 'text', 'x', now())`,
    sql`insert into messaging.messages (conversation_id, number, change, sender_id, type, text, amount, created_at) values (${id}, 9, 9, ${mei.id}, 'tip', 'x', 5, now())`,
    sql`insert into messaging.messages (id, conversation_id, number, change, arrived, sender_id, type, text, created_at) values (gen_random_uuid(), ${id}, 9, 9, 9, ${mei.id}, 'text', 'x', now())`,
    sql`update notifications.sweeps set reached = gen_random_uuid()`,
    sql`insert into messaging.conversations (kind, performer_id, fan_id, created_at) values ('private', ${lan.id}, ${mei.id}, now())`,
  ]
  for (const attempt of attempts)
    await expect(
      house.db.transaction((tx) => tx.run(attempt)),
      attempt.text,
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})

test('what is said of files where there are none is refused by its name, and free is no price', async () => {
  const { lan, mei, id } = await couple(house)
  expect(await mei.api.messaging.send({ id, type: 'text', text: 'x', isSale: 'free' })).toMatchObject({ type: 'text' })
  const says = (who: Person, more: Omit<Parameters<Person['api']['messaging']['send']>[0], 'id'>) =>
    who.api.messaging.send({ id, text: 'x', ...more })
  for (const more of [{ isSale: 'ppv' as const }, { price: 5 }]) {
    await expect(says(mei, more)).rejects.toMatchObject({ status: 422, code: 'price_not_allowed', errors: [{ field: 'price' }] })
    await expect(says(lan, more)).rejects.toMatchObject({ status: 422, code: 'file_required', errors: [{ field: 'fileIds' }] })
  }
  await expect(says(lan, { previewId: randomUUID() })).rejects.toMatchObject({ code: 'file_required' })
})

test('nobody opens a conversation with whoever blocked them, not even the one that is there; it stays to be read', async () => {
  const { lan, mei, id } = await couple(house)
  await send(mei, id, 'Hello')
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect(mei.api.messaging.begin({ source: 'performer', sourceId: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(lan.api.messaging.begin({ source: 'user', sourceId: mei.id })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.messaging.messages({ id })).data.map(({ text }) => text)).toEqual(['Hello'])
})

test('the badge counts what the inbox shows, whatever is said by whom and wherever its reader put it', async () => {
  const ways = { person: null, campaign: randomUUID(), automation: null }
  for (const where of ['isPinned', 'isArchived', 'isMuted'] as const)
    for (const [way, campaignId] of Object.entries(ways)) {
      const { lan, mei, id } = await couple(house)
      await send(mei, id, 'Hello')
      await mei.api.messaging.arrange({ id, [where]: true })
      if (way === 'person') await send(lan, id, 'To you')
      else {
        const author = way === 'automation' ? 'automation' : 'person'
        await house.db.transaction((tx) =>
          writeToMany(tx, { performerId: lan.id, author, campaignId }, [{ fanId: mei.id, text: 'To many' }]),
        )
      }
      const shown = (await mei.api.messaging.conversations({})).data
      const filtered = (await mei.api.messaging.search({ unread: true })).data
      const sum = shown.reduce((total, { totalNotSeenMessages }) => total + totalNotSeenMessages, 0)
      const isShown = where !== 'isArchived' || way === 'person'
      expect([shown.length, filtered.length, sum, await unread(mei)], `${where} ${way}`).toEqual(Array(4).fill(isShown ? 1 : 0))
      expect((await mei.api.messaging.search({ list: 'archived' })).total, `${where} ${way}`).toBe(isShown ? 0 : 1)
    }
})

test('either of the two marks a conversation as unread, for themselves alone: counted and listed until they open it or answer', async () => {
  const { lan, mei, id } = await couple(house)
  await send(mei, id, 'Hello')
  await lan.api.messaging.readAll({ id })
  await send(lan, id, 'Good evening')
  await mei.api.messaging.readAll({ id })
  const marks = async ({ api }: Person) => {
    const { isMarkedUnread, totalNotSeenMessages, readTo, change } = await api.messaging.conversation({ id })
    return { isMarkedUnread, totalNotSeenMessages, readTo, change }
  }
  for (const [who, other] of [
    [lan, mei],
    [mei, lan],
  ] as const) {
    const counts = async () => [
      await unread(who),
      (await who.api.me.user({})).unread.messages,
      (await who.api.messaging.search({ unread: true })).total,
      (await who.api.messaging.search({ unread: false })).total,
    ]
    const [before, theirs] = [await marks(who), await marks(other)]
    expect(before).toMatchObject({ isMarkedUnread: false, totalNotSeenMessages: 0 })
    const heard = await listens(house, who, 'messages/changed')
    // As often as they like it is one mark, and nothing that was read is unread by it.
    for (let times = 1; times <= 2; times++) {
      expect(await who.api.messaging.arrange({ id, isMarkedUnread: true })).toMatchObject({ isMarkedUnread: true, totalNotSeenMessages: 0 })
      expect(await counts()).toEqual([1, 1, 1, 0])
    }
    expect(await marks(who)).toEqual({ ...before, isMarkedUnread: true })
    expect(await marks(other)).toEqual(theirs)
    // Their other screens hear of it, once.
    await expect.poll(() => heard.heard.length).toBe(1)
    expect(await unread(other)).toBe(0)
    await who.api.messaging.arrange({ id, isPinned: true })
    expect(await counts()).toEqual([1, 1, 1, 0])

    expect(await who.api.messaging.readAll({ id })).toMatchObject({ total: 0, readTo: before.readTo, change: before.change })
    expect([await counts(), await marks(who)]).toEqual([[0, 0, 0, 1], before])
    await expect.poll(() => heard.heard.length).toBe(2)
    heard.socket.close()

    await who.api.messaging.arrange({ id, isMarkedUnread: true })
    await send(who, id, 'An answer')
    expect([await counts(), (await marks(who)).isMarkedUnread]).toEqual([[0, 0, 0, 1], false])
    await other.api.messaging.readAll({ id })
    await who.api.messaging.arrange({ id, isMarkedUnread: true })
    await who.api.messaging.arrange({ id, isMarkedUnread: false })
    expect(await counts()).toEqual([0, 0, 0, 1])
  }

  // What is said meanwhile counts by itself, and what is archived nowhere.
  await lan.api.messaging.arrange({ id, isMarkedUnread: true })
  await send(mei, id, 'One')
  await send(mei, id, 'Two')
  expect(await unread(lan)).toBe(2)
  await lan.api.messaging.readAll({ id })
  await lan.api.messaging.arrange({ id, isMarkedUnread: true, isArchived: true })
  expect(await unread(lan)).toBe(0)
  // Where nothing was said there is nothing to be listed, and so nothing to be counted.
  const empty = await conversationOf(mei, await house.creator())
  await mei.api.messaging.arrange({ id: empty, isMarkedUnread: true })
  expect([await unread(mei), (await mei.api.messaging.search({ unread: true })).total]).toEqual([0, 0])
  for (const stranger of [await house.fan(), await house.creator(), await house.staff()])
    await expect(stranger.api.messaging.arrange({ id, isMarkedUnread: true })).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a creator’s open thread hears of a line to many', async () => {
  const { lan, mei } = await couple(house)
  const hers = await listens(house, lan, 'messages/changed')
  await house.db.transaction((tx) =>
    writeToMany(tx, { performerId: lan.id, author: 'automation', campaignId: null }, [{ fanId: mei.id, text: 'Thank you' }]),
  )
  await expect.poll(() => hers.heard.length).toBe(1)
  hers.socket.close()
})

test('whoever is blocked is not told that what they wrote was read', async () => {
  const { lan, mei, id } = await couple(house)
  await send(mei, id, 'Before')
  await lan.api.messaging.readAll({ id })
  const told = async () => (await mei.api.messaging.conversation({ id })).seenTo
  const before = await told()
  expect(before).toBeGreaterThan(0)
  await send(mei, id, 'After')
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  const { heard, socket } = await listens(house, mei, 'message/read')
  await lan.api.messaging.readAll({ id })
  expect(await told()).toBe(before)
  expect((await mei.api.messaging.messages({ id })).seenTo).toBe(before)
  expect((await mei.api.messaging.messages({ id })).data.at(-1)).toMatchObject({ text: 'After', seenAt: null })
  expect(heard).toEqual([])
  socket.close()
})
