// A guest performer in a show of another's: named, invited, seen only with their own recorded yes, and gone when they withdraw it.
// The media engine is a stand-in here that says what the test says.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Carried, Engine } from '#server/stage/live/engine.ts'
import { useEngine, watchOver } from '#server/stage/live/live.ts'

let house: House
let office: Person
const carried = new Map<string, Pick<Carried, 'viewers' | 'unseen' | 'isGuestOnAir' | 'guests'> & Partial<Carried>>()
const closed: string[] = []
const engine: Engine = {
  publish: () => refuse('live_unavailable'),
  play: () => refuse('live_unavailable'),
  hangUp: async () => {},
  close: async (streamId, label, side) => void closed.push([streamId, label ?? '', ...(side ? [side] : [])].join(' ')),
  carried: async () =>
    new Map([...carried].map(([id, what]) => [id, { isOnAir: true, facing: [], run: 'one', flowed: new Map(), ...what }])),
}
beforeAll(async () => {
  // They call from where a proxy of ours says that they do.
  house = await openHouse({ TRUSTED_PROXIES: '127.0.0.1' })
  office = await house.staff()
  useEngine(engine)
}, 600_000)
beforeEach(() => {
  carried.clear()
  closed.length = 0
})
afterAll(() => house.close())

async function invited(more: Partial<Parameters<Person['api']['live']['begin']>[0]> = {}) {
  const [lan, ada, mei] = [
    await house.creator({ name: 'Lan' }),
    await house.creator({ name: 'Ada' }),
    await house.fan({ name: 'Mei', balance: 200 }),
  ]
  const stream = await lan.api.live.begin({ title: '二重唱', type: 'public', participantIds: [ada.id], ...more })
  const grant = (who: Person, role: 'guest' | 'facing' | 'audience') => who.api.live.grant({ streamId: stream._id, role })
  const seenBy = async (who: Person) => (await who.api.live.join({ id: stream._id })).stream
  const reads = async (who = ada) =>
    (await who.api.live.guestInvitations({})).data.find((each) => each.stream._id === stream._id)?.consent ?? ''
  const answers = async (state: 'agreed' | 'declined' | 'withdrawn', who = ada) =>
    who.api.live.answerGuest({ id: stream._id, state, ...(state === 'agreed' && { consent: await reads(who) }) })
  const names = (...people: Person[]) => lan.api.live.edit({ id: stream._id, participantIds: people.map(({ id }) => id) })
  const moves = (hours: number) =>
    lan.api.live.edit({ id: stream._id, scheduledAt: new Date(house.clock.now().getTime() + hours * 3_600_000).toISOString() })
  const told = async (who = ada) => {
    await house.settle()
    return (await who.api.notifications.list({})).data.filter(({ kind }) => kind === 'request').map(({ text }) => text)
  }
  const consents = () =>
    house.db.many<{ text: string; isOver: boolean }>(
      sql`select text, ended_at is not null as "isOver" from live.consents where stream_id = ${stream._id} order by agreed_at`,
    )
  return { lan, ada, mei, stream, grant, seenBy, reads, answers, names, moves, told, consents }
}

test('whoever was named is invited, and nobody sees or lets in a guest before their own yes; the yes is kept with its words', async () => {
  const { ada, mei, stream, grant, seenBy, answers, consents } = await invited()
  expect(stream).toMatchObject({ invited: { performer: { name: 'Ada' }, state: 'asked' } })
  await house.settle()
  const notices = (await ada.api.notifications.list({})).data
  expect(notices.map(({ text }) => text)).toContainEqual(expect.stringContaining('二重唱'))
  const { data } = await ada.api.live.guestInvitations({})
  expect(data).toMatchObject([{ stream: { _id: stream._id, invitation: 'asked' } }])
  expect(data[0]!.consent).toContain('Lan')
  await expect(grant(ada, 'guest')).rejects.toMatchObject({ code: 'not_found' })
  await expect(grant(mei, 'facing')).rejects.toMatchObject({ code: 'not_found' })
  expect(JSON.stringify(await seenBy(mei))).not.toContain('Ada')

  expect(await answers('agreed')).toMatchObject({ invitation: 'agreed', canWatch: true })
  await answers('agreed')
  expect(await consents()).toEqual([{ text: data[0]!.consent, isOver: false }])
  await grant(ada, 'guest')
  await grant(mei, 'facing')
  expect(await seenBy(mei)).toMatchObject({ guestPerformer: { name: 'Ada' }, isGuestOnAir: false })
  // Nobody else sends there, and it says nothing to whoever is not in it.
  await expect(grant(mei, 'guest')).rejects.toMatchObject({ code: 'not_found' })
  expect((await mei.api.live.join({ id: stream._id })).stream).not.toHaveProperty('invited')
})

