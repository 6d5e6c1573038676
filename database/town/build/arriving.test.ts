import { afterAll, beforeAll, expect, test } from 'vitest'
import * as audio from '#server/media/audio/audio.ts'
import * as files from '#server/media/files/files.ts'
import { tone } from '#server/media/footage/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import type { Database } from '#server/platform/db/db.ts'
import { arrived, mustBeFinished } from '#database/town/build/arriving.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

const ownerId = '019a0000-0000-7000-8000-000000000001'

test('the build waits for a recording no longer than it is worked on, and stops by its name when nothing came of it', async () => {
  const song = await audio.receive(db, await arrived(await tone(), { sealed: false, name: 'song.mp3' }), { ownerId })
  await audio.worked(db, song.id)
  await mustBeFinished(db, song.id, 'evening-song')

  const broken = { id: '019a0000-0000-7000-8000-0000000b40ce', ownerId, purpose: 'audio', mediaType: 'audio/mpeg' } as const
  await db.transaction((tx) => files.add(tx, { ...broken, bytes: 1, sha256: 'x' }))
  await expect(mustBeFinished(db, broken.id, 'night-song')).rejects.toThrow('night-song could not be made: it is created')
  await db.transaction((tx) => files.fail(tx, broken.id))
  await expect(mustBeFinished(db, broken.id, 'night-song')).rejects.toThrow('night-song could not be made: it is unreadable')
})
