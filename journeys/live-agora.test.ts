// Streams that Agora carries, over HTTP. Agora is a stand-in on the loopback that reads every token and call by the published forms.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { reconcileAll } from '#server/stage/live/testing-looks.ts'
import { agoraKeys, openedBy, startAgora, type AgoraFake } from '#server/stage/live/testing-agora.ts'

let house: House
let office: Person
let agora: AgoraFake

const chosen = { agoraEnable: true, agoraAppId: agoraKeys.appId, liveProvider: 'agora' } as const

async function opens(keys: Record<string, string>): Promise<void> {
  agora = await startAgora()
  house = await openHouse({ AGORA_APP_CERTIFICATE: agoraKeys.certificate, AGORA_API_URL: agora.url, ...keys })
  office = await house.staff()
}
async function closes(): Promise<void> {
  await house.close()
  await agora.close()
}

const grantOf = ({ api }: Person, streamId: string, role: 'host' | 'audience') => api.live.grant({ streamId, role })
const isOnAir = ({ api }: Person, id: string) => expect.poll(async () => (await api.live.join({ id })).stream.isOnAir, { timeout: 10_000 })
const watchers = (lan: Person, id: string) =>
  expect.poll(async () => (await lan.api.live.beat({ streamId: id, duration: 0 })).viewerCount, { timeout: 10_000 })