test('a withdrawn consent takes the picture away within seconds, and stays on record', async () => {
  const { ada, mei, stream, grant, seenBy, answers, consents } = await invited()
  await answers('agreed')
  carried.set(stream._id, { viewers: [mei.id], unseen: [], isGuestOnAir: true, guests: [ada.id] })
  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await answers('withdrawn')
  await expect.poll(() => closed, { timeout: 5000 }).toContain(`${stream._id} ${ada.id}`)
  // Whoever looks on finds it again, should the first word have been lost.
  closed.length = 0
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${stream._id} ${ada.id}`)
  expect(closed).not.toContain(`${stream._id} ${mei.id}`)
  await stop()
  await expect(grant(ada, 'guest')).rejects.toMatchObject({ code: 'not_found' })
  expect(JSON.stringify(await seenBy(mei))).not.toContain('Ada')
  expect(await consents()).toMatchObject([{ isOver: true }])
  await answers('agreed')
  expect(await consents()).toMatchObject([{ isOver: true }, { isOver: false }])
})

test('whoever was a guest goes on watching what is open to them, while another is on the stage', async () => {
  const { lan, ada, mei, stream, answers } = await invited()
  await answers('agreed')
  await answers('withdrawn')
  const eva = await house.creator({ name: 'Eva' })
  await lan.api.live.edit({ id: stream._id, participantIds: [eva.id] })
  await answers('agreed', eva)
  carried.set(stream._id, { viewers: [mei.id, ada.id], unseen: [], isGuestOnAir: true, guests: [eva.id] })
  closed.length = 0
  let looks = 0
  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await expect
    .poll(async () => ++looks > 5 && (await lan.api.live.own({})).data[0]?.viewerCount, { timeout: 15_000, interval: 1000 })
    .toBe(2)
  await stop()
  expect(closed).toEqual([])
})

test('a guest sees the stage they are on without a ticket, and only while they agreed', async () => {
  const { ada, mei, grant, answers } = await invited({ type: 'ticket', price: 20 })
  await expect(grant(ada, 'audience')).rejects.toMatchObject({ code: 'stream_locked' })
  await answers('agreed')
  await grant(ada, 'audience')
  await expect(grant(mei, 'facing')).rejects.toMatchObject({ code: 'not_found' })
  await answers('withdrawn')
  await expect(grant(ada, 'audience')).rejects.toMatchObject({ code: 'stream_locked' })
})

test('a guest whose papers grew old after their yes is let on no stage, and is taken off the one they are on', async () => {
  const { ada, mei, stream, grant, answers } = await invited()
  await answers('agreed')
  await grant(ada, 'guest')
  await house.db.transaction((tx) =>
    tx.run(
      sql`update identity.applications set decided_at = decided_at - interval '400 days', submitted_at = submitted_at - interval '400 days' where account_id = ${ada.id}`,
    ),
  )
  await expect(grant(ada, 'guest')).rejects.toMatchObject({ code: 'documents_outdated' })
  carried.set(stream._id, { viewers: [mei.id], unseen: [], isGuestOnAir: true, guests: [ada.id] })
  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${stream._id} ${ada.id}`)
  expect(closed).not.toContain(`${stream._id} ${mei.id}`)
  await stop()
})

