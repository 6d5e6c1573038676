// What people report, who hears of it, and what the office makes of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { reasonsFor } from '#contract/office/report-names.ts'
import { type House, openHouse, type Person, picture, publishes } from '#journeys/house.ts'
import { conversationOf, subscribes } from '#journeys/talking.ts'
import * as reports from '#server/office/reports/reports.ts'
import { sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

let house: House
let office: Person
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
  lan = await house.creator({ name: 'Lan' })
})
afterAll(() => house.close())

type Sent = Parameters<Api['reports']['send']>[0]
const about = (target: Sent['target'], targetId: string, more: Partial<Sent> = {}): Sent => ({ target, targetId, reason: 'scam', ...more })
const signed = { goodFaith: true, signature: 'Wen Li' }
const notFound = { status: 404, code: 'not_found' }

/** Letters to somebody, the newest first. */
async function lettersTo(address: string) {
  return (await office.api.admin.letters({ recipient: address, limit: 20 })).data
}
const addressOf = async ({ api }: Person) => (await api.me.user({})).email
const tokenIn = (text: string) => /\/reports\/([\w-]{20,})/.exec(text)?.[1] ?? ''

async function caseOf(caseNumber: string) {
  const { data } = await office.api.reports.cases({ q: caseNumber })
  return office.api.reports.case({ id: data[0]!._id })
}

/** A post that everybody sees, of words alone: pictures that are taken down keep others like them out. */
async function posts(by: Person, text = 'Tonight’s rehearsal') {
  const post = await by.api.feeds.create({ type: 'text', text })
  if (post.status === 'pending_review') await office.api.admin.approveWork({ id: post._id })
  return post
}

/** A fan and Lan write to each other; answers the fan's conversation and Lan's line. */
async function talk(fan: Person, text: string) {
  await subscribes(fan, lan)
  const id = await conversationOf(fan, lan)
  await fan.api.messaging.send({ id, text: 'Good evening' })
  return { id, line: await lan.api.messaging.send({ id, text }) }
}

test('a fan reports a line, the office reads what was around it and removes it, both see that it is gone, and nobody tells who reported', async () => {
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const { id, line } = await talk(mei, 'Pay me elsewhere')
  const { caseNumber, dueAt, follow } = await mei.api.reports.send(about('message', line._id, { description: 'They want my card.' }))
  expect(caseNumber).toMatch(/^R-\d{4}-[0-9A-HJKMNP-TV-Z]{6}$/)
  expect(Date.parse(dueAt) - house.db.now.getTime()).toBeGreaterThan(7 * 86_400_000)
  expect(follow).toBeUndefined()

  const found = await caseOf(caseNumber)
  expect(found).toMatchObject({
    target: 'message',
    state: 'open',
    isOverdue: false,
    reports: 1,
    reasons: ['scam'],
    quote: 'Pay me elsewhere',
    owner: { name: 'Lan' },
    subject: { isGone: false, isRemovable: true, text: 'Pay me elsewhere' },
    reported: [{ reporter: { name: 'Mei' }, description: 'They want my card.' }],
    decisions: [],
  })
  const looks = async () => (await office.api.admin.audit({ action: 'reports.lines_viewed', limit: 100 })).total
  const before = await looks()
  const lines = await office.api.reports.lines({ id: found._id })
  expect(lines.data.map(({ text, isReported }) => [text, isReported])).toEqual([
    ['Good evening', false],
    ['Pay me elsewhere', true],
  ])
  expect(await looks()).toBe(before + 1)

  await office.api.reports.assign({ id: found._id, isMine: true })
  expect((await office.api.reports.cases({ isMine: true })).data.map(({ _id }) => _id)).toContain(found._id)
  await office.api.reports.decide({ id: found._id, what: 'removed', reason: 'Nobody is asked to pay outside.' })
  for (const who of [mei, lan]) {
    const { data } = await who.api.messaging.messages({ id })
    expect(data.find(({ _id }) => _id === line._id)).toMatchObject({ isDeleted: true, text: '' })
  }
  // The office still has what it decided about.
  expect(await caseOf(caseNumber)).toMatchObject({
    state: 'closed',
    subject: { isGone: true, text: 'Pay me elsewhere' },
    decisions: [{ what: 'removed', reason: 'Nobody is asked to pay outside.' }],
  })
  await expect(office.api.reports.decide({ id: found._id, what: 'kept', reason: 'No' })).rejects.toMatchObject({ code: 'already_decided' })
  await expect(office.api.reports.assign({ id: found._id, isMine: true })).rejects.toMatchObject({ code: 'already_decided' })

  const told = await lettersTo(await addressOf(mei))
  expect(told.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([`We decided on your report (${caseNumber})`, `We have your report (${caseNumber})`]),
  )
  const [toOwner] = (await lettersTo(await addressOf(lan))).filter(({ subject }) => /removed/.test(subject))
  expect(toOwner?.text).toContain('Nobody is asked to pay outside.')
  for (const word of ['Mei', mei.username, mei.id, 'They want my card']) expect(JSON.stringify(toOwner)).not.toContain(word)
  expect(await mei.api.reports.mine({})).toMatchObject({
    total: 1,
    data: [{ caseNumber, state: 'closed', decision: { what: 'removed', reason: 'Nobody is asked to pay outside.' } }],
  })
  expect((await lan.api.reports.mine({})).total).toBe(0)
})

