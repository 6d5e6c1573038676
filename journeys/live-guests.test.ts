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
const carried = new Map<string, Pick<Carried, 'viewers' | 'unseen' | 'isGuestOnAir' | 'guests'>>()
const closed: string[] = []
const engine: Engine = {
  publish: () => refuse('live_unavailable'),
  play: () => refuse('live_unavailable'),
  hangUp: async () => {},
  close: async (streamId, label) => void closed.push(`${streamId} ${label ?? ''}`),
  carried: async () => new Map([...carried].map(([id, what]) => [id, { isOnAir: true, run: 'one', flowed: new Map(), ...what }])),
}
beforeAll(async () => {
  house = await openHouse()
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
  expect(closed).toContain(`${stream._id} ${ada.id}`)
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

test('moved to another hour a show asks its guest anew, and with another title it does not', async () => {
  const { lan, ada, mei, stream, answers, moves, told, seenBy, consents } = await invited({ scheduledAt: tomorrow() })
  await answers('agreed')
  await lan.api.live.edit({ id: stream._id, title: '二重唱！', description: '第二場' })
  expect(await seenBy(mei)).toMatchObject({ guestPerformer: { name: 'Ada' } })
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
