// Picture and sound of a stream, in real browsers with a camera that is drawn: who may watch sees it move, who may not any more loses it within seconds,
// and what dies comes back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killEngine } from '../browser/engine.ts'
import { type Cameras, openCameras } from '#journeys/cameras.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { sql } from '#server/platform/db/db.ts'
import { addUp } from '#web/stage/live/adding-up.ts'

let house: House
let office: Person
let cameras: Cameras
let offer: Cameras['offer']
let tabOf: Cameras['tabOf']
let dataDir: string
beforeAll(async () => {
  // Longer than a socket's path may be: that happens to people.
  dataDir = mkdtempSync(join(tmpdir(), `stagedoor-${'a-long-name-'.repeat(9)}`))
  house = await openHouse({ DATA_DIR: dataDir })
  office = await house.staff()
  cameras = await openCameras(house)
  ;({ offer, tabOf } = cameras)
}, 600_000)
afterAll(async () => {
  await cameras?.close()
  await house.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const decoded = async (tab: Page) => (await tab.evaluate(() => window.stats()))['framesDecoded'] ?? 0
const received = async (tab: Page) => (await tab.evaluate(() => window.stats()))['packetsReceived'] ?? 0

/** Nothing arrives any more. */
async function goesDark(tab: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = await received(tab)
        await tab.waitForTimeout(400)
        return (await received(tab)) === before
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(true)
}

test('a camera is seen and heard by who may watch; a block, a refund and a closed account take it away', {
  timeout: 120_000,
}, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, jun, pei] = [
    await house.fan({ name: 'Mei', balance: 100 }),
    await house.fan({ name: 'Jun', balance: 100 }),
    await house.fan({ name: 'Pei', balance: 100 }),
  ]
  const { _id } = await lan.api.live.begin({ title: '光的排練', type: 'ticket', price: 30 })
  for (const fan of [mei, jun, pei]) await fan.api.live.charge({ id: _id, expectedPrice: 30 })
  const stage = await tabOf(lan)
  await stage.evaluate((id) => window.publish(id, ''), _id)
  await expect.poll(async () => (await mei.api.live.join({ id: _id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)

  const tabs = [await tabOf(mei), await tabOf(jun), await tabOf(pei)]
  for (const tab of tabs) {
    const { firstFrameMs } = await tab.evaluate((id) => window.view(id, ''), _id)
    expect(firstFrameMs).toBeGreaterThan(0)
  }
  const before = await decoded(tabs[0]!)
  await expect.poll(() => decoded(tabs[0]!), { timeout: 30_000 }).toBeGreaterThan(before + 20)
  expect((await tabs[0]!.evaluate(() => window.stats()))['totalAudioEnergy']).toBeGreaterThan(0)
  await expect.poll(async () => (await lan.api.live.beat({ streamId: _id, duration: 1 })).viewerCount, { timeout: 30_000 }).toBe(3)

  // Staff look on, are counted nowhere, and it is on record.
  const eye = await tabOf(office)
  expect((await eye.evaluate((id) => window.view(id, ''), _id)).firstFrameMs).toBeGreaterThan(0)
  await new Promise((passed) => setTimeout(passed, 1500))
  expect((await lan.api.live.beat({ streamId: _id, duration: 2 })).viewerCount).toBe(3)
  const { data: log } = await office.api.admin.audit({ limit: 5 })
  expect(log.map(({ action }) => action)).toContain('live.watched')

  await lan.api.blocks.blockUser({ targetId: mei.id })
  const { transferId } = await house.db.one<{ transferId: string }>(sql`
    select t.id as "transferId" from wallet.transfers t join wallet.accounts a on a.id = t.payer
    where a.owner_id = ${jun.id} and t.reference = ${`work:${_id}`}`)
  await office.api.admin.refund({ id: transferId, reason: 'By hand' })
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${pei.id}`))
  await Promise.all(tabs.map(goesDark))
  // Whose picture was taken away gets no other.
  await expect(jun.api.live.grant({ streamId: _id, role: 'audience' })).rejects.toMatchObject({ status: 403, code: 'stream_locked' })

  await lan.api.live.edit({ id: _id, status: 'ended' })
  await goesDark(eye)
  for (const tab of [stage, eye, ...tabs]) await tab.context().close()
})

test('whoever signs out loses the picture, and what opens one; their other window has it back', { timeout: 120_000 }, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei' })
  const { _id } = await lan.api.live.begin({ title: '光的排練', type: 'public' })
  const stage = await tabOf(lan)
  await stage.evaluate((id) => window.publish(id, ''), _id)
  await expect.poll(async () => (await mei.api.live.join({ id: _id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
  const tab = await tabOf(mei)
  expect((await tab.evaluate((id) => window.view(id, ''), _id)).firstFrameMs).toBeGreaterThan(0)

  const { token } = await house.visitor().accounts.login({ username: mei.username, password: mei.password })
  const elsewhere = house.as(token)
  const pass = await mei.api.live.grant({ streamId: _id, role: 'audience' })
  const other = await elsewhere.live.grant({ streamId: _id, role: 'audience' })
  // Shown without an offer: a pass that opens something is asked for one.
  const shown = (opens: string) =>
    fetch(`${house.address}/api/streaming/whep/${_id}`, { method: 'POST', headers: { authorization: `Bearer ${opens}` } }).then(
      ({ status }) => status,
    )
  expect([await shown(pass.token), await shown(other.token)]).toEqual([415, 415])
  await mei.api.accounts.logout({})
  expect([await shown(pass.token), await shown(other.token)]).toEqual([401, 415])
  await goesDark(tab)
  const again = await tabOf({ ...mei, token, api: elsewhere })
  expect((await again.evaluate((id) => window.view(id, ''), _id)).firstFrameMs).toBeGreaterThan(0)
  await lan.api.live.edit({ id: _id, status: 'ended' })
  for (const each of [stage, tab, again]) await each.context().close()
})

test('a private show goes both ways; its minutes are charged by what reached the guest, and no longer than it does', {
  timeout: 180_000,
}, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, ann] = [await house.fan({ name: 'Mei', balance: 100 }), await house.fan({ name: 'Ann', balance: 100 })]
  await lan.api.live.updateProfile({ privatePrice: 30 })
  const request = await mei.api.live.askPrivate({ performerId: lan.id })
  const { _id: id } = await lan.api.live.acceptPrivate({ id: request._id })
  // Nobody else has a part in it, and nobody has another's.
  for (const role of ['audience', 'guest', 'facing'] as const)
    await expect(ann.api.live.grant({ streamId: id, role })).rejects.toMatchObject({ status: 404 })
  for (const role of ['host', 'facing'] as const)
    await expect(mei.api.live.grant({ streamId: id, role })).rejects.toMatchObject({ status: 404 })
  await expect(lan.api.live.grant({ streamId: id, role: 'guest' })).rejects.toMatchObject({ status: 404 })
  await expect(office.api.live.grant({ streamId: id, role: 'guest' })).rejects.toMatchObject({ status: 404 })

  // A page of these plays or sends; each of the two has one of both.
  const [stage, herEyes] = [await tabOf(lan), await tabOf(lan, { watches: 'facing' })]
  const [seat, camera] = [await tabOf(mei), await tabOf(mei, { sends: 'guest' })]
  await camera.evaluate((streamId) => window.publish(streamId, ''), id)
  expect((await herEyes.evaluate((streamId) => window.view(streamId, ''), id)).firstFrameMs).toBeGreaterThan(0)
  await expect.poll(async () => (await lan.api.live.join({ id })).stream.isGuestOnAir, { timeout: 30_000 }).toBe(true)
  // The guest alone is seen: nothing reached who pays.
  expect(await mei.balance()).toBe(100)
  await stage.evaluate((streamId) => window.publish(streamId, ''), id)
  await expect.poll(async () => (await mei.api.live.join({ id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
  expect((await seat.evaluate((streamId) => window.view(streamId, ''), id)).firstFrameMs).toBeGreaterThan(0)
  for (const tab of [herEyes, seat]) {
    const before = await decoded(tab)
    await expect.poll(() => decoded(tab), { timeout: 30_000 }).toBeGreaterThan(before + 20)
  }
  await expect.poll(() => mei.balance(), { timeout: 30_000 }).toBe(70)
  // Staff look on from both sides.
  const eye = await tabOf(office, { watches: 'facing' })
  expect((await eye.evaluate((streamId) => window.view(streamId, ''), id)).firstFrameMs).toBeGreaterThan(0)
  const served = async () => (await mei.api.live.receipts({ id })).data[0]?.servedMs ?? 0
  await expect.poll(served, { timeout: 30_000 }).toBeGreaterThan(3000)
  // The guest's line is gone: what reached them stands still, and so does the count.
  await seat.context().close()
  await expect
    .poll(
      async () => {
        const last = await served()
        await new Promise((passed) => setTimeout(passed, 5000))
        return (await served()) === last
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  expect(await mei.balance()).toBe(70)
  await mei.api.live.leave({ id })
  await goesDark(eye)
  await goesDark(herEyes)
  const { data } = await lan.api.live.receipts({ id })
  expect(data).toMatchObject([{ minutes: 1, total: 30, closedWhy: 'left' }])
  for (const tab of [stage, herEyes, camera, eye]) await tab.context().close()
})

test('the engine is killed in a private show: nothing is charged while it is away, the minute goes on when both are back, and the receipt adds up', {
  timeout: 180_000,
}, async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 100 })]
  await lan.api.live.updateProfile({ privatePrice: 30 })
  const { _id: id } = await lan.api.live.acceptPrivate({ id: (await mei.api.live.askPrivate({ performerId: lan.id }))._id })
  const [stage, seat] = [await tabOf(lan), await tabOf(mei)]
  const begins = async () => {
    await stage.evaluate((streamId) => window.publish(streamId, ''), id)
    await expect.poll(async () => (await mei.api.live.join({ id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
    expect((await seat.evaluate((streamId) => window.view(streamId, ''), id)).firstFrameMs).toBeGreaterThan(0)
  }
  await begins()
  const served = async () => (await mei.api.live.receipts({ id })).data[0]?.servedMs ?? 0
  await expect.poll(served, { timeout: 30_000 }).toBeGreaterThan(3000)
  expect(await mei.balance()).toBe(70)

  expect(killEngine(dataDir)).toBeGreaterThan(0)
  // It is back, and carries nobody.
  await expect.poll(async () => (await mei.api.live.join({ id })).stream.isOnAir, { timeout: 30_000 }).toBe(false)
  const before = await served()
  await new Promise((passed) => setTimeout(passed, 5000))
  expect(await served()).toBe(before)
  await begins()
  await expect.poll(served, { timeout: 30_000 }).toBeGreaterThan(before + 3000)
  expect(await mei.balance()).toBe(70)

  await mei.api.live.leave({ id })
  for (const { api } of [mei, lan]) {
    const [receipt] = (await api.live.receipts({ id })).data
    expect(receipt).toMatchObject({ minutes: 1, total: 30, closedWhy: 'left' })
    expect(receipt && (await addUp(receipt))).toBe('right')
  }
  expect(await disagreements(house.db)).toEqual([])
  for (const tab of [stage, seat]) await tab.context().close()
})

test('a token opens what it names and no more, and nonsense is refused while the stream goes on', { timeout: 120_000 }, async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const { _id } = await lan.api.live.begin({ title: 'Open', type: 'public' })
  const [host, guest] = [
    await lan.api.live.grant({ streamId: _id, role: 'host' }),
    await mei.api.live.grant({ streamId: _id, role: 'audience' }),
  ]
  const sdp = 'v=0\r\n'
  // Nobody sends yet.
  expect(await offer(guest.token, `whep/${_id}`, sdp)).toMatchObject({ status: 409, code: 'stream_not_begun' })
  expect(await offer(guest.token, `whip/${_id}`, sdp)).toMatchObject({ status: 401 })
  expect(await offer(host.token, `whep/${_id}`, sdp)).toMatchObject({ status: 401 })
  expect(await offer(host.token, `whip/${crypto.randomUUID()}`, sdp)).toMatchObject({ status: 401 })
  expect(await offer(`${guest.token.slice(0, -4)}AAAA`, `whep/${_id}`, sdp)).toMatchObject({ status: 401 })
  expect(await offer(host.token, `whip/${_id}`, 'garbage')).toMatchObject({ status: 422, code: 'bad_offer' })
  expect(await offer(host.token, `whip/${_id}`, 'v=0\r\n'.repeat(400_000))).toMatchObject({ status: 413 })
  const { key } = await lan.api.live.renewKey({})
  expect(await offer(key, 'whip/abc', sdp)).toMatchObject({ status: 404, code: 'not_found' })
  const office = await house.staff()
  await office.api.admin.saveSettings({ values: { maintenanceMode: true } })
  expect(await offer(host.token, `whip/${_id}`, sdp)).toMatchObject({ status: 503, code: 'maintenance' })
  await office.api.admin.saveSettings({ values: { maintenanceMode: false } })
  const wrongType = await fetch(`${house.address}/api/streaming/whip/${_id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}` },
    body: sdp,
  })
  expect(wrongType.status).toBe(415)
  const gone = await fetch(`${house.address}/api/streaming/whip/${_id}/${crypto.randomUUID()}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${host.token}` },
  })
  expect(gone.status).toBe(200)
  house.clock.advance({ minutes: 11 })
  expect(await offer(host.token, `whip/${_id}`, 'garbage')).toMatchObject({ status: 401 })
  const stage = await tabOf(lan)
  await stage.evaluate((id) => window.publish(id, ''), _id)
  await expect.poll(async () => (await lan.api.live.join({ id: _id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
  await lan.api.live.edit({ id: _id, status: 'ended' })
  await stage.context().close()
})