test('a visitor who is shown in a work reports it, signs, and follows it by the letter’s link alone', async () => {
  const post = await posts(lan, 'On the roof')
  const visitor = house.visitor()
  const mine = about('feed', post._id, { reason: 'depicted', contact: 'wen@stagedoor.example', ...signed })
  const { caseNumber, dueAt, follow = '' } = await visitor.reports.send(mine)
  expect(Math.round((Date.parse(dueAt) - house.db.now.getTime()) / 3_600_000)).toBe(48)
  const [receipt] = await lettersTo('wen@stagedoor.example')
  expect(receipt?.text).toContain(caseNumber)
  const token = tokenIn(receipt?.text ?? '')
  expect(follow).toBe(`/reports/${token}`)
  expect(await visitor.reports.follow({ token })).toMatchObject({ caseNumber, state: 'open', reason: 'depicted', target: 'feed' })
  const answer = await fetch(`${house.address}/api/reports/follow/${token}`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  // What the database keeps opens nothing.
  const kept = await house.db.many(sql`select encode(token_hash, 'hex') as hash from reports.links`)
  expect(JSON.stringify(kept)).not.toContain(token)
  await expect(visitor.reports.follow({ token: token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) })).rejects.toMatchObject(
    notFound,
  )

  const { _id: id } = await caseOf(caseNumber)
  await office.api.reports.decide({ id, what: 'removed', reason: 'Whoever is shown did not agree.' })
  await expect(visitor.feeds.one({ id: post._id })).rejects.toMatchObject(notFound)
  const [decided] = await lettersTo('wen@stagedoor.example')
  expect(decided?.text).toContain('Whoever is shown did not agree.')
  for (const each of [token, tokenIn(decided?.text ?? '')])
    expect(await visitor.reports.follow({ token: each })).toMatchObject({ state: 'closed', decision: { what: 'removed' } })
  expect(await caseOf(caseNumber)).toMatchObject({
    subject: { isGone: true },
    reported: [{ contact: 'wen@stagedoor.example', signature: 'Wen Li' }],
  })
})

