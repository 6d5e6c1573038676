// Streams that LiveKit carries, over HTTP. LiveKit is a stand-in on the loopback that checks every token and call against the published protocol.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { sql } from '#server/platform/db/db.ts'
import { forgetOld } from '#server/stage/live/presence-queries.ts'
import { reconcileAll } from '#server/stage/live/testing-looks.ts'
import { claimsOf, liveKitKeys, startLiveKit, type LiveKitFake } from '#server/stage/live/testing-livekit.ts'

let house: House
let office: Person
let liveKit: LiveKitFake
beforeAll(async () => {
  liveKit = await startLiveKit()
  house = await openHouse({
    LIVEKIT_URL: liveKit.url,
    LIVEKIT_API_KEY: liveKitKeys.apiKey,
    LIVEKIT_API_SECRET: liveKitKeys.apiSecret,
  })
  office = await house.staff()
  await office.api.admin.saveSettings({ values: { liveProvider: 'livekit' } })
}, 600_000)
afterAll(async () => {
  await house.close()
  await liveKit.close()
})
afterEach(async () => {
  liveKit.fail(503, 0)
  await house.settle()
  expect(await disagreements(house.db)).toEqual([])
})

type Sent = Pick<ReturnType<LiveKitFake['event']>, 'body' | 'authorization'>

async function hook({ body, authorization }: Sent): Promise<{ status: number; code?: string }> {
  const answer = await fetch(`${house.address}/api/streaming/livekit/callhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/webhook+json', authorization },
    body,
  })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, ...(code && { code }) }
}

const pass = async ({ api }: Person, streamId: string, role: 'host' | 'audience' | 'guest' | 'facing') =>
  (await api.live.grant({ streamId, role })).token

const told = async (event: string, token: string, more?: Parameters<LiveKitFake['event']>[2]) =>
  expect(await hook(liveKit.event(event, token, more))).toEqual({ status: 200 })

/** A performer on the air, and LiveKit has said so. */
async function onAir(lan: Person, draft: Parameters<Person['api']['live']['begin']>[0]): Promise<{ id: string; host: string }> {
  const { _id: id } = await lan.api.live.begin(draft)
  const host = await pass(lan, id, 'host')
  liveKit.join(host)
  const track = liveKit.publish(host)
  await told('participant_joined', host)
  await told('track_published', host, { track })
  return { id, host }
}

const isOnAir = ({ api }: Person, id: string) => expect.poll(async () => (await api.live.join({ id })).stream.isOnAir, { timeout: 10_000 })
const watchers = (lan: Person, id: string) =>
  expect.poll(async () => (await lan.api.live.beat({ streamId: id, duration: 0 })).viewerCount, { timeout: 10_000 })

test('who sends and who watches are given no more than that, by names that say nothing of them', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public' })
  const grant = await lan.api.live.grant({ streamId: id, role: 'host' })
  expect(grant).toMatchObject({ provider: 'livekit', url: liveKit.url, channel: id, iceServers: [], maxBitrate: 3000 })
  const host = claimsOf(grant.token)
  expect(host.video).toEqual({
    roomJoin: true,
    room: id,
    canPublish: true,
    canSubscribe: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    hidden: false,
  })
  expect(host.exp - Date.now() / 1000).toBeLessThanOrEqual(600)
  const audience = claimsOf(await pass(mei, id, 'audience'))
  expect(audience.video).toMatchObject({
    roomJoin: true,
    room: id,
    canPublish: false,
    canSubscribe: true,
    canPublishData: false,
    hidden: true,
  })
  for (const { sub } of [host, audience])
    for (const part of [lan.id, mei.id, 'lan', 'mei']) expect(sub?.toLowerCase()).not.toContain(part.toLowerCase())
  // Two windows of one fan are two; two of who sends are one, and the newer has it.
  expect(claimsOf(await pass(mei, id, 'audience')).sub).not.toBe(audience.sub)
  expect(claimsOf(await pass(lan, id, 'host')).sub).toBe(host.sub)
  // Nobody has another's part.
  await expect(mei.api.live.grant({ streamId: id, role: 'host' })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.grant({ streamId: id, role: 'facing' })).rejects.toMatchObject({ status: 404 })
  // Staff look on unseen, and it is on record.
  expect(claimsOf(await pass(office, id, 'audience')).video).toMatchObject({ hidden: true, canPublish: false })
  expect((await office.api.admin.audit({ limit: 5 })).data.map(({ action }) => action)).toContain('live.watched')
  // An encoder speaks WHIP, and here nobody does.
  const { key, whipUrl } = await lan.api.live.renewKey({})
  const offered = await fetch(`${house.address}${new URL(whipUrl).pathname}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
    body: 'v=0',
  })
  expect([offered.status, ((await offered.json()) as { code: string }).code]).toEqual([409, 'no_encoders'])
  expect(await lan.api.live.profile({})).toMatchObject({ provider: 'livekit', takesMinutes: true, takesEncoders: false })
})

