// Mass messages, what is said by a rule, and what a creator keeps of their fans.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { countShares, say } from '#server/talk/automations/automations.ts'
import { countOpened, startDue, walkOneBatch } from '#server/talk/campaigns/sending.ts'
import { type House, listens, openHouse, type Person, picture } from '#journeys/house.ts'
import { conversationOf, send, subscribes } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

const to = (...include: ('followers' | 'subscribers' | 'expired')[]) => ({ include: include.map((of) => ({ of })), exclude: [] })

/** What stands in the conversation of the two, as the fan reads it. */
async function heard(fan: Person, performer: Person): Promise<string[]> {
  const { data } = await fan.api.messaging.conversations({ limit: 100 })
  const conversation = data.find(({ recipientInfo }) => recipientInfo._id === performer.id)
  if (!conversation) return []
  return (await fan.api.messaging.messages({ id: conversation._id, limit: 100 })).data
    .filter(({ senderId }) => senderId === performer.id)
    .map(({ text, isDeleted }) => (isDeleted ? '(deleted)' : text))
}

/** Three fans of three kinds: one follows, one subscribes, one did once. */
async function stageOf(name: string) {
  const lan = await house.creator({ name })
  const [follower, subscriber, expired] = [
    await house.fan({ name: 'Fei' }),
    await house.fan({ name: 'Shu', balance: 500 }),
    await house.fan({ name: 'Guo', balance: 500 }),
  ]
  await follower.api.follows.follow({ id: lan.id })
  await subscribes(subscriber, lan)
  await subscribes(expired, lan)
  const { data } = await lan.api.subscriptions.subscribers({})
  await lan.api.subscriptions.cancel({ type: 'wallet', id: data.find(({ user }) => user._id === expired.id)!._id })
  await house.settle()
  return { lan, follower, subscriber, expired }
}

const sends = async (who: Person, draft: Parameters<Person['api']['campaigns']['create']>[0]) => {
  const campaign = await who.api.campaigns.create(draft)
  await house.settle()
  return campaign
}

test('a mass message reaches those it is for, and nobody else, by name; the count before is the count after', async () => {
  const { lan, follower, subscriber, expired } = await stageOf('Lan')
  const stranger = await house.fan({ name: 'Stranger' })
  expect(await lan.api.campaigns.count({ segment: to('followers', 'subscribers', 'expired') })).toEqual({ count: 3 })
  const segment = { include: [{ of: 'followers' as const }, { of: 'subscribers' as const }], exclude: [{ of: 'followers' as const }] }
  expect(await lan.api.campaigns.count({ segment })).toEqual({ count: 1 })
  const accepted = await sends(lan, { text: 'Good evening {name}, the doors are open.', segment })
  expect(accepted).toMatchObject({ state: 'sending', counted: 1, sent: 0 })
  expect(await lan.api.campaigns.one({ id: accepted._id })).toMatchObject({ state: 'sent', counted: 1, sent: 1, opened: 0 })
  expect(await heard(subscriber, lan)).toEqual(['Good evening Shu, the doors are open.'])
  for (const other of [follower, expired, stranger]) expect(await heard(other, lan)).toEqual([])

  // Somebody wrote it, to many: it says so to both, and it is read as any line is.
  const [conversation] = (await subscriber.api.messaging.conversations({})).data
  expect(conversation).toMatchObject({
    totalNotSeenMessages: 1,
    hearsCampaigns: true,
    lastMessage: { author: 'person', campaignId: accepted._id },
  })
  await subscriber.api.messaging.readAll({ id: conversation!._id })
  expect(await lan.api.campaigns.one({ id: accepted._id })).toMatchObject({ opened: 1 })
  expect((await lan.api.campaigns.list({ status: 'sent' })).data).toMatchObject([{ _id: accepted._id, sent: 1, opened: 1 }])
  expect(await lan.api.campaigns.list({ status: 'scheduled' })).toMatchObject({ total: 0 })
})