test('what a reason asks for must be there, and a visitor says where they are reached', async () => {
  const post = await posts(lan)
  const mei = await house.fan()
  const refuses = async (api: Api, more: Partial<Sent>, field: string) =>
    expect(api.reports.send(about('feed', post._id, more)), JSON.stringify(more)).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      errors: [{ field, code: 'required' }],
    })
  await refuses(mei.api, { reason: 'depicted' }, 'goodFaith')
  await refuses(mei.api, { reason: 'depicted', goodFaith: true, signature: '  ' }, 'signature')
  await refuses(mei.api, { reason: 'copyright', ...signed }, 'evidence')
  await refuses(mei.api, { reason: 'other', description: ' ' }, 'description')
  for (const reason of reasonsFor('feed').filter((each) => each !== 'minor'))
    await refuses(house.visitor(), { reason, ...signed, description: 'x', evidence: ['https://stagedoor.example/a'] }, 'contact')
  // Whoever is afraid to be known still says this.
  const nameless = await house.visitor().reports.send(about('feed', post._id, { reason: 'minor' }))
  expect(await house.visitor().reports.follow({ token: tokenIn(nameless.follow ?? '') })).toMatchObject({ state: 'open' })
  await expect(mei.api.reports.send(about('feed', post._id, { evidence: ['javascript:alert(1)'] }))).rejects.toMatchObject({ status: 422 })
  await expect(mei.api.reports.send(about('feed', post._id, { reason: 'boring' as never }))).rejects.toMatchObject({ status: 422 })
  const whole = await mei.api.reports.send(
    about('feed', post._id, { reason: 'copyright', ...signed, evidence: ['https://stagedoor.example/mine'] }),
  )
  expect((await caseOf(whole.caseNumber)).reported.at(-1)).toMatchObject({
    evidence: ['https://stagedoor.example/mine'],
    signature: 'Wen Li',
  })
})

test('several reports of one thing are one case, due when the most pressing is, and the same again is heard once', async () => {
  const post = await posts(lan)
  const [mei, an] = [await house.fan(), await house.fan()]
  const first = await mei.api.reports.send(about('feed', post._id, { reason: 'threat' }))
  expect(await mei.api.reports.send(about('feed', post._id, { reason: 'threat' }))).toEqual(first)
  const second = await an.api.reports.send(about('feed', post._id, { reason: 'minor' }))
  expect(second.caseNumber).toBe(first.caseNumber)
  const found = await caseOf(first.caseNumber)
  expect(found).toMatchObject({ reports: 2, reasons: ['minor', 'threat'], dueAt: second.dueAt })
  // Each follows their own clock, and learns nothing of the other's report.
  expect((await mei.api.reports.mine({})).data).toMatchObject([{ reason: 'threat', dueAt: first.dueAt }])
  await office.api.reports.decide({ id: found._id, what: 'kept', reason: 'Everybody in it is an adult.' })
  const again = await mei.api.reports.send(about('feed', post._id, { reason: 'threat' }))
  expect(again.caseNumber).not.toBe(first.caseNumber)
  // Two at the same moment open one.
  const other = await posts(lan)
  const both = await Promise.all([mei, an].map(({ api }) => api.reports.send(about('feed', other._id))))
  expect(new Set(both.map(({ caseNumber }) => caseNumber)).size).toBe(1)
})

test('nobody reports what they cannot see, nor themselves', async () => {
  const [mei, an] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan()]
  const post = await posts(lan)
  const comment = await mei.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Hello' })
  const { line } = await talk(mei, 'Between us')
  const draft = await lan.api.feeds.create({ type: 'text', text: 'Not yet', status: 'inactive' })
  const all: [Api, Sent][] = [
    [an.api, about('message', line._id)],
    [house.visitor(), about('message', line._id, { contact: 'a@stagedoor.example' })],
    [house.visitor(), about('comment', comment._id, { contact: 'a@stagedoor.example' })],
    [house.visitor(), about('user', mei.id, { contact: 'a@stagedoor.example' })],
    [an.api, about('feed', draft._id)],
    [an.api, about('video', post._id)],
    [an.api, about('performer', mei.id)],
    [an.api, about('user', lan.id)],
    // There are none yet.
    [an.api, about('stream', post._id)],
    [an.api, about('comment', crypto.randomUUID())],
  ]
  for (const [api, sent] of all) await expect(api.reports.send(sent), JSON.stringify(sent)).rejects.toMatchObject(notFound)
  await expect(lan.api.reports.send(about('feed', post._id))).rejects.toMatchObject({ code: 'cannot_report_yourself' })
  await expect(lan.api.reports.send(about('performer', lan.id))).rejects.toMatchObject({ code: 'cannot_report_yourself' })
  await expect(lan.api.reports.send(about('message', line._id))).rejects.toMatchObject({ code: 'cannot_report_yourself' })
  // Who was blocked is who has most to tell.
  await lan.api.blocks.blockUser({ targetId: mei.id })
  for (const sent of [about('performer', lan.id), about('message', line._id)]) await mei.api.reports.send(sent)
  expect(await house.visitor().reports.send(about('performer', lan.id, { contact: 'a@stagedoor.example' }))).toMatchObject({
    follow: expect.stringContaining('/reports/') as string,
  })
})

