// Minutes of a show that LiveKit carries. Time stands still here but for what the test moves, and nobody looks but the test: this house's process answers
// people and does no later work.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { bill } from '#server/stage/live/metering.ts'
import { reconcileAll } from '#server/stage/live/testing-looks.ts'
import { liveKitKeys, startLiveKit, type LiveKitFake } from '#server/stage/live/testing-livekit.ts'

let house: House
let liveKit: LiveKitFake
beforeAll(async () => {
  vi.spyOn(systemClock, 'now').mockReturnValue(new Date())
  liveKit = await startLiveKit()
  const keys = { LIVEKIT_URL: liveKit.url, LIVEKIT_API_KEY: liveKitKeys.apiKey, LIVEKIT_API_SECRET: liveKitKeys.apiSecret }
  house = await openHouse({ ROLE: 'web', ...keys })
  const office = await house.staff()
  await office.api.admin.saveSettings({ values: { liveProvider: 'livekit' } })
}, 600_000)
afterAll(async () => {
  await house.close()
  await liveKit.close()
  vi.restoreAllMocks()
})
afterEach(async () => {
  await house.settle()
  expect(await disagreements(house.db)).toEqual([])
})

async function told(...event: Parameters<LiveKitFake['event']>): Promise<void> {
  const { body, authorization } = liveKit.event(...event)
  const answer = await fetch(`${house.address}/api/streaming/livekit/callhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/webhook+json', authorization },
    body,
  })
  expect(answer.status).toBe(200)
}

test('a minute is one in which LiveKit showed both, at two looks and in between', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const { _id: id } = await lan.api.live.begin({ title: 'By the minute', type: 'group', pricePerMinute: 30 })
  const host = (await lan.api.live.grant({ streamId: id, role: 'host' })).token
  liveKit.join(host)
  liveKit.publish(host)
  await mei.api.live.enter({ id, expectedPrice: 30 })
  const { token } = await mei.api.live.grant({ streamId: id, role: 'audience' })
  const looks = async (times: number, seconds = 10) => {
    for (let time = 0; time < times; time++) {
      house.clock.advance({ seconds })
      await reconcileAll()
      await bill(house.db)
    }
    await house.settle()
  }
  // She has not come in: nothing flows to her.
  await looks(3)
  expect(await mei.balance()).toBe(500)
  // What was before the first look that shows her is nobody's to pay.
  liveKit.join(token)
  await looks(1)
  expect(await mei.balance()).toBe(500)
  await looks(1)
  expect(await mei.balance()).toBe(470)
  await looks(4)
  expect(await mei.balance()).toBe(470)
  await looks(1)
  expect(await mei.balance()).toBe(440)
  // The picture stopped, and nobody said so.
  liveKit.mute(host, true)
  await looks(2)
  liveKit.mute(host, false)
  await looks(1)
  // Nobody looked for a while: whatever was there meanwhile, nobody saw it.
  await looks(1, 40)
  expect(await mei.balance()).toBe(440)
  // She left and came back between two looks, and LiveKit said so: what was between them is given away.
  await looks(1)
  await told('participant_left', token, { at: new Date(Date.now() + 60_000) })
  liveKit.join(token)
  await looks(1)
  const receipts = (await mei.api.live.receipts({ id })).data
  expect(receipts.map(({ minutes, total, servedMs }) => ({ minutes, total, servedMs }))).toEqual([
    { minutes: 2, total: 60, servedMs: 70_000 },
  ])
  // A clock that jumps, and LiveKit being away: nothing is charged.
  await looks(1, 3600)
  liveKit.fail(503, 1_000_000)
  house.clock.advance({ seconds: 10 })
  await bill(house.db)
  expect(await mei.balance()).toBe(440)
})

test('whoever comes and goes between two looks pays for what they saw, as LiveKit says when they came and went', async () => {
  liveKit.fail(503, 0)
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const { _id: id } = await lan.api.live.begin({ title: 'By the minute', type: 'group', pricePerMinute: 30 })
  const host = (await lan.api.live.grant({ streamId: id, role: 'host' })).token
  liveKit.join(host)
  const track = liveKit.publish(host)
  await reconcileAll()
  await mei.api.live.enter({ id, expectedPrice: 30 })
  await bill(house.db)
  // LiveKit's clock, which the site's stands still beside.
  let at = Date.now()
  const later = () => ({ at: new Date((at += 1000)) })
  const comesAndGoes = async () => {
    const { token } = await mei.api.live.grant({ streamId: id, role: 'audience' })
    const { sid } = liveKit.join(token)
    await told('participant_joined', token, later())
    house.clock.advance({ seconds: 4 })
    liveKit.leave(token)
    await told('participant_left', token, { ...later(), sid })
    house.clock.advance({ seconds: 1 })
    await reconcileAll()
    await bill(house.db)
  }
  await comesAndGoes()
  expect(await mei.balance()).toBe(470)
  for (let time = 1; time < 16; time++) await comesAndGoes()
  expect(await mei.balance()).toBe(440)
  // So does the performer's picture that stops: what she saw of it until then counts, and what comes after does not.
  const { token } = await mei.api.live.grant({ streamId: id, role: 'audience' })
  liveKit.join(token)
  await told('participant_joined', token, later())
  house.clock.advance({ seconds: 3 })
  await told('track_unpublished', host, { ...later(), track })
  house.clock.advance({ seconds: 3 })
  liveKit.mute(host, true)
  await reconcileAll()
  await bill(house.db)
  const servedMs = async () => (await mei.api.live.receipts({ id })).data.map((each) => each.servedMs)
  expect(await servedMs()).toEqual([16 * 4000 + 3000])
  // An end that is heard an hour late, with nobody looking meanwhile, counts fifteen seconds.
  await told('track_published', host, { ...later(), track })
  house.clock.advance({ minutes: 60 })
  await told('participant_left', token, later())
  await bill(house.db)
  expect(await servedMs()).toEqual([16 * 4000 + 3000 + 15_000])
})
