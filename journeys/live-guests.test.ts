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

async function invited(more: { type?: 'public' | 'ticket'; price?: number } = {}) {
  const [lan, ada, mei] = [
    await house.creator({ name: 'Lan' }),
    await house.creator({ name: 'Ada' }),
    await house.fan({ name: 'Mei', balance: 200 }),
  ]
  const stream = await lan.api.live.begin({ title: '二重唱', type: 'public', participantIds: [ada.id], ...more })
  const grant = (who: Person, role: 'guest' | 'facing' | 'audience') => who.api.live.grant({ streamId: stream._id, role })
  const seenBy = async (who: Person) => (await who.api.live.join({ id: stream._id })).stream
  const answers = (state: 'agreed' | 'declined' | 'withdrawn', who = ada) => who.api.live.answerGuest({ id: stream._id, state })
  const consents = () =>
    house.db.many<{ text: string; isOver: boolean }>(
      sql`select text, ended_at is not null as "isOver" from live.consents where stream_id = ${stream._id} order by agreed_at`,
    )
  return { lan, ada, mei, stream, grant, seenBy, answers, consents }
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
  const names = (ids: string[]) => lan.api.live.edit({ id: stream._id, participantIds: ids })
  for (const who of [lan, mei, office])
    await expect(names([who.id])).rejects.toMatchObject({ code: 'unknown_participant', errors: [{ field: 'participantIds' }] })
  await expect(names([ada.id, eva.id])).rejects.toMatchObject({ code: 'invalid' })
  expect(await names([eva.id])).toMatchObject({ invited: { performer: { name: 'Eva' }, state: 'asked' } })
  expect(closed).toContain(`${stream._id} ${ada.id}`)
  expect(await consents()).toMatchObject([{ isOver: true }])
  await expect(answers('withdrawn', ada)).rejects.toMatchObject({ code: 'not_found' })
  expect(await names([])).not.toHaveProperty('invited')
  await eva.api.blocks.blockUser({ targetId: lan.id })
  await expect(names([eva.id])).rejects.toMatchObject({ code: 'unknown_participant' })
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
  const tries = (statement: ReturnType<typeof sql>) => house.db.transaction((tx) => tx.run(statement))
  await expect(tries(sql`update live.streams set guest_state = 'agreed' where work_id = ${stream._id}`)).rejects.toThrow('own consent')
  const other = await invited()
  await other.answers('agreed')
  const ofIt = sql`where stream_id = ${other.stream._id}`
  await expect(tries(sql`update live.consents set text = 'x' ${ofIt}`)).rejects.toThrow('kept as it was given')
  await expect(tries(sql`delete from live.consents ${ofIt}`)).rejects.toThrow('kept as it was given')
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