test('what LiveKit says is heard: on air, who watches, and who left', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
  const { id, host } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  await isOnAir(mei, id).toBe(true)
  const tokens = [await pass(mei, id, 'audience'), await pass(mei, id, 'audience'), await pass(jun, id, 'audience')]
  for (const token of [...tokens, await pass(office, id, 'audience'), await pass(lan, id, 'audience')]) {
    liveKit.join(token)
    await told('participant_joined', token)
  }
  // Each once, and neither staff nor the performer themselves.
  await watchers(lan, id).toBe(2)
  await told('participant_left', tokens[2]!)
  liveKit.leave(tokens[2]!)
  await watchers(lan, id).toBe(1)
  await told('track_unpublished', host, {
    track: liveKit.rooms.get(id)!.get(claimsOf(host).sub!)!.tracks[0]!.sid,
    at: new Date(Date.now() + 1000),
  })
  liveKit.leave(host)
  await isOnAir(mei, id).toBe(false)
})

test('forged, old, late and twice: no event does what it should not', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { id } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  const token = await pass(mei, id, 'audience')
  const { sid } = liveKit.join(token)
  const real = liveKit.event('participant_joined', token)
  expect(await hook(liveKit.event('participant_joined', token, { secret: 'another secret, as long as ours is.' }))).toEqual({
    status: 400,
    code: 'signature_invalid',
  })
  expect(await hook({ ...real, body: real.body.replace('participant_joined', 'participant_left') })).toMatchObject({
    code: 'signature_invalid',
  })
  expect(await hook({ ...real, authorization: '' })).toMatchObject({ code: 'signature_invalid' })
  expect(await hook(liveKit.event('participant_joined', token, { expiresInSeconds: -60 }))).toMatchObject({ code: 'signature_expired' })
  expect(
    await house.db.one(
      sql`select count(*)::integer as there from live.presences where stream_id = ${id} and part = 'watches' and is_there`,
    ),
  ).toEqual({
    there: 0,
  })
  const state = () =>
    house.db.one(sql`select is_there as "isThere", session from live.presences where stream_id = ${id} and name = ${claimsOf(token).sub!}`)

  const [now, later] = [new Date(), new Date(Date.now() + 3000)]
  await told('participant_joined', token, { at: now })
  // The end of an older connection is no end of this one, and one of before it came neither.
  await told('participant_left', token, { sid: 'PA_older', at: later })
  await told('participant_left', token, { at: new Date(now.getTime() - 5000) })
  expect(await state()).toEqual({ isThere: true, session: sid })
  const left = liveKit.event('participant_left', token, { at: later })
  liveKit.leave(token)
  expect(await hook(left)).toEqual({ status: 200 })
  expect(await state()).toMatchObject({ isThere: false })
  // It comes late: of a connection that is over.
  await told('participant_joined', token, { at: later, sid })
  expect(await state()).toMatchObject({ isThere: false })
  // They came back by the same connection, as LiveKit answers; the end of before, said again, is heard once.
  const one = { sid, identity: claimsOf(token).sub!, state: 'ACTIVE' as const, tracks: [], joined_at: '1' }
  liveKit.rooms.get(id)!.set(one.identity, one)
  await reconcileAll()
  expect(await state()).toMatchObject({ isThere: true })
  expect(await hook(left)).toEqual({ status: 200 })
  expect(await state()).toMatchObject({ isThere: true })
  // So is it where they came back by another.
  liveKit.join(token)
  await told('participant_joined', token, { at: new Date(later.getTime() + 2000) })
  expect(await hook(left)).toEqual({ status: 200 })
  expect(await state()).toMatchObject({ isThere: true })

  // Rooms of others on the same server, and a name that we gave nobody, change nothing.
  const before = await house.db.one(sql`select count(*)::integer as rows from live.presences`)
  for (const [from, to] of [
    [id, 'somebody-elses-room'],
    [id, crypto.randomUUID()],
    [claimsOf(token).sub!, 'a name of nobody’s'],
  ] as const) {
    const event = JSON.parse(real.body) as object
    const body = JSON.stringify({ ...event, id: crypto.randomUUID() }).replaceAll(from, to)
    expect(await hook({ body, authorization: liveKit.sign(body) })).toEqual({ status: 200 })
  }
  expect(await house.db.one(sql`select count(*)::integer as rows from live.presences`)).toEqual(before)
})

