// The folder of files goes away, as a volume that is not mounted: nothing is written elsewhere, nothing is taken for gone, and it is said.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import * as files from '#server/media/files/files.ts'
import { connect, sql } from '#server/platform/db/db.ts'
import { accept } from '#server/platform/keys/media.ts'
import { store } from '#server/platform/storage/store.ts'
import { cloneDatabase, type ClonedDatabase } from '#server/platform/testing/clone.ts'

let home: string
let dataDir: string
let media: string
let away: string
let place: ClonedDatabase
let house: House
let lan: Person
const open = (dir = dataDir) => openHouse({ DATA_DIR: dir }, { place: Promise.resolve({ ...place, drop: async () => {} }) })
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stagedoor-away-'))
  dataDir = join(home, 'data')
  media = join(dataDir, 'media')
  away = join(home, 'away')
  place = await cloneDatabase()
  house = await open()
  lan = await house.creator()
})
afterAll(async () => {
  await house.close()
  await place.drop()
  await rm(home, { recursive: true, force: true })
})

const ready = async () => {
  const { status, json } = await house.raw({ url: '/readyz' })
  return [status, json['ready'], json['media']]
}
const sendsPhoto = async () => lan.api.feeds.uploadPhoto({ file: await picture(900, 600, Math.floor(Math.random() * 1000)) })

test('while it is away nobody can upload and /readyz says so; nothing is made in its place, and with it everything is there again', async () => {
  const { _id: id } = await sendsPhoto()
  await house.settle()
  const [kept] = Object.values((await files.get(house.db, id)).renditions)
  expect(await ready()).toEqual([200, true, true])
  await rename(media, away)
  expect(await ready()).toEqual([503, false, false])
  await expect(sendsPhoto()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  const piece = { method: 'HEAD', url: '/api/uploads/00000000-0000-4000-8000-000000000000', headers: { 'tus-resumable': '1.0.0' } }
  expect((await house.raw(piece, lan.token)).status, 'not 404, which would end an upload').toBe(503)
  await expect(store.size(kept!.key), 'a picture is not taken for gone').rejects.toMatchObject({ name: 'StorageAway' })
  await expect(store.remove(kept!.key), 'nor for removed').rejects.toMatchObject({ name: 'StorageAway' })
  expect(existsSync(media)).toBe(false)
  await rename(away, media)
  expect(await ready()).toEqual([200, true, true])
  await sendsPhoto()
})

test('a site that has files does not start without their folder, nor with another site’s, unless its operator means that', async () => {
  await house.settle()
  await house.close()
  await rename(media, away)
  await expect(open()).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining(`${media} is not this site's`) as string,
  })
  expect(existsSync(media)).toBe(false)

  const stranger = await openHouse({ DATA_DIR: join(home, 'strangers') })
  await stranger.close()
  await cp(join(home, 'strangers', 'media'), media, { recursive: true })
  const foreign = await open().then(
    () => 'it started',
    ({ message }: Error) => message,
  )
  expect(foreign).toContain('has the files of another site')
  expect(foreign).toContain('npm run stagedoor -- media accept')

  const db = connect({ connection: place })
  await accept(db, media)
  await db.close()
  house = await open()
  expect(await ready()).toEqual([200, true, true])
  await house.close()
  await rm(media, { recursive: true })
  await rename(away, media)
  await expect(open(), 'the folder of before is another’s now').rejects.toThrow('has the files of another site')
  const again = connect({ connection: place })
  await accept(again, media)
  await again.close()
  house = await open()
})

test('a site of before gets its mark where its files are, and not where none of them is; one without files has nothing to miss', async () => {
  await house.close()
  const forget = async () => {
    const db = connect({ connection: place })
    await db.transaction((tx) => tx.run(sql`delete from platform.keys where name = 'media'`))
    await db.close()
    await rm(join(media, '.site'), { force: true })
  }
  await forget()
  await rename(media, away)
  await expect(open()).rejects.toThrow('is not this site')
  await rename(away, media)
  house = await open()
  expect(await readFile(join(media, '.site'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)

  const first = await cloneDatabase()
  const anew = () => openHouse({ DATA_DIR: join(home, 'new') }, { place: Promise.resolve({ ...first, drop: async () => {} }) })
  await (await anew()).close()
  const mark = await readFile(join(home, 'new/media/.site'), 'utf8')
  await rm(join(home, 'new/media'), { recursive: true })
  await (await anew()).close()
  expect(await readFile(join(home, 'new/media/.site'), 'utf8')).toBe(mark)
  await first.drop()
})
