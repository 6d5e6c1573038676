// The disk runs full: uploads are turned away while the database still has room to write, and when it has none either, nobody hears of
// a bug and nothing is left half. With room again everything goes on by itself.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import { conversationOf, subscribes } from '#journeys/talking.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { smallDisk, type SmallDisk } from '#server/platform/testing/small-disk.ts'

const mib = 1024 * 1024
const disk = smallDisk(400) as SmallDisk
const here = disk ? test : test.skip
let house: House
let creator: Person
let stop: () => Promise<void>
beforeAll(async () => {
  if (!disk) return
  const server = await startEmbedded(disk.folder)
  stop = () => server.stop()
  await makeReady(server)
  const place = { ...server, host: server.socketDir, drop: async () => {} }
  house = await openHouse({ DATA_DIR: disk.folder, DISK_RESERVE_MB: '60' }, { place: Promise.resolve(place) })
  creator = await house.creator()
})
afterAll(async () => {
  await house?.close()
  await stop?.()
  disk?.remove()
})

const ready = () => house.raw({ url: '/readyz' })
const sendsPhoto = async () => creator.api.feeds.uploadPhoto({ file: await picture(900, 600, Math.floor(Math.random() * 1000)) })
const beginsInPieces = () =>
  house.raw(
    {
      method: 'POST',
      url: '/api/uploads',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(20 * mib),
        'upload-metadata': `purpose ${btoa('video')},filename ${btoa('film.mp4')}`,
      },
    },
    creator.token,
  )
const writes = (text: string) => creator.api.feeds.create({ type: 'text', text, isSale: 'free' })

here('a disk with little room takes no more files, and everything else as before', async () => {
  await sendsPhoto()
  await disk.fill(50 * mib)
  await expect(sendsPhoto()).rejects.toMatchObject({ status: 503, code: 'no_room' })
  const { status, headers, json } = await beginsInPieces()
  expect([status, headers.get('retry-after'), json['code']]).toEqual([503, '60', 'no_room'])
  expect([(await ready()).status, (await ready()).json]).toEqual([503, { ready: false, database: true, media: true, disk: false }])
  expect(await writes('Still here')).toMatchObject({ text: 'Still here' })
  expect(await readdir(join(disk.folder, 'media/incoming'))).toEqual([])
  await disk.empty()
  // There is room for what is sent, and for what is kept free, or it is not begun.
  await disk.fill(70 * mib)
  await sendsPhoto()
  expect((await beginsInPieces()).status).toBe(503)
  await disk.empty()
  expect((await beginsInPieces()).status).toBe(201)
  expect((await ready()).status).toBe(200)
})

here('in a conversation files are turned away, nothing is left of them, and words go on; with room the same photo goes', async () => {
  const fan = await house.fan({ balance: 500 })
  await subscribes(fan, creator)
  const id = await conversationOf(fan, creator)
  const sendsOne = async () => {
    const { _id } = await fan.api.messaging.uploadOpenPhoto({ file: await picture(900, 600, 7) })
    return fan.api.messaging.send({ id, fileIds: [_id], clientId: 'the-photo' })
  }
  await disk.fill(50 * mib)
  await expect(sendsOne()).rejects.toMatchObject({ status: 503, code: 'no_room' })
  expect(await fan.api.messaging.send({ id, text: 'It does not go', clientId: 'the-words' })).toMatchObject({ text: 'It does not go' })
  expect(await readdir(join(disk.folder, 'media/incoming'))).toEqual([])
  await disk.empty()
  await sendsOne()
  const { data } = await creator.api.messaging.messages({ id })
  expect(data.map(({ type }) => type)).toEqual(['text', 'photo'])
})

/** Until the database, too, has nothing left of what it had set aside, and turns this away: what it was answered meanwhile, refusals by their status. */
async function untilNothingFits(attempt: () => Promise<unknown>): Promise<unknown[]> {
  const heard: unknown[] = []
  while (heard.at(-1) !== 503) {
    heard.push(
      await attempt().then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
    await house.db
      .transaction((tx) =>
        tx.run({
          text: `create table public.ballast as select repeat(md5(random()::text), 200) from generate_series(1, 4000)`,
          values: [],
        } as never),
      )
      .then(() => house.db.transaction((tx) => tx.run({ text: 'drop table public.ballast', values: [] } as never)))
      .catch(() => {})
  }
  return heard
}

here(
  'a disk without any room, for the database either: 503 for everybody, and everything is there again with room',
  async () => {
    const kept = await writes('Before')
    await disk.fill(0)
    expect(new Set(await untilNothingFits(() => writes('x'.repeat(5000))))).toEqual(new Set([200, 503]))
    await disk.empty()
    while ((await ready()).status !== 200) await sleep(50)
    expect((await creator.api.feeds.one({ id: kept._id })).text).toBe('Before')
    await writes('After')
    await sendsPhoto()
  },
  120_000,
)

here(
  'lines of a conversation for which the database has no room are answered 503, free and paid ones; sent again with room they stand once, and are paid once',
  async () => {
    const [fan, guest] = [await house.fan({ balance: 500 }), await house.fan({ balance: 100_000 })]
    await subscribes(fan, creator)
    await creator.api.me.updatePerformer({ messagePrice: 5 })
    const [free, paid] = [await conversationOf(fan, creator), await conversationOf(guest, creator)]
    const lines: string[] = []
    const paidLines: string[] = []
    const says = (clientId: string) => fan.api.messaging.send({ id: free, text: `${clientId} ${'x'.repeat(1500)}`, clientId })
    const pays = (clientId: string) => guest.api.messaging.send({ id: paid, text: clientId, clientId, expectedPrice: 5 })
    await disk.fill(0)
    const heard = await untilNothingFits(() => {
      lines.push(`line-${lines.length}`)
      return says(lines.at(-1) ?? '')
    })
    const heardByGuest = await untilNothingFits(() => {
      paidLines.push(`paid-${paidLines.length}`)
      return pays(paidLines.at(-1) ?? '')
    })
    expect([...heard, ...heardByGuest].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await disk.empty()
    while ((await ready()).status !== 200) await sleep(50)
    for (const clientId of lines) await says(clientId)
    for (const clientId of paidLines) await pays(clientId)
    const { total } = await creator.api.messaging.messages({ id: free })
    expect(total).toBe(lines.length)
    expect((await creator.api.messaging.messages({ id: paid })).total).toBe(paidLines.length)
    expect(await guest.balance()).toBe(100_000 - 5 * paidLines.length)
  },
  120_000,
)