test('where webhooks are lost, LiveKit is asked who is there', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public' })
  const [host, token] = [await pass(lan, id, 'host'), await pass(mei, id, 'audience')]
  liveKit.join(host)
  liveKit.publish(host)
  liveKit.join(token)
  await reconcileAll()
  await isOnAir(mei, id).toBe(true)
  await watchers(lan, id).toBe(1)
  liveKit.mute(host, true)
  liveKit.leave(token)
  await reconcileAll()
  await isOnAir(mei, id).toBe(false)
  await watchers(lan, id).toBe(0)
  // Away for longer than it is trusted: nothing is known to be there.
  liveKit.mute(host, false)
  await reconcileAll()
  await isOnAir(mei, id).toBe(true)
  liveKit.fail(503, 1_000_000)
  house.clock.advance({ seconds: 31 })
  await isOnAir(mei, id).toBe(false)
  await expect(reconcileAll()).rejects.toThrow()
})

test('whoever was shown the door is put out, given nothing more, and put out again when they come back by what they had', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { id } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  const token = await pass(mei, id, 'audience')
  const name = claimsOf(token).sub!
  liveKit.join(token)
  await told('participant_joined', token)
  await watchers(lan, id).toBe(1)
  await lan.api.live.ban({ id: mei.id, reason: 'Enough' })
  await expect.poll(() => liveKit.rooms.get(id)?.has(name), { timeout: 15_000 }).toBe(false)
  await expect(mei.api.live.grant({ streamId: id, role: 'audience' })).rejects.toMatchObject({ status: 404 })
  expect(() => liveKit.join(token)).toThrow(/revoked/)
  // LiveKit's own renewal of a token may outlive the right to it.
  liveKit.join(token, true)
  await told('participant_joined', token, { at: new Date(Date.now() + 2000) })
  expect(liveKit.rooms.get(id)?.has(name)).toBe(false)
  // They may watch again: by another name, and by the old one neither, whether LiveKit says that it is back or not.
  await lan.api.live.liftBan({ id: mei.id })
  const again = await pass(mei, id, 'audience')
  expect(claimsOf(again).sub).not.toBe(name)
  liveKit.join(again)
  liveKit.join(token, true)
  await reconcileAll()
  expect([...liveKit.rooms.get(id)!.keys()]).toEqual([expect.any(String), claimsOf(again).sub])
})