test('another name takes the place of the one before; nobody is named who is not fit for it, and nobody answers for another', async () => {
  const { lan, ada, mei, stream, answers, consents } = await invited()
  await answers('agreed')
  const eva = await house.creator({ name: 'Eva' })
  await expect(answers('agreed', eva)).rejects.toMatchObject({ code: 'not_found' })
  const namesIds = (ids: string[]) => lan.api.live.edit({ id: stream._id, participantIds: ids })
  for (const who of [lan, mei, office])
    await expect(namesIds([who.id])).rejects.toMatchObject({ code: 'unknown_participant', errors: [{ field: 'participantIds' }] })
  await expect(namesIds([ada.id, eva.id])).rejects.toMatchObject({ code: 'invalid' })
  expect(await namesIds([eva.id])).toMatchObject({ invited: { performer: { name: 'Eva' }, state: 'asked' } })
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${stream._id} ${ada.id}`)
  expect(await consents()).toMatchObject([{ isOver: true }])
  await expect(answers('withdrawn', ada)).rejects.toMatchObject({ code: 'not_found' })
  expect(await namesIds([])).not.toHaveProperty('invited')
  await eva.api.blocks.blockUser({ targetId: lan.id })
  await expect(namesIds([eva.id])).rejects.toMatchObject({ code: 'unknown_participant' })
  await lan.api.live.edit({ id: stream._id, status: 'ended' })
  const group = { title: 'Group', type: 'group' as const, pricePerMinute: 10, participantIds: [ada.id] }
  await expect(lan.api.live.begin(group)).rejects.toMatchObject({ code: 'not_allowed', errors: [{ field: 'participantIds' }] })
})

test('whose papers are too old agrees to nothing; and plain SQL puts nobody on a stage either', async () => {
  const { ada, stream, answers } = await invited()
  await house.db.transaction((tx) =>
    tx.run(
      sql`update identity.applications set decided_at = decided_at - interval '400 days', submitted_at = submitted_at - interval '400 days' where account_id = ${ada.id}`,
    ),
  )
  await expect(answers('agreed')).rejects.toMatchObject({ code: 'documents_outdated' })
  const tries = (...statements: ReturnType<typeof sql>[]) =>
    house.db.transaction(async (tx) => {
      for (const statement of statements) await tx.run(statement)
    })
  await expect(tries(sql`update live.streams set guest_state = 'agreed' where work_id = ${stream._id}`)).rejects.toThrow('own consent')
  const other = await invited({ scheduledAt: tomorrow(), record: true })
  await other.answers('agreed')
  const ofIt = sql`where stream_id = ${other.stream._id}`
  const itsShow = sql`where work_id = ${other.stream._id}`
  await expect(tries(sql`update live.consents set text = 'x' ${ofIt}`)).rejects.toThrow('kept as it was given')
  await expect(tries(sql`update live.consents set scheduled_at = now() ${ofIt}`)).rejects.toThrow('kept as it was given')
  await expect(tries(sql`delete from live.consents ${ofIt}`)).rejects.toThrow('kept as it was given')
  await expect(tries(sql`truncate live.consents cascade`)).rejects.toThrow()
  // A yes that ended leaves nobody on the stage, and nobody leaves it with their yes still open.
  const ends = sql`update live.consents set ended_at = now() + interval '1 day' ${ofIt}`
  const leaves = sql`update live.streams set guest_state = 'withdrawn' ${itsShow}`
  for (const half of [ends, leaves, sql`update live.streams set guest_id = null, guest_state = null ${itsShow}`])
    await expect(tries(half)).rejects.toThrow('own consent')
  // It was for that hour, and a show that nobody said was recorded is not.
  await expect(tries(sql`update live.streams set scheduled_at = scheduled_at + interval '1 day' ${itsShow}`)).rejects.toThrow('own consent')
  const unrecorded = await invited()
  await unrecorded.answers('agreed')
  const recorded = sql`insert into live.recordings (stream_id, audience, asked_at) values (${unrecorded.stream._id}, 'free', now())`
  await expect(tries(recorded)).rejects.toThrow('own consent')
  // Nor is it forgotten that somebody was asked.
  for (const forgets of [
    sql`delete from live.invitations ${ofIt}`,
    sql`update live.invitations set asked_at = asked_at - interval '1 day' ${ofIt}`,
  ])
    await expect(tries(forgets)).rejects.toThrow('was asked stays')
  // Whichever of the two comes first.
  await tries(leaves, ends)
  const third = await invited()
  await third.answers('agreed')
  await tries(
    sql`update live.consents set ended_at = now() + interval '1 day' where stream_id = ${third.stream._id}`,
    sql`update live.streams set guest_state = 'asked' where work_id = ${third.stream._id}`,
  )
})

const tomorrow = () => new Date(house.clock.now().getTime() + 24 * 3_600_000).toISOString()

test('a guest is told once for the hour of a show, however often they are named for it', async () => {
  const { names, ada, told } = await invited({ scheduledAt: tomorrow() })
  expect(await told()).toHaveLength(1)
  await ada.api.notifications.read({})
  await names()
  await names(ada)
  expect(await told()).toHaveLength(1)
  const eva = await house.creator({ name: 'Eva' })
  await names(eva)
  expect(await names(ada)).toMatchObject({ invited: { performer: { name: 'Ada' }, state: 'asked' } })
  expect(await told()).toHaveLength(1)
  expect(await told(eva)).toHaveLength(1)
})

test('a no is heard: asked again is only who is asked for another hour, and after a second no nobody', async () => {
  const { names, ada, answers, moves, told } = await invited({ scheduledAt: tomorrow() })
  const declined = { code: 'guest_declined', errors: [{ field: 'participantIds' }] }
  await answers('declined')
  // Moved, it is not asked anew by itself.
  expect(await moves(30)).toMatchObject({ invited: { state: 'declined' } })
  await moves(24)
  const another = await invited({ scheduledAt: tomorrow() })
  await another.answers('agreed')
  await another.answers('withdrawn')
  await another.names()
  await expect(another.names(another.ada)).rejects.toMatchObject(declined)
  await another.ada.api.notifications.read({})
  await another.moves(48)
  expect(await another.names(another.ada)).toMatchObject({ invited: { state: 'asked' } })
  expect(await another.told()).toHaveLength(2)
  await another.answers('declined')
  await another.names()
  await another.moves(72)
  await expect(another.names(another.ada)).rejects.toMatchObject(declined)
  // Whoever is still named may think better of it themselves.
  expect(await answers('agreed')).toMatchObject({ invitation: 'agreed' })
  await names()
  expect(await names(ada)).toMatchObject({ invited: { state: 'asked' } })
  expect(await told()).toHaveLength(1)
})

test('a yes says which show, when, for whom and whether it is recorded, and only the words that were read are agreed to', async () => {
  const at = new Date('2027-01-15T12:00:00.000Z').toISOString()
  const { lan, ada, stream, reads, answers, moves, consents } = await invited({
    scheduledAt: at,
    record: true,
    recordPrivacy: 'ppv',
    recordPrice: 40,
  })
  await ada.api.notifications.prefer({ timeZone: 'Asia/Taipei' })
  const read = await reads()
  for (const said of ['Lan’s', '“二重唱”', 'Friday, January 15, 2027 at 20:00 GMT+8', 'All adult members', 'is recorded', 'for sale'])
    expect(read).toContain(said)
  const [inChinese] = (await house.as(ada.token, 'zh-TW').live.guestInvitations({})).data
  expect(inChinese?.consent).toMatch(/Lan的直播「二重唱」.*2027年1月15日.*20:00（GMT\+8）.*所有成年會員.*錄影.*出售/)
  const agrees = (consent?: string) =>
    ada.api.live.answerGuest({ id: stream._id, state: 'agreed', ...(consent !== undefined && { consent }) })
  await expect(agrees()).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'consent', code: 'required' }] })
  await expect(agrees('I agree')).rejects.toMatchObject({ code: 'consent_outdated', status: 409 })
  await lan.api.live.edit({ id: stream._id, title: '三重唱' })
  await expect(agrees(read)).rejects.toMatchObject({ code: 'consent_outdated' })
  await moves(50)
  await expect(agrees(read.replace('二重唱', '三重唱'))).rejects.toMatchObject({ code: 'consent_outdated' })
  expect(await consents()).toEqual([])
  await answers('agreed')
  expect(await consents()).toEqual([{ text: await reads(), isOver: false }])

  const now = await invited({ type: 'ticket', price: 20 })
  expect(await now.reads()).toMatch(/is on now.*buys a ticket.*is not recorded/)
  for (const type of ['followers', 'subscribers'] as const)
    expect(await (await invited({ type })).reads()).toContain(`Lan’s ${type} can watch`)
})

test('a yes is for the words of a show: under another title or description it asks its guest anew, and on air her picture stops until then', async () => {
  const { lan, ada, mei, stream, answers, reads, grant, told, seenBy, consents } = await invited({ description: '兩把吉他' })
  const read = await reads()
  expect(read).toContain('兩把吉他')
  await answers('agreed')
  for (const change of [{ title: '無上裝二重唱' }, { description: '什麼都不穿' }]) {
    await grant(ada, 'guest')
    await ada.api.notifications.read({})
    closed.length = 0
    expect(await lan.api.live.edit({ id: stream._id, ...change })).toMatchObject({ invited: { state: 'asked' } })
    await expect.poll(() => closed, { timeout: 5000 }).toContain(`${stream._id} ${ada.id}`)
    await expect(grant(ada, 'guest')).rejects.toMatchObject({ code: 'not_found' })
    expect(await seenBy(mei)).not.toHaveProperty('guestPerformer')
    expect((await consents()).at(-1)).toMatchObject({ isOver: true })
    expect((await told())[0]).toContain('asks for your consent again')
    const agrees = (consent: string) => ada.api.live.answerGuest({ id: stream._id, state: 'agreed', consent })
    await expect(agrees(read)).rejects.toMatchObject({ code: 'consent_outdated' })
    await answers('agreed')
    expect((await consents()).at(-1)?.text).toContain(Object.values(change)[0])
  }
  // Said again as it is, it asks nothing; nor does it once she said no.
  await lan.api.live.edit({ id: stream._id, title: '無上裝二重唱', description: '什麼都不穿' })
  expect(await seenBy(mei)).toMatchObject({ guestPerformer: { name: 'Ada' } })
  // A show for everybody does not become one that is sold.
  await expect(lan.api.live.edit({ id: stream._id, price: 30 })).rejects.toMatchObject({
    errors: [{ field: 'price', code: 'price_without_sale' }],
  })
  // Nor by plain SQL.
  for (const write of [
    sql`update works.works set title = 'Another' where id = ${stream._id}`,
    sql`update live.streams set description = 'Another' where work_id = ${stream._id}`,
    sql`update live.streams set type = 'subscribers' where work_id = ${stream._id}`,
  ])
    await expect(house.db.transaction((tx) => tx.run(write))).rejects.toThrow(/own consent|goes from scheduled to live to ended/)
  await answers('withdrawn')
  expect(await lan.api.live.edit({ id: stream._id, title: '獨唱' })).toMatchObject({ invited: { state: 'withdrawn' } })
})

test('another price of a ticket asks a guest nothing: who can watch is as it was', async () => {
  const { lan, mei, stream, answers, seenBy } = await invited({ type: 'ticket', price: 20 })
  await answers('agreed')
  await lan.api.live.edit({ id: stream._id, price: 30 })
  await mei.api.live.charge({ id: stream._id, expectedPrice: 30 })
  expect(await seenBy(mei)).toMatchObject({ guestPerformer: { name: 'Ada' } })
})

test('moved to another hour a show asks its guest anew', async () => {
  const { lan, ada, mei, stream, answers, moves, told, seenBy, consents } = await invited({ scheduledAt: tomorrow() })
  await answers('agreed')
  await ada.api.notifications.read({})
  expect(await moves(30)).toMatchObject({ invited: { state: 'asked' } })
  expect(await seenBy(mei)).not.toHaveProperty('guestPerformer')
  expect(await consents()).toMatchObject([{ isOver: true }])
  expect(await told()).toMatchObject([expect.stringContaining('asks for your consent again'), expect.stringContaining('invites you')])
  await answers('agreed')
  await lan.api.live.edit({ id: stream._id, status: 'live' })
  expect(await seenBy(mei)).toMatchObject({ guestPerformer: { name: 'Ada' } })
})

test('a block between the two, or a ban, ends a guest’s part: a yes of before is none when it is lifted', async () => {
  for (const parts of [
    (lan: Person, ada: Person) => lan.api.blocks.blockUser({ targetId: ada.id }),
    (lan: Person, ada: Person) => ada.api.blocks.blockUser({ targetId: lan.id }),
    (lan: Person, ada: Person) => lan.api.live.ban({ id: ada.id, reason: '' }),
  ]) {
    const { lan, ada, mei, grant, seenBy, answers, consents } = await invited()
    await answers('agreed')
    await grant(ada, 'guest')
    await parts(lan, ada)
    await house.settle()
    expect(JSON.stringify(await seenBy(mei))).not.toContain('Ada')
    await expect(grant(mei, 'facing')).rejects.toMatchObject({ code: 'not_found' })
    expect(await consents()).toMatchObject([{ isOver: true }])
    await lan.api.blocks.unblockUser({ id: ada.id }).catch(() => {})
    await ada.api.blocks.unblockUser({ id: lan.id }).catch(() => {})
    await lan.api.live.liftBan({ id: ada.id }).catch(() => {})
    await house.settle()
    await expect(grant(ada, 'guest')).rejects.toMatchObject({ status: 404 })
    await expect(answers('agreed')).rejects.toMatchObject({ code: 'not_found' })
  }
})

const [japan, taiwan] = ['133.1.0.1', '168.95.1.1']

/** A call of theirs from there. */
async function callsFrom(address: string, who: Person, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await house.app.http.inject({
    method,
    url: `/api${path}`,
    headers: { 'x-forwarded-for': address, authorization: who.token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body }
}
const grantedFrom = async (address: string, who: Person, streamId: string, role: 'audience' | 'facing') =>
  (await callsFrom(address, who, 'POST', '/streaming/agora/token', { streamId, role })).status

test('whom the guest blocked goes on watching the performer, and sees and hears nothing of the guest any more', async () => {
  const { lan, ada, mei, stream, grant, seenBy, answers } = await invited()
  const jun = await house.fan({ name: 'Jun' })
  await answers('agreed')
  await grant(mei, 'facing')
  carried.set(stream._id, {
    viewers: [mei.id, jun.id],
    unseen: [mei.id, jun.id, lan.id, office.id],
    facing: [mei.id, jun.id, lan.id, office.id],
    isGuestOnAir: true,
    guests: [ada.id],
  })
  await ada.api.blocks.blockUser({ targetId: mei.id })
  // What is carried is known anew each second.
  await expect.poll(async () => (await seenBy(mei)).isOnAir, { timeout: 5000 }).toBe(true)
  const seen = await seenBy(mei)
  expect(seen.canWatch).toBe(true)
  expect(seen).not.toHaveProperty('isGuestOnAir')
  expect(JSON.stringify(seen)).not.toContain('Ada')
  const listed = (await mei.api.live.search({})).data.find(({ _id }) => _id === stream._id)
  expect(listed).toMatchObject({ title: stream.title })
  expect(JSON.stringify(listed)).not.toContain('Ada')
  await expect(grant(mei, 'facing')).rejects.toMatchObject({ code: 'not_found' })
  await grant(mei, 'audience')
  // Others see her as before.
  for (const who of [jun, lan, office]) expect(await seenBy(who)).toMatchObject({ guestPerformer: { name: 'Ada' } })
  await grant(lan, 'facing')

  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${stream._id} ${mei.id} guest`)
  await stop()
  expect(new Set(closed)).toEqual(new Set([`${stream._id} ${mei.id} guest`]))
})