async function hook({ body, signature }: { body: string; signature: string }): Promise<{ status: number; code?: string }> {
  const answer = await fetch(`${house.address}/api/streaming/agora/callhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'agora-signature-v2': signature },
    body,
  })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, ...(code && { code }) }
}

describe('with a key to its RESTful API', () => {
  beforeAll(async () => {
    await opens({ AGORA_CUSTOMER: agoraKeys.customer })
    await office.api.admin.saveSettings({ values: chosen })
  }, 600_000)
  afterAll(closes)

  test('tokens open one channel to one number, to send or to watch, for ten minutes', async () => {
    const lan = await house.creator({ name: 'Lan' })
    const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
    const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public' })
    const host = await grantOf(lan, id, 'host')
    expect(host).toMatchObject({ provider: 'agora', url: '', appId: agoraKeys.appId, channel: id, iceServers: [] })
    expect(openedBy(host.token)).toMatchObject({ channel: id, uid: String(host.uid), seconds: 600, privileges: { 1: 600, 2: 600, 3: 600 } })
    const audience = await grantOf(mei, id, 'audience')
    expect(openedBy(audience.token)).toMatchObject({ channel: id, uid: String(audience.uid), privileges: { 1: 600 } })
    expect(audience.senderUid).toBe(host.uid)
    expect(Buffer.byteLength(audience.channel)).toBeLessThan(64)
    // Renewed, it is the same number; another person's and another part's is another.
    expect((await grantOf(mei, id, 'audience')).uid).toBe(audience.uid)
    expect(new Set([host.uid, audience.uid, (await grantOf(jun, id, 'audience')).uid, (await grantOf(lan, id, 'audience')).uid]).size).toBe(
      4,
    )
    await expect(grantOf(mei, id, 'host')).rejects.toMatchObject({ status: 404 })
  })

  test('who is there is asked; whoever lost the right is put out, and has another number when it is back', async () => {
    const lan = await house.creator({ name: 'Lan' })
    const mei = await house.fan({ name: 'Mei' })
    const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public' })
    const [host, audience, staff] = [
      await grantOf(lan, id, 'host'),
      await grantOf(mei, id, 'audience'),
      await grantOf(office, id, 'audience'),
    ]
    agora.join(host.token, 'broadcaster')
    agora.join(audience.token, 'audience')
    agora.join(staff.token, 'audience')
    await reconcileAll()
    await isOnAir(mei, id).toBe(true)
    await watchers(lan, id).toBe(1)
    await lan.api.live.ban({ id: mei.id, reason: 'Enough' })
    await expect.poll(() => agora.rules.some(({ cname, uid }) => cname === id && uid === audience.uid), { timeout: 15_000 }).toBe(true)
    expect(() => agora.join(audience.token, 'audience')).toThrow(/banned/)
    await lan.api.live.liftBan({ id: mei.id })
    const again = await grantOf(mei, id, 'audience')
    expect(again.uid).not.toBe(audience.uid)
    agora.join(again.token, 'audience')
    // It ends while Agora fails, and is shut there as soon as Agora can.
    agora.fail(500, 1_000_000)
    await lan.api.live.edit({ id, status: 'ended' })
    await house.settle()
    expect(agora.channels.has(id)).toBe(true)
    agora.fail(500, 0)
    await reconcileAll()
    expect(agora.channels.has(id)).toBe(false)
    expect(() => agora.join(again.token, 'audience')).toThrow(/banned/)
    expect(await house.db.one(sql`select provider_closed_at is not null as closed from live.streams where work_id = ${id}`)).toEqual({
      closed: true,
    })
  })

  test('nothing is sold by the minute where nobody shows what arrives, and everybody is told so', async () => {
    const lan = await house.creator({ name: 'Lan' })
    const mei = await house.fan({ name: 'Mei', balance: 500 })
    expect(await lan.api.live.updateProfile({ privatePrice: 30, groupPrice: 20 })).toMatchObject({ provider: 'agora', takesMinutes: false })
    await expect(lan.api.live.begin({ title: 'Group', type: 'group', pricePerMinute: 20 })).rejects.toMatchObject({
      status: 409,
      code: 'minutes_not_shown',
    })
    expect(await mei.api.live.prices({ id: lan.id })).toEqual({ minMinutes: 1 })
    await expect(mei.api.live.askPrivate({ performerId: lan.id })).rejects.toMatchObject({ code: 'minutes_not_shown' })
    // It was asked while somebody else carried.
    await office.api.admin.saveSettings({ values: { liveProvider: 'embedded' } })
    const request = await mei.api.live.askPrivate({ performerId: lan.id })
    const announced = await lan.api.live.begin({
      title: 'Group',
      type: 'group',
      pricePerMinute: 20,
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await office.api.admin.saveSettings({ values: { liveProvider: 'agora' } })
    await expect(lan.api.live.acceptPrivate({ id: request._id })).rejects.toMatchObject({ code: 'minutes_not_shown' })
    await expect(lan.api.live.edit({ id: announced._id, status: 'live' })).rejects.toMatchObject({ code: 'minutes_not_shown' })
    await expect(
      house.db.transaction((tx) => tx.run(sql`update live.streams set provider = 'agora' where work_id = ${announced._id}`)),
    ).rejects.toThrow(/minutes_are_shown/)
  })

  test('it is chosen only while it is whole: its App ID, and that it may be', async () => {
    for (const values of [{ agoraEnable: false }, { agoraAppId: '' }, { agoraAppId: 'abc' }])
      await expect(office.api.admin.saveSettings({ values })).rejects.toMatchObject({
        code: 'invalid',
        errors: [{ field: Object.keys(values)[0], code: 'provider_not_ready' }],
      })
    await expect(office.api.admin.saveSettings({ values: { liveProvider: 'livekit' } })).rejects.toMatchObject({ code: 'invalid' })
    await office.api.admin.saveSettings({ values: { liveProvider: 'embedded', agoraEnable: false } })
    await office.api.admin.saveSettings({ values: { liveProvider: 'agora', agoraEnable: true } })
  })
})

describe('with its notifications alone', () => {
  beforeAll(() => opens({ AGORA_WEBHOOK_SECRET: agoraKeys.webhookSecret }), 600_000)
  afterAll(closes)

  test('it cannot be chosen, because nobody could be put out, and the office is told so; where it had been, no show begins', async () => {
    const fields = Object.keys(chosen).toSorted()
    const refused: unknown = await house
      .as(office.token, 'zh-TW')
      .admin.saveSettings({ values: chosen })
      .catch((error: unknown) => error)
    const { errors } = refused as { errors: { field: string; code: string; message: string }[] }
    expect(errors.map(({ field }) => field).toSorted()).toEqual(fields)
    for (const { code, message } of errors)
      expect([code, message]).toEqual(['provider_puts_nobody_out', expect.stringContaining('無法把人請出直播')])
    // Its key was taken away.
    await house.db.transaction(async (tx) => {
      for (const [key, value] of Object.entries(chosen))
        await tx.run(sql`
          insert into settings.settings (key, value, changed_at) values (${key}, ${JSON.stringify(value)}::jsonb, ${tx.now})
          on conflict (key) do update set value = excluded.value`)
    })
    // Settings are kept for a second: whoever began within it is live already, so each try is somebody else's.
    const begins = async () => {
      const lan = await house.creator({ name: 'Lan' })
      return lan.api.live.begin({ title: 'Rehearsal', type: 'public' }).then(
        () => 'began',
        ({ code }: { code: string }) => code,
      )
    }
    await expect.poll(begins, { timeout: 20_000 }).toBe('live_unavailable')
  })

  test('of a show whose key was taken away while it ran, what it says is heard once, in order, from Agora alone; and tokens are short, for nobody can be put out', async () => {
    const lan = await house.creator({ name: 'Lan' })
    const mei = await house.fan({ name: 'Mei' })
    const scheduledAt = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
    const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public', scheduledAt })
    await house.db.transaction((tx) =>
      tx.run(sql`
        update live.streams set status = 'live', provider = 'agora', started_at = ${tx.now}, last_beat_at = ${tx.now} where work_id = ${id}`),
    )
    const [host, audience] = [await grantOf(lan, id, 'host'), await grantOf(mei, id, 'audience')]
    expect(openedBy(audience.token)).toMatchObject({ seconds: 120, privileges: { 1: 120 } })
    const ts = Math.floor(Date.now() / 1000)
    const said = (eventType: number, uid: number, at: number, clientSeq: number) =>
      agora.notice(eventType, { channelName: id, uid, platform: 7, clientSeq, ts: at })
    expect(await hook(said(103, host.uid, ts, 1))).toEqual({ status: 200 })
    const joined = said(105, audience.uid, ts, 1)
    expect(await hook(joined)).toEqual({ status: 200 })
    await isOnAir(mei, id).toBe(true)
    await watchers(lan, id).toBe(1)
    // Out and in again within a second, and told the wrong way round.
    expect(await hook(said(105, audience.uid, ts, 3))).toEqual({ status: 200 })
    expect(await hook(said(106, audience.uid, ts, 2))).toEqual({ status: 200 })
    await watchers(lan, id).toBe(1)
    expect(await hook(said(106, audience.uid, ts + 1, 4))).toEqual({ status: 200 })
    await watchers(lan, id).toBe(0)
    expect(await hook(joined)).toEqual({ status: 200 })
    await watchers(lan, id).toBe(0)
    expect(await hook({ ...joined, signature: 'a'.repeat(64) })).toEqual({ status: 400, code: 'signature_invalid' })
    expect(await hook({ ...joined, signature: '' })).toEqual({ status: 400, code: 'signature_invalid' })
    expect(await hook(agora.notice(105, {}, { notifyMs: Date.now() - 6 * 60_000 }))).toEqual({ status: 400, code: 'signature_expired' })
    // A channel of nobody's, a number of nobody's, an event that we know nothing of.
    for (const notice of [
      agora.notice(105, { channelName: 'somebody-elses', uid: 5, ts }),
      agora.notice(105, { channelName: id, uid: 5, ts }),
      agora.notice(101, { channelName: id, ts }),
    ])
      expect(await hook(notice)).toEqual({ status: 200 })
    await watchers(lan, id).toBe(0)
    // The host's end was lost: they are there no longer than what they were given.
    await isOnAir(mei, id).toBe(true)
    house.clock.advance({ seconds: 125 })
    await isOnAir(mei, id).toBe(false)
    await grantOf(lan, id, 'host')
    await isOnAir(mei, id).toBe(true)
    expect(agora.rules).toEqual([])
  })
})

test('a site that was given nothing of LiveKit’s and Agora’s hears nothing of theirs', async () => {
  const plain = await openHouse()
  try {
    for (const provider of ['livekit', 'agora']) {
      const answer = await fetch(`${plain.address}/api/streaming/${provider}/callhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(404)
    }
  } finally {
    await plain.close()
  }
})