test('one’s own report opens to what was reported while one may see it, what one wrote, and what became of it; another’s is not there', async () => {
  const [mei, an] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan()]
  const post = await posts(lan, 'The second act')
  const comment = await lan.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Pay me elsewhere' })
  const { id: conversationId, line } = await talk(mei, 'Send me your card')
  const drawing = await publishes(house, lan, { isSale: 'ppv', price: 30, text: 'Only for who paid' })
  const opened = async (sent: Sent) => {
    const { caseNumber } = await mei.api.reports.send(sent)
    const found = (await mei.api.reports.mine({})).data.find((each) => each.caseNumber === caseNumber)
    return mei.api.reports.one({ id: found?._id ?? '' })
  }
  const ofPost = await opened(about('feed', post._id, { description: 'It asks for money.' }))
  expect(ofPost).toMatchObject({
    target: 'feed',
    reason: 'scam',
    state: 'open',
    description: 'It asks for money.',
    evidence: [],
    subject: { text: 'The second act', path: `/posts/${post._id}` },
  })
  const path = `/posts/${post._id}`
  expect(await opened(about('comment', comment._id))).toMatchObject({ description: '', subject: { text: 'Pay me elsewhere', path } })
  expect(await opened(about('message', line._id))).toMatchObject({
    subject: { text: 'Send me your card', path: `/messages/${conversationId}` },
  })
  expect(await opened(about('performer', lan.id))).toMatchObject({ subject: { text: 'Lan', path: `/${lan.username}` } })
  expect((await opened(about('user', an.id))).subject).toEqual({ text: (await an.api.me.user({})).name })
  // Of what is locked, no more than its page tells.
  const ofLocked = await opened(about('feed', drawing._id))
  expect(ofLocked.subject?.path).toBe(`/posts/${drawing._id}`)
  const copied = await opened(about('feed', post._id, { reason: 'copyright', ...signed, evidence: ['https://stagedoor.example/mine'] }))
  expect(copied).toMatchObject({ evidence: ['https://stagedoor.example/mine'], signature: 'Wen Li' })

  for (const { api } of [an, lan, office]) await expect(api.reports.one({ id: ofPost._id })).rejects.toMatchObject(notFound)
  await expect(mei.api.reports.one({ id: crypto.randomUUID() })).rejects.toMatchObject(notFound)
  await expect(house.visitor().reports.one({ id: ofPost._id })).rejects.toMatchObject({ status: 401 })

  // What is gone is not shown to whoever reported it; what they wrote and what was decided is.
  const { _id: id } = await caseOf(ofPost.caseNumber)
  await office.api.reports.decide({ id, what: 'removed', reason: 'Nobody asks for money outside.' })
  const decided = await mei.api.reports.one({ id: ofPost._id })
  expect(decided).toMatchObject({
    state: 'closed',
    description: 'It asks for money.',
    decision: { what: 'removed', reason: 'Nobody asks for money outside.' },
  })
  expect(decided).not.toHaveProperty('subject')
  await lan.api.messaging.remove({ id: line._id })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  for (const { _id, target } of (await mei.api.reports.mine({})).data)
    if (target !== 'user') expect(await mei.api.reports.one({ id: _id }), target).not.toHaveProperty('subject')
})

test('what its owner deleted or wrote anew since is judged as it was when it was reported', async () => {
  const mei = await house.fan()
  const post = await publishes(house, lan, { isSale: 'free', text: 'As it was' })
  const { caseNumber } = await mei.api.reports.send(about('feed', post._id))
  await lan.api.feeds.update({ id: post._id, text: 'Nothing to see' })
  await lan.api.feeds.remove({ id: post._id })
  const found = await caseOf(caseNumber)
  expect(found).toMatchObject({ quote: 'As it was', subject: { isGone: true, text: 'Nothing to see' } })
  expect(found.subject.work?.files.length).toBe(1)
  await office.api.reports.decide({ id: found._id, what: 'kept', reason: 'Its owner took it away.' })
})