test('who bought for so much since a day, who is on a list, who is on none: parts are joined and taken away', async () => {
  const { lan, follower, subscriber, expired } = await stageOf('Parts')
  const tipper = await house.fan({ name: 'Tip', balance: 500 })
  await tipper.api.earnings.tip({ id: lan.id, amount: 60 })
  const today = house.db.now.toISOString().slice(0, 10)
  const count = async (segment: Parameters<Person['api']['campaigns']['count']>[0]['segment']) =>
    (await lan.api.campaigns.count({ segment })).count
  expect(await count({ include: [{ of: 'spenders', atLeast: 60, since: today }], exclude: [] })).toBe(1)
  expect(await count({ include: [{ of: 'spenders', atLeast: 60.01 }], exclude: [] })).toBe(0)
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace('02-29', '02-28')}`
  expect(await count({ include: [{ of: 'spenders', atLeast: 1, since: nextYear }], exclude: [] })).toBe(0)

  const list = await lan.api.fans.createList({ name: 'Front row' })
  await lan.api.fans.addMembers({ id: list._id, fanIds: [follower.id, tipper.id] })
  const onList = { of: 'list' as const, listId: list._id }
  expect(await count({ include: [onList], exclude: [] })).toBe(2)
  expect(await count({ include: [onList, { of: 'followers' }, { of: 'subscribers' }], exclude: [] })).toBe(3)
  expect(await count({ include: [{ of: 'followers' }, { of: 'expired' }], exclude: [onList] })).toBe(1)
  await sends(lan, { text: 'Front row', segment: { include: [onList], exclude: [{ of: 'followers' }] } })
  expect(await Promise.all([tipper, follower, subscriber, expired].map((fan) => heard(fan, lan)))).toEqual([['Front row'], [], [], []])
  // Whoever left altogether is on the list, and has nothing to do with its creator any more.
  await follower.api.follows.unfollow({ id: lan.id })
  expect(await count({ include: [onList], exclude: [] })).toBe(1)
})

test('never those who blocked or were blocked, who live where the creator hides, who left, nor whoever is gone', async () => {
  const lan = await house.creator({ name: 'Walls' })
  const fans = []
  for (const name of ['Blocks', 'Blocked', 'Hidden', 'Leaves', 'Gone', 'Stays']) {
    const fan = await house.fan({ name })
    await fan.api.follows.follow({ id: lan.id })
    fans.push(fan)
  }
  const [blocks, blocked, hidden, leaves, gone, stays] = fans as [Person, Person, Person, Person, Person, Person]
  await blocks.api.blocks.blockUser({ targetId: lan.id })
  await lan.api.blocks.blockUser({ targetId: blocked.id })
  await hidden.api.accounts.update({ country: 'FR' })
  await lan.api.blocks.blockCountries({ countryCodes: ['FR'] })
  const id = await conversationOf(leaves, lan)
  expect(await leaves.api.messaging.arrange({ id, hearsCampaigns: false })).toMatchObject({ hearsCampaigns: false })
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${gone.id}`))
  // The blocks took the follows away: they come back as rows, so that the query itself is asked.
  await house.db.transaction((tx) =>
    tx.run(sql`
      insert into follows.follows (fan_id, performer_id, created_at)
      select id, ${lan.id}, ${tx.now} from unnest(${[blocks.id, blocked.id]}::uuid[]) as id on conflict do nothing`),
  )
  expect(await lan.api.campaigns.count({ segment: to('followers') })).toEqual({ count: 1 })
  const { _id } = await sends(lan, { text: 'Come in', segment: to('followers') })
  expect(await lan.api.campaigns.one({ id: _id })).toMatchObject({ sent: 1 })
  expect(await heard(stays, lan)).toEqual(['Come in'])
  expect(await heard(leaves, lan)).toEqual([])

  // The conversation itself is open, and they come back when they like.
  await send(lan, id, 'For you alone')
  expect(await heard(leaves, lan)).toEqual(['For you alone'])
  expect((await lan.api.messaging.conversation({ id })).hearsCampaigns).toBeUndefined()
  await expect(lan.api.messaging.arrange({ id, hearsCampaigns: true })).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  await leaves.api.messaging.arrange({ id, hearsCampaigns: true })
  expect(await lan.api.campaigns.count({ segment: to('followers') })).toEqual({ count: 2 })
})