test('one room from which LiveKit lets nobody be put out keeps nobody in another', async () => {
  const [lan, ann] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Ann' })]
  const mei = await house.fan({ name: 'Mei' })
  const shows = [await onAir(lan, { title: 'First', type: 'public' }), await onAir(ann, { title: 'Second', type: 'public' })] as const
  const tokens = [await pass(mei, shows[0].id, 'audience'), await pass(mei, shows[1].id, 'audience')] as const
  for (const token of tokens) {
    liveKit.join(token)
    await told('participant_joined', token)
  }
  const isIn = (place: 0 | 1) => liveKit.rooms.get(shows[place].id)?.has(claimsOf(tokens[place]).sub!)
  // What is done at once fails for both: whoever looks on finds them.
  liveKit.fail(500, 1_000_000)
  await lan.api.live.ban({ id: mei.id, reason: 'Enough' })
  await ann.api.live.ban({ id: mei.id, reason: 'Enough' })
  await house.settle()
  // The newest show is the first to be looked at.
  liveKit.fail(500, 1_000_000, shows[1].id)
  await expect.poll(() => isIn(0), { timeout: 15_000 }).toBe(false)
  expect(isIn(1)).toBe(true)
  liveKit.fail(503, 0)
  await expect.poll(() => isIn(1), { timeout: 15_000 }).toBe(false)
})

test('a room that hangs keeps no other from being looked at', async () => {
  const [lan, ann] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Ann' })]
  const mei = await house.fan({ name: 'Mei' })
  const first = await onAir(lan, { title: 'First', type: 'public' })
  const second = await onAir(ann, { title: 'Second', type: 'public' })
  liveKit.hang(second.id)
  const token = await pass(mei, first.id, 'audience')
  liveKit.join(token)
  liveKit.asked.length = 0
  const looking = reconcileAll().catch(() => 'it hangs')
  const isAsked = (room: string) => liveKit.asked.some(({ method, body }) => method === 'ListParticipants' && body['room'] === room)
  await expect.poll(() => isAsked(first.id) && isAsked(second.id), { timeout: 3000 }).toBe(true)
  liveKit.hang(undefined)
  await looking
})

test('one seat has eight windows and no more: what is given then takes the place of what was given first', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { id } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  const names: string[] = []
  for (let window = 0; window < 8; window++) {
    const token = await pass(mei, id, 'audience')
    liveKit.join(token)
    await told('participant_joined', token)
    names.push(claimsOf(token).sub!)
    house.clock.advance({ seconds: 1 })
  }
  expect(new Set(names).size).toBe(8)
  const ninth = await pass(mei, id, 'audience')
  expect(claimsOf(ninth).sub).toBe(names[0])
  house.clock.advance({ seconds: 1 })
  // What nobody is there by goes first.
  const last = liveKit.event('participant_left', ninth, { at: new Date(Date.now() + 60_000) })
  expect(await hook(last)).toEqual({ status: 200 })
  expect(claimsOf(await pass(mei, id, 'audience')).sub).toBe(names[0])
  const together = await Promise.all(Array.from({ length: 4 }, () => pass(mei, id, 'audience')))
  for (const token of together) expect(names).toContain(claimsOf(token).sub)
})

test('a guest who is named no more is put out, also while they send nothing, and while LiveKit failed as it was said', async () => {
  const [lan, ada] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Ada' })]
  const { id } = await onAir(lan, { title: 'Duet', type: 'public', participantIds: [ada.id] })
  const [{ consent } = { consent: '' }] = (await ada.api.live.guestInvitations({})).data
  await ada.api.live.answerGuest({ id, state: 'agreed', consent })
  const guest = await pass(ada, id, 'guest')
  const audience = await pass(ada, id, 'audience')
  liveKit.fail(500, 1_000_000)
  await ada.api.live.answerGuest({ id, state: 'withdrawn' })
  await house.db.transaction((tx) => tx.run(sql`update live.streams set guest_id = null, guest_state = null where work_id = ${id}`))
  // What is done at once fails, for both names and both times.
  const removals = () => liveKit.asked.filter(({ method, body }) => method === 'RemoveParticipant' && String(body['room']).startsWith(id))
  await expect.poll(() => removals().length, { timeout: 10_000 }).toBe(4)
  liveKit.fail(503, 0)
  liveKit.join(audience)
  liveKit.join(guest)
  const isThere = (room: string, token: string) => liveKit.rooms.get(room)?.has(claimsOf(token).sub!)
  await expect.poll(() => isThere(`${id}.guest`, guest), { timeout: 20_000 }).toBe(false)
})