test('a comment and a product are taken away by the press that decides; an account is not', async () => {
  const mei = await house.fan()
  const post = await posts(lan)
  const decides = async (sent: Sent, who = mei) => {
    const { caseNumber } = await who.api.reports.send(sent)
    const { _id: id } = await caseOf(caseNumber)
    return { id, caseNumber, done: office.api.reports.decide({ id, what: 'removed', reason: 'Against the rules' }) }
  }
  const comment = await mei.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Buy followers' })
  const rude = await decides(about('comment', comment._id), lan)
  await rude.done
  expect((await mei.api.comments.list({ objectId: post._id, objectType: 'feed' })).data).toEqual([])
  expect((await lettersTo(await addressOf(mei))).map(({ subject }) => subject)).toContain('We removed your comment')
  expect(await caseOf(rude.caseNumber)).toMatchObject({ subject: { isGone: true, text: 'Buy followers' } })

  const product = await lan.api.shop.createProduct({
    name: 'Print',
    type: 'physical',
    price: 20,
    stock: 3,
    image: await picture(300, 300, 4),
  })
  await office.api.admin.approveWork({ id: product._id })
  await (await decides(about('product', product._id))).done
  await expect(mei.api.shop.product({ id: product._id })).rejects.toMatchObject(notFound)
  const works = (await lettersTo(await addressOf(lan))).filter(({ subject }) => subject.includes('Print'))
  // The letter that takedowns have, and no second one.
  expect(works).toHaveLength(1)

  const person = await decides(about('performer', lan.id))
  await expect(person.done).rejects.toMatchObject({ status: 422, errors: [{ field: 'what', code: 'not_an_option' }] })
  await office.api.reports.decide({ id: person.id, what: 'acted', reason: 'We talked to them.' })
  expect((await mei.api.reports.mine({})).data[0]).toMatchObject({ decision: { what: 'acted', reason: 'We talked to them.' } })
})

test('a case that is late is marked and told to staff by letter, once', async () => {
  const mei = await house.fan()
  const post = await posts(lan)
  const { caseNumber } = await mei.api.reports.send(about('feed', post._id, { reason: 'illegal' }))
  const late = async () => (await lettersTo(await addressOf(office))).filter(({ text }) => text.includes(caseNumber)).length
  house.clock.advance({ hours: 47 })
  // Everybody's session has run out by then.
  ;[office, lan] = [await house.staff(), await house.creator({ name: 'Lan' })]
  await house.db.transaction(reports.tellLate)
  expect([await late(), (await caseOf(caseNumber)).isOverdue]).toEqual([0, false])
  house.clock.advance({ hours: 2 })
  for (let turn = 0; turn < 2; turn++) await house.db.transaction(reports.tellLate)
  expect([await late(), (await caseOf(caseNumber)).isOverdue]).toEqual([1, true])
  const overdue = await office.api.reports.cases({ isOverdue: true, state: 'open' })
  expect(overdue.data.map((each) => each.caseNumber)).toContain(caseNumber)
  expect(overdue.data.every(({ isOverdue }) => isOverdue)).toBe(true)
  expect((await office.api.reports.cases({ isOverdue: false })).data.some((each) => each.isOverdue)).toBe(false)
})

