import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as audio from '#server/media/audio/audio.ts'
import { queue } from '#server/media/audio/processing.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { clip, receivedFrom, recorded, tone } from '#server/media/footage/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import type { Database } from '#server/platform/db/db.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { store } from '#server/platform/storage/store.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

const send = async (bytes: Buffer, name = 'song.mp3') => audio.receive(db, await receivedFrom(bytes, name), { ownerId, name })
const made = async (bytes: Buffer) => {
  const file = await send(bytes)
  await queue.begin(db, file.id)
  return (await files.find(db, [file.id])).get(file.id)!
}
const refused = (code: string) => ({ code, fields: [{ field: 'file', code }] })

test.each(['tone.mp3', 'tone.m4a', 'tone.wav'])('%s becomes AAC that plays from its beginning, with two hundred peaks', async (name) => {
  const sound = await made(await tone({ name, seconds: 2 }))
  expect(sound).toMatchObject({ status: 'finished', progress: 100, purpose: 'audio', width: null, height: null, blur: null })
  expect(Math.abs((sound.durationMs ?? 0) - 2000)).toBeLessThan(120)
  expect(sound.facts.peaks).toHaveLength(200)
  expect(Object.keys(sound.renditions)).toEqual(['sound'])
  const path = store.localPath(sound.renditions['sound']?.key ?? '')
  const bytes = await readFile(path)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect((await probed({ path, container: 'mov' })).sound).toEqual({ index: 0 })
  expect(await readdir(store.localPath('originals'))).toEqual([])
  expect(await readdir(store.localPath('work'))).toEqual([])
})

test('the peaks are those of the sound: quiet where it is quiet, and nothing at all for silence', async () => {
  const rising = await made(await tone({ name: 'tone.wav', seconds: 2, also: ['-af', "volume='if(lt(t,1),0.05,1)':eval=frame"] }))
  const peaks = rising.facts.peaks ?? []
  expect(Math.max(...peaks)).toBe(100)
  expect(Math.max(...peaks.slice(10, 90))).toBeLessThan(40)
  expect(Math.min(...peaks.slice(110, 190))).toBeGreaterThan(80)
  const silent = await made(await tone({ name: 'tone.wav', also: ['-af', 'volume=0'] }))
  expect(new Set(silent.facts.peaks)).toEqual(new Set([0]))
})

test('names, places and pictures that came with a song stay behind', async () => {
  const cover = await recorded('cover.jpg', ['-f', 'lavfi', '-i', 'testsrc=s=64x64', '-frames:v', '1'])
  const bytes = await recorded(
    'song.mp3',
    [
      '-f',
      'lavfi',
      '-i',
      'sine=440:d=1',
      '-f',
      'image2',
      '-i',
      'input.mp4',
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:a',
      'libmp3lame',
      '-c:v',
      'copy',
      '-id3v2_version',
      '3',
      '-metadata',
      'artist=SECRETNAME',
      '-metadata',
      'comment=25.0330N',
    ],
    cover,
  )
  expect(bytes.includes('SECRETNAME')).toBe(true)
  const sound = await made(bytes)
  expect(sound.status).toBe('finished')
  const out = await readFile(store.localPath(sound.renditions['sound']?.key ?? ''))
  expect([out.includes('SECRETNAME'), out.includes('25.0330'), out.includes('JFIF')]).toEqual([false, false, false])
})

test('what is no sound is refused by its bytes: films, playlists, pages, and what only begins like a song', async () => {
  const refusals = [
    await clip(),
    await clip({ name: 'film.webm' }),
    Buffer.from('#EXTM3U\nhttp://127.0.0.1:1/x.mp3'),
    Buffer.from('<html>'),
  ]
  for (const bytes of refusals) await expect(send(bytes)).rejects.toMatchObject(refused('file_type_not_allowed'))
  const whole = await tone({ name: 'tone.m4a' })
  await expect(send(whole.subarray(0, whole.length - 400))).rejects.toMatchObject(refused('file_unreadable'))
  await expect(send(Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x7f\x7f'), Buffer.alloc(300)]))).rejects.toMatchObject(
    refused('file_unreadable'),
  )
})

test('a removed song cannot come back as the same file', async () => {
  const bytes = await tone({ name: 'tone.mp3', seconds: 1, also: ['-af', 'tremolo'] })
  const song = await made(bytes)
  await db.transaction((tx) => fingerprints.block(tx, [song.id], { workId: song.id }))
  expect(await made(bytes)).toMatchObject({ status: 'error', failure: 'blocked', renditions: {} })
})