test('a show ends while LiveKit fails: it is over here, and closed there as soon as LiveKit can', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const { id, host } = await onAir(lan, { title: 'Rehearsal', type: 'ticket', price: 30 })
  await mei.api.live.charge({ id, expectedPrice: 30 })
  const token = await pass(mei, id, 'audience')
  liveKit.join(token)
  liveKit.fail(500, 1_000_000)
  expect(await lan.api.live.edit({ id, status: 'ended' })).toMatchObject({ status: 'ended' })
  await house.settle()
  expect(await mei.balance()).toBe(100)
  expect(liveKit.rooms.has(id)).toBe(true)
  liveKit.fail(503, 0)
  await reconcileAll()
  expect(liveKit.rooms.has(id)).toBe(false)
  // A pass that has not run out makes the room anew: it is closed again, at once where LiveKit says so and else at the next look.
  liveKit.join(host)
  await told('participant_joined', host, { at: new Date(Date.now() + 5000) })
  await expect.poll(() => liveKit.rooms.has(id), { timeout: 10_000 }).toBe(false)
  liveKit.join(token)
  await reconcileAll()
  expect(liveKit.rooms.has(id)).toBe(false)
  const closed = () => house.db.one(sql`select provider_closed_at is not null as closed from live.streams where work_id = ${id}`)
  expect(await closed()).toEqual({ closed: false })
  // No pass is left.
  house.clock.advance({ minutes: 11 })
  await reconcileAll()
  expect(await closed()).toEqual({ closed: true })
})

test('both sides of a private show have rooms of their own, and nobody sees another there', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  await lan.api.live.updateProfile({ privatePrice: 30 })
  const request = await mei.api.live.askPrivate({ performerId: lan.id })
  const { _id: id } = await lan.api.live.acceptPrivate({ id: request._id })
  const guest = await pass(mei, id, 'guest')
  expect(claimsOf(guest).video).toMatchObject({ room: `${id}.guest`, canPublish: true, canSubscribe: false })
  expect(claimsOf(await pass(lan, id, 'facing')).video).toMatchObject({
    room: `${id}.guest`,
    canPublish: false,
    canSubscribe: true,
    hidden: true,
  })
  liveKit.join(guest)
  liveKit.publish(guest)
  await reconcileAll()
  await expect.poll(async () => (await lan.api.live.join({ id })).stream.isGuestOnAir, { timeout: 10_000 }).toBe(true)
  await mei.api.live.leave({ id })
  await expect.poll(() => liveKit.rooms.has(`${id}.guest`), { timeout: 10_000 }).toBe(false)
})

test('whom a guest performer blocks is put out of her room alone, and stays in the performer’s', async () => {
  const [lan, ada, mei] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Ada' }), await house.fan({ name: 'Mei' })]
  const { id } = await onAir(lan, { title: 'Two', type: 'public', participantIds: [ada.id] })
  const [invitation] = (await ada.api.live.guestInvitations({})).data
  await ada.api.live.answerGuest({ id, state: 'agreed', consent: invitation?.consent ?? '' })
  const [guest, sees, faces] = [await pass(ada, id, 'guest'), await pass(mei, id, 'audience'), await pass(mei, id, 'facing')]
  for (const token of [guest, sees, faces]) liveKit.join(token)
  liveKit.publish(guest)
  await reconcileAll()
  const there = (token: string) => liveKit.rooms.get(claimsOf(token).video!.room!)?.has(claimsOf(token).sub!) ?? false
  await ada.api.blocks.blockUser({ targetId: mei.id })
  await expect.poll(() => there(faces), { timeout: 15_000 }).toBe(false)
  expect([there(sees), there(guest)]).toEqual([true, true])
  // What she had for it opens it no more, and she is given nothing else.
  expect(() => liveKit.join(faces)).toThrow()
  await expect(pass(mei, id, 'facing')).rejects.toMatchObject({ code: 'not_found' })
  await pass(mei, id, 'audience')
  await lan.api.live.edit({ id, status: 'ended' })
})