test('the list is found by number, owner, reason and kind, the open ones first', async () => {
  const [mei, kai] = [await house.fan(), await house.creator({ name: 'Kai' })]
  const [one, two] = [await posts(kai), await posts(kai)]
  const closed = await mei.api.reports.send(about('feed', one._id, { reason: 'illegal' }))
  await office.api.reports.decide({ id: (await caseOf(closed.caseNumber))._id, what: 'kept', reason: 'Fine' })
  const open = await mei.api.reports.send(about('feed', two._id, { reason: 'impersonation' }))
  const numbers = async (asked: Parameters<Api['reports']['cases']>[0]) =>
    (await office.api.reports.cases({ q: kai.username, ...asked })).data.map(({ caseNumber }) => caseNumber)
  expect(await numbers({})).toEqual([open.caseNumber, closed.caseNumber])
  expect(await numbers({ state: 'closed' })).toEqual([closed.caseNumber])
  expect(await numbers({ reason: 'impersonation' })).toEqual([open.caseNumber])
  expect(await numbers({ target: 'video' })).toEqual([])
  for (const sortBy of ['createdAt', 'dueAt', 'reports'] as const) {
    const [up, down] = [await numbers({ sortBy, sort: 'asc' }), await numbers({ sortBy, sort: 'desc' })]
    expect(up.toReversed()).toEqual(down)
  }
  expect(await numbers({ q: open.caseNumber.slice(2) })).toEqual([open.caseNumber])
  expect(await numbers({ toDate: '2020-01-01' })).toEqual([])
  // A person's page asks for what is said of them, and for what they say.
  const other = await house.fan()
  const of = async (asked: Parameters<Api['reports']['cases']>[0]) =>
    (await office.api.reports.cases(asked)).data.map(({ caseNumber }) => caseNumber)
  expect([await of({ of: kai.id }), await of({ by: mei.id })]).toEqual([
    [open.caseNumber, closed.caseNumber],
    [open.caseNumber, closed.caseNumber],
  ])
  expect([await of({ of: mei.id }), await of({ by: kai.id }), await of({ by: other.id, of: kai.id })]).toEqual([[], [], []])
})

test('whoever reports without end is slowed', async () => {
  const mei = await house.fan()
  const post = await posts(lan)
  const comments: string[] = []
  for (let place = 0; place < 31; place++)
    comments.push((await lan.api.comments.write({ objectId: post._id, objectType: 'feed', content: `${place}` }))._id)
  for (const id of comments.slice(0, 30)) await mei.api.reports.send(about('comment', id))
  const last = about('comment', comments[30]!)
  await expect(mei.api.reports.send(last)).rejects.toMatchObject({ status: 429, code: 'too_many_reports', details: { limit: 30 } })
  house.clock.advance({ minutes: 61 })
  await mei.api.reports.send(last)
  // Many at once, of many things, are no way round it.
  const many = await Promise.allSettled(
    (await Promise.all(Array.from({ length: 8 }, () => house.creator()))).flatMap(({ id }) =>
      [1, 2, 3].map((each) => house.visitor().reports.send(about('performer', id, { contact: `m${id}${each}@stagedoor.example` }))),
    ),
  )
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  house.clock.advance({ minutes: 61 })
  const visitor = house.visitor()
  for (let place = 0; place < 10; place++) await visitor.reports.send(about('feed', post._id, { contact: `v${place}@stagedoor.example` }))
  await expect(visitor.reports.send(about('feed', post._id, { contact: 'v@stagedoor.example' }))).rejects.toMatchObject({
    code: 'too_many_reports',
    details: { limit: 10 },
  })
  house.clock.advance({ minutes: 61 })
})

test('nothing that was said can be changed in the database, by nobody', async () => {
  const mei = await house.fan()
  const post = await posts(lan)
  const { caseNumber } = await mei.api.reports.send(about('feed', post._id))
  const { _id: id } = await caseOf(caseNumber)
  const refused = /stays as it was said|closed by a decision/
  for (const statement of [
    sql`update reports.reports set words = 'x' where case_id = ${id}`,
    sql`delete from reports.reports where case_id = ${id}`,
    sql`update reports.cases set due_at = due_at + interval '1 day' where id = ${id}`,
    sql`update reports.cases set owner_id = null where id = ${id}`,
    sql`update reports.cases set state = 'closed', closed_at = now() where id = ${id}`,
    sql`delete from reports.cases where id = ${id}`,
    sql`truncate reports.reports cascade`,
    sql`truncate reports.decisions`,
  ])
    await expect(asOwner(house.db, statement), statement.text).rejects.toThrow(refused)
  await office.api.reports.decide({ id, what: 'kept', reason: 'Fine' })
  for (const statement of [
    sql`update reports.decisions set what = 'removed' where case_id = ${id}`,
    sql`delete from reports.decisions where case_id = ${id}`,
  ])
    await expect(asOwner(house.db, statement), statement.text).rejects.toThrow(refused)
})