test('whom the guest bans from her own stages does not see her on another’s either', async () => {
  const { ada, mei, grant, seenBy, answers } = await invited()
  await answers('agreed')
  await ada.api.live.ban({ id: mei.id, reason: '' })
  expect(await seenBy(mei)).not.toHaveProperty('guestPerformer')
  await expect(grant(mei, 'facing')).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever watches from a country that the guest closes loses her picture within seconds, and keeps the performer’s', async () => {
  const { lan, ada, mei, stream, answers } = await invited()
  const id = stream._id
  const [jun, yun] = [await house.fan({ name: 'Jun' }), await house.fan({ name: 'Yun' })]
  await answers('agreed')
  for (const role of ['audience', 'facing'] as const) {
    expect(await grantedFrom(japan, mei, id, role)).toBe(200)
    expect(await grantedFrom(taiwan, jun, id, role)).toBe(200)
    // She names her guest, wherever she is.
    expect(await grantedFrom(japan, lan, id, role)).toBe(200)
  }
  const watching = [mei.id, jun.id, yun.id]
  carried.set(id, { viewers: watching, unseen: [...watching, lan.id], facing: [...watching, lan.id], isGuestOnAir: true, guests: [ada.id] })
  await ada.api.blocks.blockCountries({ countryCodes: ['JP'] })
  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${id} ${mei.id} guest`)
  await stop()
  expect(new Set(closed)).toEqual(new Set([`${id} ${mei.id} guest`]))
  for (const from of [japan, taiwan]) {
    const { status, text } = await callsFrom(from, mei, 'GET', `/streaming/join/${id}`)
    expect([status, text.includes('Ada')]).toEqual([200, from === taiwan])
    expect(await grantedFrom(from, mei, id, 'facing')).toBe(from === taiwan ? 200 : 404)
    expect(await grantedFrom(from, mei, id, 'audience')).toBe(200)
  }
  expect((await callsFrom(japan, lan, 'GET', `/streaming/join/${id}`)).text).toContain('Ada')
})

test('where calls from nowhere known are refused, whoever came in from somewhere known goes on watching; a country that its performer closes does not', async () => {
  const { lan, mei, stream } = await invited()
  const jun = await house.fan({ name: 'Jun' })
  await office.api.admin.saveSettings({ values: { unknownCountry: 'deny' } })
  await lan.api.blocks.blockCountries({ countryCodes: ['FR'] })
  await grantedFrom(japan, mei, stream._id, 'audience')
  await grantedFrom(taiwan, jun, stream._id, 'audience')
  carried.set(stream._id, { viewers: [mei.id, jun.id], unseen: [], isGuestOnAir: false, guests: [] })
  let looks = 0
  const { stop } = watchOver(house.db, (error) => {
    throw error
  })
  await expect
    .poll(async () => ++looks > 5 && (await lan.api.live.own({})).data[0]?.viewerCount, { timeout: 15_000, interval: 1000 })
    .toBe(2)
  expect(closed).toEqual([])
  await lan.api.blocks.blockCountries({ countryCodes: ['FR', 'JP'] })
  await expect.poll(() => closed, { timeout: 10_000 }).toContain(`${stream._id} ${mei.id}`)
  await stop()
  await office.api.admin.saveSettings({ values: { unknownCountry: 'allow' } })
  expect(new Set(closed)).toEqual(new Set([`${stream._id} ${mei.id}`]))
})