test('another provider is chosen while a show runs: the show stays where it is, and the next begins elsewhere', async () => {
  const [lan, ann] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Ann' })]
  const mei = await house.fan({ name: 'Mei' })
  const { id } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  try {
    await office.api.admin.saveSettings({ values: { liveProvider: 'embedded' } })
    expect(await mei.api.live.grant({ streamId: id, role: 'audience' })).toMatchObject({ provider: 'livekit' })
    await isOnAir(mei, id).toBe(true)
    const other = await ann.api.live.begin({ title: 'Elsewhere', type: 'public' })
    expect(await mei.api.live.grant({ streamId: other._id, role: 'audience' })).toMatchObject({ provider: 'embedded' })
    expect(await ann.api.live.profile({})).toMatchObject({ provider: 'embedded', takesMinutes: true, takesEncoders: true })
    await lan.api.live.edit({ id, status: 'ended' })
    await expect.poll(() => liveKit.rooms.has(id), { timeout: 10_000 }).toBe(false)
    await expect(
      house.db.transaction((tx) => tx.run(sql`update live.streams set provider = 'livekit' where work_id = ${other._id}`)),
    ).rejects.toThrow(/keeps whoever carries it/)
  } finally {
    await office.api.admin.saveSettings({ values: { liveProvider: 'livekit' } })
  }
  // Nobody here could tape it: who asks for it is told, and whoever once asked for all of theirs is not kept from the stage.
  const pei = await house.creator({ name: 'Pei' })
  expect(await pei.api.live.updateProfile({ record: true })).toMatchObject({ canRecord: false })
  await expect(pei.api.live.begin({ title: 'Kept', type: 'public', record: true })).rejects.toMatchObject({
    code: 'recording_unavailable',
    errors: [{ field: 'record', code: 'recording_unavailable' }],
  })
  const shown = await pei.api.live.begin({ title: 'Not kept', type: 'public' })
  expect(shown).not.toHaveProperty('recording')
  await pei.api.live.edit({ id: shown._id, status: 'ended' })
  // What was not given its keys at the start is not to be chosen.
  await expect(office.api.admin.saveSettings({ values: { liveProvider: 'agora' } })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'liveProvider', code: 'provider_not_ready' }],
  })
})

test('who was where is forgotten once a show is over and closed; of one that goes on it is known', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { id } = await onAir(lan, { title: 'Rehearsal', type: 'public' })
  await house.db.transaction((tx) => forgetOld(tx, new Date(tx.now.getTime() + 86_400_000)))
  const left = await house.db.many<{ id: string; isOver: boolean }>(sql`
    select distinct s.work_id as id, s.status = 'ended' and s.provider_closed_at is not null as "isOver"
    from live.presences p join live.streams s on s.work_id = p.stream_id`)
  expect(left.map((each) => each.id)).toContain(id)
  expect(left.filter(({ isOver }) => isOver)).toEqual([])
  expect(await house.db.one(sql`select count(*) as count from live.provider_events`)).toEqual({ count: 0 })
  const from = await house.db.many(sql`
    select from live.whereabouts w join live.streams s on s.work_id = w.stream_id where s.status = 'ended' and s.provider_closed_at is not null`)
  expect(from).toEqual([])
  await lan.api.live.edit({ id, status: 'ended' })
})