test('killed in the middle, it goes on where it stopped: everybody hears it once', async () => {
  const lan = await house.creator({ name: 'Crowd' })
  await crowd(lan, 1203)
  await house.app.jobs.stop()
  try {
    const { _id: id } = await lan.api.campaigns.create({ text: 'Hello {name}', segment: to('followers') })
    // One batch is done; of the next nothing was, although it was begun.
    await house.db.transaction((tx) => walkOneBatch(tx, id))
    await expect(
      house.db.transaction(async (tx) => {
        await walkOneBatch(tx, id)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await lan.api.campaigns.one({ id })).toMatchObject({ state: 'sending', sent: 500, counted: 1203 })
    // And one whose progress was lost, as if a batch were walked again.
    await house.db.transaction((tx) => tx.run(sql`update campaigns.campaigns set reached = null where id = ${id}`))
    await Promise.all([house.app.jobs.runDue(), house.app.jobs.runDue()])
    expect(await lan.api.campaigns.one({ id })).toMatchObject({ state: 'sent', sent: 1203, counted: 1203 })
    const lines = await house.db.one<{ lines: number; fans: number; wrong: number }>(sql`
      select count(*)::integer as lines, count(distinct c.fan_id)::integer as fans,
        (count(*) filter (where m.text <> 'Hello ' || a.name or c.last_change <> 1 or m.number <> 1))::integer as wrong
      from messaging.messages m join messaging.conversations c on c.id = m.conversation_id join accounts.accounts a on a.id = c.fan_id
      where m.campaign_id = ${id}`)
    expect(lines).toEqual({ lines: 1203, fans: 1203, wrong: 0 })
    // To so many, a job counts who opened it.
    await house.db.transaction((tx) =>
      tx.run(sql`
        update messaging.conversations set read_by_fan = 1
        where fan_id in (select fan_id from messaging.conversations where performer_id = ${lan.id} limit 7)`),
    )
    await countOpened(house.db)
    expect((await lan.api.campaigns.list({})).data).toMatchObject([{ opened: 7 }])
    // None of them stands in the creator's inbox, where somebody may wait for an answer.
    expect(await lan.api.messaging.conversations({})).toMatchObject({ total: 0 })

    await lan.api.campaigns.unsend({ id })
    await house.db.transaction((tx) => walkOneBatch(tx, id))
    expect(await lan.api.campaigns.one({ id })).toMatchObject({ state: 'unsending', unsent: 500 })
    await house.app.jobs.runDue()
    expect(await lan.api.campaigns.one({ id })).toMatchObject({ state: 'unsent', unsent: 1203 })
    const left = await house.db.one<{ standing: number; unread: number }>(sql`
      select (count(*) filter (where m.deleted_at is null))::integer as standing, (count(*) filter (where c.last_of_performer > c.read_by_fan))::integer as unread
      from messaging.messages m join messaging.conversations c on c.id = m.conversation_id where m.campaign_id = ${id}`)
    expect(left).toEqual({ standing: 0, unread: 0 })
  } finally {
    await house.app.jobs.start()
  }
})

/** Followers by the hundred, who never sign in. */
async function crowd(performer: Person, size: number): Promise<void> {
  await house.db.transaction((tx) =>
    tx.run(sql`
      with people as (
        insert into accounts.accounts (role, name, username, email, birth_date, created_at)
        select 'user', 'Fan ' || n, ${`c${randomUUID().slice(0, 8)}`} || n, ${randomUUID().slice(0, 8)} || n || '@stagedoor.example', '1990-01-01', ${tx.now}
        from generate_series(1, ${size}) as n returning id
      )
      insert into follows.follows (fan_id, performer_id, created_at) select id, ${performer.id}, ${tx.now} from people`),
  )
}

test('taken back, it reads as deleted to the fan and is gone for its creator; twice is told', async () => {
  const { lan, follower } = await stageOf('Back')
  const id = await conversationOf(follower, lan)
  await send(lan, id, 'Before')
  const { _id } = await sends(lan, { text: 'Not meant', segment: to('followers') })
  const hints = await listens(house, follower, 'messages/changed')
  const { change } = await follower.api.messaging.conversation({ id })
  await lan.api.campaigns.unsend({ id: _id })
  await house.settle()
  await expect.poll(() => hints.heard.length).toBe(1)
  hints.socket.close()
  expect(await heard(follower, lan)).toEqual(['Before', '(deleted)'])
  expect((await follower.api.messaging.changes({ id, after: change })).messages).toMatchObject([{ isDeleted: true, text: '' }])
  expect((await lan.api.messaging.messages({ id })).data.map(({ text }) => text)).toEqual(['Before'])
  expect((await follower.api.messaging.totalUnread({})).total).toBe(1)
  expect(await lan.api.campaigns.one({ id: _id })).toMatchObject({ state: 'unsent', sent: 1, unsent: 1 })
  await expect(lan.api.campaigns.unsend({ id: _id })).rejects.toMatchObject({ status: 409, code: 'campaign_unsent' })
})

test('scheduled, it waits for the clock; until then it is changed or called off, and after that neither', async () => {
  const { lan, follower, subscriber } = await stageOf('Clock')
  const inHours = (hours: number) => new Date(house.clock.now().getTime() + hours * 3_600_000).toISOString()
  const later = await sends(lan, { text: 'Draft', segment: to('followers'), scheduledAt: inHours(2) })
  expect(later).toMatchObject({ state: 'scheduled', counted: 1 })
  const off = await sends(lan, { text: 'Never', segment: to('followers'), scheduledAt: inHours(2) })
  expect(await lan.api.campaigns.cancel({ id: off._id })).toMatchObject({ state: 'cancelled' })
  await expect(lan.api.campaigns.unsend({ id: later._id })).rejects.toMatchObject({ status: 409, code: 'campaign_not_sent' })
  await lan.api.campaigns.edit({
    id: later._id,
    text: 'Curtain in an hour',
    segment: to('followers', 'subscribers'),
    scheduledAt: inHours(3),
  })
  house.clock.advance({ hours: 2, minutes: 30 })
  await startDue(house.db)
  await house.settle()
  expect(await heard(follower, lan)).toEqual([])
  house.clock.advance({ minutes: 31 })
  await startDue(house.db)
  await house.settle()
  expect(await Promise.all([heard(follower, lan), heard(subscriber, lan)])).toEqual([['Curtain in an hour'], ['Curtain in an hour']])
  // Which of the two it was is said: one that was called off never goes out.
  for (const [id, code] of [
    [later._id, 'campaign_went_out'],
    [off._id, 'campaign_cancelled'],
  ] as const) {
    await expect(lan.api.campaigns.edit({ id, text: 'Too late', segment: to('followers') })).rejects.toMatchObject({ status: 409, code })
    await expect(lan.api.campaigns.cancel({ id })).rejects.toMatchObject({ status: 409, code })
  }
})

test('what is wrong is told by name, and nothing is half done', async () => {
  const { lan } = await stageOf('Wrong')
  const other = await house.creator({ name: 'Other' })
  const theirs = await other.api.fans.createList({ name: 'Theirs' })
  const attempt = (more: Partial<Parameters<Person['api']['campaigns']['create']>[0]>) =>
    lan.api.campaigns.create({ text: 'Hello', segment: to('followers'), ...more })
  const refused = (code: string, field?: string) => ({ code, ...(field && { errors: [expect.objectContaining({ field })] }) })
  await expect(attempt({ text: ' <b></b> ' })).rejects.toMatchObject(refused('text_required', 'text'))
  await expect(attempt({ text: 'child porn' })).rejects.toMatchObject({ code: 'prohibited_term' })
  await expect(attempt({ text: `${'x'.repeat(1950)}{name}` })).rejects.toMatchObject(refused('invalid', 'text'))
  await expect(attempt({ scheduledAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(refused('schedule_in_past', 'scheduledAt'))
  await expect(attempt({ scheduledAt: '9999-01-01T00:00:00Z' })).rejects.toMatchObject({
    errors: [{ field: 'scheduledAt', code: 'too_far', message: 'Not more than 2 years ahead, please.' }],
  })
  const followers = { of: 'followers' as const }
  await expect(
    attempt({ segment: { include: [followers], exclude: [followers, { of: 'list', listId: theirs._id }] } }),
  ).rejects.toMatchObject(refused('list_gone', 'segment.exclude.1.listId'))
  await expect(attempt({ segment: { include: [followers, { of: 'spenders' }], exclude: [] } })).rejects.toMatchObject(
    refused('invalid', 'segment.include.1.atLeast'),
  )
  await expect(attempt({ segment: { include: [{ ...followers, atLeast: 3, since: '2026-01-01' }], exclude: [] } })).rejects.toMatchObject({
    errors: [
      { field: 'segment.include.0.atLeast', code: 'unknown' },
      { field: 'segment.include.0.since', code: 'unknown' },
    ],
  })
  await expect(other.api.campaigns.create({ text: 'Hello', segment: to('followers') })).rejects.toMatchObject(
    refused('campaign_to_nobody', 'segment'),
  )
  expect([await lan.api.campaigns.list({}), await other.api.campaigns.list({})]).toMatchObject([{ total: 0 }, { total: 0 }])
})

test('a second press is the first one, by its key', async () => {
  const { lan, follower } = await stageOf('Twice')
  const press = (body: object, key: string) =>
    house.raw(
      {
        method: 'POST',
        url: '/api/campaigns',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      },
      lan.token,
    )
  const [key, body] = [randomUUID(), { text: 'Once', segment: to('followers') }]
  const answers = await Promise.all([press(body, key), press(body, key)])
  await house.settle()
  expect(new Set(answers.map(({ json }) => (json['data'] as { _id: string })._id)).size).toBe(1)
  expect(await heard(follower, lan)).toEqual(['Once'])
})

test('so many a day of one creator, from whichever hour: the site says how many, and no fan hears more', async () => {
  const { lan, follower } = await stageOf('Loud')
  const office = await house.staff()
  await office.api.admin.saveSettings({ values: { massMessagesPerDay: 2 } })
  const at = (hours: number) => ({ scheduledAt: new Date(house.clock.now().getTime() + hours * 3_600_000).toISOString() })
  const draft = { text: 'Again', segment: to('followers') }
  await lan.api.campaigns.create(draft)
  const second = await lan.api.campaigns.create({ ...draft, ...at(20) })
  const loud = { status: 409, code: 'too_many_campaigns', details: { limit: 2 } }
  await expect(lan.api.campaigns.create({ ...draft, ...at(10) })).rejects.toMatchObject(loud)
  await expect(lan.api.campaigns.create(draft)).rejects.toMatchObject(loud)
  await lan.api.campaigns.create({ ...draft, ...at(30) })
  await expect(lan.api.campaigns.create({ ...draft, ...at(43) })).rejects.toMatchObject(loud)
  // One that is moved does not stand in its own way; one that is called off makes room.
  await lan.api.campaigns.edit({ id: second._id, ...draft, ...at(21) })
  await lan.api.campaigns.cancel({ id: second._id })
  await lan.api.campaigns.create({ ...draft, ...at(10) })
  await house.settle()
  expect(await heard(follower, lan)).toEqual(['Again'])
  await office.api.admin.saveSettings({ values: { massMessagesPerDay: 5 } })
})

test('a welcome once, thanks once a day, each labelled as what it is; nobody is thanked who gave without a name', async () => {
  const lan = await house.creator({ name: 'Polite' })
  const rule = (occasion: 'follower' | 'subscriber' | 'tip' | 'renewal', text: string, isOn = true) =>
    lan.api.automations.save({ occasion, text, isOn })
  await rule('follower', 'Welcome, {name}.')
  await rule('subscriber', 'Now you see everything, {name}.')
  await rule('tip', 'Thank you, {name}!')
  await rule('renewal', 'Another month, {name}.', false)
  expect((await lan.api.automations.list({})).map(({ occasion, isOn }) => [occasion, isOn])).toEqual([
    ['follower', true],
    ['subscriber', true],
    ['tip', true],
    ['renewal', false],
  ])
  const mei = await house.fan({ name: 'Mei', balance: 1000 })
  for (let times = 0; times < 2; times++) {
    await mei.api.follows.follow({ id: lan.id })
    await house.settle()
    await mei.api.follows.unfollow({ id: lan.id })
  }
  await subscribes(mei, lan)
  await mei.api.earnings.tip({ id: lan.id, amount: 10, anonymous: true })
  await house.settle()
  expect(await heard(mei, lan)).toEqual(['Welcome, Mei.', 'Now you see everything, Mei.'])
  for (let times = 0; times < 2; times++) {
    await mei.api.earnings.tip({ id: lan.id, amount: 10 })
    await house.settle()
  }
  expect((await heard(mei, lan)).at(-1)).toBe('Thank you, Mei!')
  expect(await heard(mei, lan)).toHaveLength(3)
  house.clock.advance({ hours: 25 })
  for (const who of [mei, lan])
    who.api = house.as((await house.visitor().accounts.login({ username: who.username, password: who.password })).token)
  await mei.api.earnings.tip({ id: lan.id, amount: 10 })
  await house.settle()
  expect(await heard(mei, lan)).toHaveLength(4)
  const id = await conversationOf(mei, lan)
  const { data } = await mei.api.messaging.messages({ id })
  expect(new Set(data.filter(({ senderId }) => senderId === lan.id).map(({ author }) => author))).toEqual(new Set(['automation']))

  // Staff read what is said in creators' names; a creator does not read another's.
  const office = await house.staff()
  const said = await office.api.automations.all({ q: lan.username })
  expect(said.data.map(({ performer, occasion, isOn }) => [performer.name, occasion, isOn])).toContainEqual(['Polite', 'tip', true])
  expect(said.total).toBe(4)
  await expect(rule('tip', '  ')).rejects.toMatchObject({ code: 'text_required' })
  await expect(rule('tip', 'child porn')).rejects.toMatchObject({ code: 'prohibited_term' })
  expect(await rule('tip', '', false)).toMatchObject({ text: '', isOn: false })
})

test('what part of a creator’s messages was sent by itself stands on the profile where the site says so', async () => {
  const { lan, follower } = await stageOf('Share')
  await lan.api.automations.save({ occasion: 'follower', text: 'Welcome', isOn: true })
  await house.db.transaction((tx) => say(tx, 'follower', { performerId: lan.id, fanId: follower.id }))
  const id = await conversationOf(follower, lan)
  for (const text of ['One', 'Two', 'Three']) await send(lan, id, text)
  await sends(lan, { text: 'To many, which is no rule’s', segment: to('followers') })
  await house.db.transaction(countShares)
  expect((await follower.api.directory.performer({ id: lan.id })).automatic).toBeUndefined()
  const office = await house.staff()
  await office.api.admin.saveSettings({ values: { showAutomationShare: true } })
  expect(await follower.api.directory.performer({ id: lan.id })).toMatchObject({ automatic: 25 })
  await office.api.admin.saveSettings({ values: { showAutomationShare: false } })
})

test('the welcome of one’s own page is what the rule says to whoever subscribes', async () => {
  const lan = await house.creator({ name: 'Welcomes' })
  expect(await lan.api.me.updatePerformer({ welcomeMessage: 'Come in, {name}.' })).toMatchObject({ welcomeMessage: 'Come in, {name}.' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  await subscribes(mei, lan)
  await house.settle()
  expect(await heard(mei, lan)).toEqual(['Come in, Mei.'])
  await lan.api.automations.save({ occasion: 'subscriber', text: 'Sit where you like.', isOn: true })
  expect(await lan.api.me.performer({})).toMatchObject({ welcomeMessage: 'Sit where you like.' })
  await expect(lan.api.me.updatePerformer({ welcomeMessage: 'jailbait' })).rejects.toMatchObject({
    code: 'prohibited_term',
    errors: [{ field: 'welcomeMessage' }],
  })
  expect(await lan.api.me.updatePerformer({ welcomeMessage: '' })).toMatchObject({ welcomeMessage: '' })
  expect((await lan.api.automations.list({})).find(({ occasion }) => occasion === 'subscriber')).toMatchObject({ text: '', isOn: false })
})

test('nothing is said by a rule to whoever blocked or was blocked', async () => {
  const lan = await house.creator({ name: 'Quiet' })
  await lan.api.automations.save({ occasion: 'follower', text: 'Welcome', isOn: true })
  const [mei, shu] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Shu' })]
  await mei.api.blocks.blockUser({ targetId: lan.id })
  // As if they had followed a moment before.
  for (const { id: fanId } of [mei, shu]) await house.db.transaction((tx) => say(tx, 'follower', { performerId: lan.id, fanId }))
  expect(await heard(shu, lan)).toEqual(['Welcome'])
  expect(await heard(mei, lan)).toEqual([])
})

test('lists and notes: one’s own, of people whom one knows, and gone with the account they are about', async () => {
  const { lan, follower, subscriber } = await stageOf('Keeper')
  const stranger = await house.fan({ name: 'Stranger' })
  const list = await lan.api.fans.createList({ name: '  Front  row ' })
  expect(list).toMatchObject({ name: 'Front row', totalMembers: 0 })
  await expect(lan.api.fans.createList({ name: 'front ROW' })).rejects.toMatchObject({ status: 409, code: 'list_name_taken' })
  expect(await lan.api.fans.renameList({ id: list._id, name: 'First row' })).toMatchObject({ _id: list._id, name: 'First row' })
  const add = (...fanIds: string[]) => lan.api.fans.addMembers({ id: list._id, fanIds })
  await expect(add(follower.id, stranger.id)).rejects.toMatchObject({ status: 422, code: 'fan_unknown' })
  expect(await lan.api.fans.members({ id: list._id })).toMatchObject({ total: 0 })
  expect(await add(follower.id, subscriber.id)).toMatchObject({ totalMembers: 2 })
  expect((await lan.api.fans.members({ id: list._id, q: 'Shu' })).data).toMatchObject([{ _id: subscriber.id, name: 'Shu' }])
  expect(await lan.api.fans.removeMember({ id: list._id, fanId: subscriber.id })).toMatchObject({ totalMembers: 1 })

  expect(await lan.api.fans.note({ id: follower.id, text: ' Likes the blue one ' })).toEqual({ note: 'Likes the blue one' })
  await expect(lan.api.fans.note({ id: stranger.id, text: 'Who?' })).rejects.toMatchObject({ status: 404 })
  expect(await lan.api.directory.fan({ id: follower.id })).toMatchObject({ note: 'Likes the blue one', listIds: [list._id] })
  expect(JSON.stringify(await follower.api.me.user({}))).not.toContain('Likes the blue one')

  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${follower.id}`))
  await house.db.transaction((tx) =>
    tx.run(sql`
      insert into outbox.events (name, payload, created_at) values ('account.changed', ${JSON.stringify({ accountId: follower.id })}, ${tx.now})`),
  )
  await house.settle()
  const kept = await house.db.one<{ notes: number; members: number }>(sql`
    select (select count(*)::integer from fans.notes where fan_id = ${follower.id}) as notes,
      (select count(*)::integer from fans.members where fan_id = ${follower.id}) as members`)
  expect(kept).toEqual({ notes: 0, members: 0 })
  expect(await lan.api.fans.removeList({ id: list._id })).toEqual({ removed: true })
  expect(await lan.api.fans.lists({})).toEqual([])
})

test('a list that is taken away still keeps out whoever was to be kept out', async () => {
  const { lan, follower, subscriber } = await stageOf('Excludes')
  const list = await lan.api.fans.createList({ name: 'Not these' })
  await lan.api.fans.addMembers({ id: list._id, fanIds: [follower.id] })
  const segment = {
    include: [{ of: 'followers' as const }, { of: 'subscribers' as const }],
    exclude: [{ of: 'list' as const, listId: list._id }],
  }
  const scheduledAt = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
  await lan.api.campaigns.create({ text: 'Not for everybody', segment, scheduledAt })
  await lan.api.fans.removeList({ id: list._id })
  house.clock.advance({ hours: 2 })
  await startDue(house.db)
  await house.settle()
  expect(await Promise.all([heard(subscriber, lan), heard(follower, lan)])).toEqual([['Not for everybody'], []])
})

test('a campaign whose list was taken away is still there, says so beside the audience, and is mended by another', async () => {
  const { lan, follower } = await stageOf('Mends')
  const list = await lan.api.fans.createList({ name: 'For a while' })
  await lan.api.fans.addMembers({ id: list._id, fanIds: [follower.id] })
  const scheduledAt = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
  const draft = { text: 'Soon', segment: { include: [{ of: 'list' as const, listId: list._id }], exclude: [] }, scheduledAt }
  const { _id: id } = await lan.api.campaigns.create(draft)
  await lan.api.fans.removeList({ id: list._id })
  const gone = { status: 422, code: 'list_gone', errors: [{ field: 'segment.include.0.listId' }] }
  await expect(lan.api.campaigns.edit({ id, ...draft })).rejects.toMatchObject(gone)
  await expect(lan.api.campaigns.count({ segment: draft.segment })).rejects.toMatchObject(gone)
  expect(await lan.api.campaigns.edit({ id, ...draft, segment: to('followers') })).toMatchObject({ state: 'scheduled', counted: 1 })
})

test('saved replies: one’s own, by name', async () => {
  const lan = await house.creator({ name: 'Answers' })
  const thanks = await lan.api.replies.create({ name: 'Thanks', text: 'Thank you, {name}!' })
  await expect(lan.api.replies.create({ name: 'thanks', text: 'Again' })).rejects.toMatchObject({ status: 409, code: 'reply_name_taken' })
  await expect(lan.api.replies.create({ name: 'Empty', text: ' ' })).rejects.toMatchObject({ code: 'text_required' })
  await lan.api.replies.create({ name: 'Later', text: 'Tomorrow at eight.' })
  await lan.api.replies.edit({ id: thanks._id, name: 'Thank you', text: 'Thank you so much, {name}!' })
  expect((await lan.api.replies.list({})).map(({ name }) => name)).toEqual(['Later', 'Thank you'])
  await lan.api.replies.remove({ id: thanks._id })
  expect(await lan.api.replies.list({})).toHaveLength(1)
})

/** Photos that stand in a post which staff let out. */
async function letOut(creator: Person, count: number): Promise<string[]> {
  const fileIds = []
  for (let each = 0; each < count; each++)
    fileIds.push((await creator.api.feeds.uploadPhoto({ file: await picture(320, 240, Math.floor(Math.random() * 1e6)) }))._id)
  await creator.api.feeds.create({ type: 'photo', text: 'From the rehearsal', fileIds })
  await house.settle()
  const staff = await house.staff()
  for (const { _id } of (await staff.api.admin.works({ status: 'waiting' })).data) await staff.api.admin.approveWork({ id: _id })
  await house.settle()
  return fileIds
}

const bundleOf = async (fan: Person, performer: Person) => {
  const id = await conversationOf(fan, performer)
  return { id, line: (await fan.api.messaging.messages({ id })).data.findLast(({ senderId }) => senderId === performer.id) }
}

test('a bundle of what was let out before goes to many at once: locked, bought by one, and taken back from everybody but them', async () => {
  const { lan, follower, subscriber } = await stageOf('Bundles')
  const fileIds = await letOut(lan, 3)
  const draft = { text: 'For you, {name}', segment: to('followers', 'subscribers'), fileIds, isSale: 'ppv' as const, price: 20 }
  const accepted = await sends(lan, { ...draft, previewId: fileIds[2]! })
  expect(await lan.api.campaigns.one({ id: accepted._id })).toMatchObject({
    state: 'sent',
    sent: 2,
    price: 20,
    bought: 0,
    earned: 0,
    inside: { photos: 3 },
  })
  const { line } = await bundleOf(subscriber, lan)
  expect(line).toMatchObject({ type: 'photo', text: 'For you, Shu', price: 20, isBought: false, inside: { photos: 3 } })
  expect(line!.files!.filter(({ locked }) => locked)).toHaveLength(2)
  await subscriber.api.messaging.charge({ id: line!._id, expectedPrice: 20 })
  expect((await bundleOf(subscriber, lan)).line?.files?.every(({ locked }) => !locked)).toBe(true)
  expect((await bundleOf(follower, lan)).line).toMatchObject({ isBought: false })
  // Whoever bought it has opened it, wherever their mark stands.
  expect((await lan.api.campaigns.list({})).data[0]).toMatchObject({ opened: 1, bought: 1, earned: 20 })

  await lan.api.campaigns.unsend({ id: accepted._id })
  await house.settle()
  expect(await lan.api.campaigns.one({ id: accepted._id })).toMatchObject({ state: 'unsent', sent: 2, unsent: 1, bought: 1 })
  expect((await bundleOf(subscriber, lan)).line).toMatchObject({ isDeleted: false, isBought: true })
  expect((await bundleOf(follower, lan)).line).toMatchObject({ isDeleted: true })
  // Sold, it is not taken back, and whoever has it not cannot get at it any more.
  const lost = (await bundleOf(follower, lan)).line!
  await expect(follower.api.messaging.charge({ id: lost._id })).rejects.toMatchObject({ status: 404 })
})

test('photos alone go to many; nothing at all does not', async () => {
  const { lan, follower } = await stageOf('Wordless')
  const fileIds = await letOut(lan, 1)
  const segment = to('followers')
  await expect(lan.api.campaigns.create({ text: '', segment, fileIds: [] })).rejects.toMatchObject({ status: 422 })
  await expect(lan.api.campaigns.create({ segment })).rejects.toMatchObject({ code: 'text_required', errors: [{ field: 'text' }] })
  const accepted = await sends(lan, { text: ' ', segment, fileIds })
  expect(await lan.api.campaigns.one({ id: accepted._id })).toMatchObject({ state: 'sent', sent: 1, text: '', inside: { photos: 1 } })
  expect((await bundleOf(follower, lan)).line).toMatchObject({ type: 'photo', text: '', files: [{ locked: false }] })
  const waits = await lan.api.campaigns.create({
    segment,
    fileIds,
    scheduledAt: new Date(house.clock.now().getTime() + 86_400_000).toISOString(),
  })
  // Neither do its photos go from what waits and says nothing.
  await expect(lan.api.campaigns.edit({ id: waits._id, segment })).rejects.toMatchObject({ code: 'text_required' })
})

test('what nobody looked at goes to nobody; what waits is changed and called off with what is in it', async () => {
  const { lan, follower } = await stageOf('Drawers')
  const fresh = (await lan.api.feeds.uploadPhoto({ file: await picture(320, 240, 77_001) }))._id
  const segment = to('followers')
  await expect(lan.api.campaigns.create({ text: 'New', segment, fileIds: [fresh] })).rejects.toMatchObject({
    code: 'campaign_files_unreviewed',
    errors: [{ field: 'fileIds' }],
  })
  await expect(lan.api.campaigns.create({ text: 'New', segment, price: 5 })).rejects.toMatchObject({ code: 'invalid' })
  expect((await lan.api.campaigns.list({})).total).toBe(0)
  const fileIds = await letOut(lan, 2)
  const other = (await letOut(await house.creator({ name: 'Other' }), 1))[0]!
  await expect(lan.api.campaigns.create({ text: 'New', segment, fileIds: [other] })).rejects.toMatchObject({ code: 'file_not_yours' })
  const scheduledAt = new Date(house.db.now.getTime() + 3_600_000).toISOString()
  const waiting = await lan.api.campaigns.create({ text: 'Later', segment, fileIds, scheduledAt })
  expect(waiting).toMatchObject({ state: 'scheduled', inside: { photos: 2 } })
  expect(waiting).not.toHaveProperty('price')
  const changed = await lan.api.campaigns.edit({
    id: waiting._id,
    text: 'Later',
    segment,
    scheduledAt,
    fileIds: fileIds.slice(0, 1),
    isSale: 'ppv',
    price: 8,
  })
  expect(changed).toMatchObject({ price: 8, inside: { photos: 1 } })
  await lan.api.campaigns.cancel({ id: waiting._id })
  house.clock.advance({ hours: 2 })
  await startDue(house.db)
  await house.settle()
  expect((await bundleOf(follower, lan)).line).toBeUndefined()
})

test('where the site shows before anybody looked, only what was out goes to many; what was refused goes to nobody, then as before', async () => {
  const { lan, follower, subscriber } = await stageOf('After')
  const photo = async () => (await lan.api.feeds.uploadPhoto({ file: await picture(320, 240, Math.floor(Math.random() * 1e6)) }))._id
  const [published, fresh, refused] = [await photo(), await photo(), await photo()]
  const segment = to('followers')
  const unreviewed = { status: 422, code: 'campaign_files_unreviewed', errors: [{ field: 'fileIds' }] }
  const { _id: no } = await lan.api.feeds.create({ type: 'photo', text: 'Too much', fileIds: [refused] })
  await house.settle()
  const staff = await house.staff()
  await staff.api.admin.rejectWork({ id: no, reason: 'Not here' })
  await staff.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  try {
    await expect(lan.api.campaigns.create({ text: 'New', segment, fileIds: [fresh] })).rejects.toMatchObject(unreviewed)
    await expect(lan.api.campaigns.create({ text: 'No', segment, fileIds: [refused] })).rejects.toMatchObject(unreviewed)
    // Nor to one, nor in a post: it waits for another look.
    const id = await conversationOf(subscriber, lan)
    await lan.api.messaging.send({ id, text: 'For you', fileIds: [refused] })
    const { _id: again } = await lan.api.feeds.create({ type: 'photo', text: 'Once more', fileIds: [refused] })
    await house.settle()
    expect((await subscriber.api.messaging.messages({ id })).data).toEqual([])
    const waiting = async () => (await staff.api.admin.works({ status: 'waiting', limit: 100 })).data
    expect((await waiting()).filter(({ status }) => status === 'pending_review').map(({ text }) => text)).toEqual(['For you', 'Once more'])
    // Sent again with other words it is no less refused.
    await lan.api.feeds.update({ id: no, text: 'Other words' })
    await expect(lan.api.campaigns.create({ text: 'No', segment, fileIds: [refused] })).rejects.toMatchObject(unreviewed)

    // The site let this one out, and nobody refused it: it goes, until somebody does.
    await lan.api.feeds.create({ type: 'photo', text: 'Out at once', fileIds: [published] })
    await house.settle()
    await sends(lan, { text: 'Everybody', segment, fileIds: [published] })
    expect((await bundleOf(follower, lan)).line).toMatchObject({ text: 'Everybody', files: [expect.anything()] })

    // Staff look at it once more and let it out: from then on it goes.
    await staff.api.admin.approveWork({ id: again })
    await house.settle()
    await sends(lan, { text: 'Now', segment, fileIds: [refused] })
    expect((await bundleOf(follower, lan)).line).toMatchObject({ text: 'Now' })
  } finally {
    await staff.api.admin.saveSettings({ values: { reviewDefault: 'before' } })
  }
})

test('what waits to go to many stays where it is when staff refuse what is in it meanwhile', async () => {
  const { lan, follower } = await stageOf('Meanwhile')
  const fileIds = await letOut(lan, 1)
  const scheduledAt = new Date(house.db.now.getTime() + 3_600_000).toISOString()
  const { _id } = await lan.api.campaigns.create({ text: 'Later', segment: to('followers'), fileIds, scheduledAt })
  const { _id: other } = await lan.api.feeds.create({ type: 'photo', text: 'Again', fileIds })
  await house.settle()
  const staff = await house.staff()
  await staff.api.admin.rejectWork({ id: other, reason: 'Not any more' })
  house.clock.advance({ hours: 2 })
  await startDue(house.db)
  await house.settle()
  expect(await lan.api.campaigns.one({ id: _id })).toMatchObject({ sent: 0 })
  expect((await bundleOf(follower, lan)).line).toBeUndefined()
})

test('a bundle that staff take down goes to nobody else, and is gone for those who have it', async () => {
  const { lan, subscriber, follower } = await stageOf('Taken')
  const fileIds = await letOut(lan, 1)
  const campaign = await sends(lan, { text: 'Look', segment: to('subscribers'), fileIds })
  expect((await bundleOf(subscriber, lan)).line?.files).toHaveLength(1)
  const scheduledAt = new Date(house.db.now.getTime() + 3_600_000).toISOString()
  const waiting = await lan.api.campaigns.create({ text: 'Look later', segment: to('followers'), fileIds, scheduledAt })
  const staff = await house.staff()
  const sent = (await staff.api.admin.works({ status: 'active', limit: 100 })).data.filter(({ text }) =>
    ['Look', 'Look later'].includes(text),
  )
  expect(sent.map(({ kind }) => kind)).toEqual(['message', 'message'])
  for (const { _id } of sent) await staff.api.admin.rejectWork({ id: _id, reason: 'Not ours to show' })
  await house.settle()
  expect((await bundleOf(subscriber, lan)).line?.files ?? []).toEqual([])
  // What is told of it leads to what it went out with.
  expect((await lan.api.notifications.list({})).data.map(({ path }) => path)).toContain(`/creator/campaigns/${campaign._id}`)
  house.clock.advance({ hours: 2 })
  await startDue(house.db)
  await house.settle()
  expect(await lan.api.campaigns.one({ id: waiting._id })).toMatchObject({ sent: 0 })
  expect((await bundleOf(follower, lan)).line).toBeUndefined()
})
