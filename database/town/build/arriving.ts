// What the town's own program has drawn comes in as if somebody had sent it.
import { Readable } from 'node:stream'
import * as files from '#server/media/files/files.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

/** Through the stream of uploads, and sealed before it touches the disk where it must be. */
export function arrived(bytes: Buffer, { sealed, name = 'picture.jpg' }: { sealed: boolean; name?: string }): Promise<ReceivedFile> {
  return store.receive(Readable.from([bytes]), { field: 'file', name, maxBytes: 30_000_000, sealed })
}

/** What could not be made stops the build, and says of what: a town without it would be half a town. */
export async function mustBeFinished(db: Db, fileId: string, key: string): Promise<void> {
  const { status, failure } = await files.get(db, fileId)
  if (status !== 'finished') throw new Error(`the town's ${key} could not be made: it is ${failure ?? status}`)
}

/** Two are drawn while two are derived: more would only wait for the same cores. */
const most = 4

/** Does the work for each, a few at a time. When one fails the others in hand are ended first: nobody works on behind its caller's back. */
export async function eachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const ends = await Promise.allSettled(
    Array.from({ length: most }, async () => {
      for (let one = rest.shift(); one; one = rest.shift()) {
        await work(one).catch((error: unknown) => {
          rest.length = 0
          throw error
        })
      }
    }),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
