// What the town's own program has drawn comes in as if somebody had sent it.
import { Readable } from 'node:stream'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

/** Through the stream of uploads, and sealed before it touches the disk where it must be. */
export function arrived(bytes: Buffer, { sealed }: { sealed: boolean }): Promise<ReceivedFile> {
  return store.receive(Readable.from([bytes]), { field: 'file', name: 'picture.jpg', maxBytes: 30_000_000, sealed })
}

/** Two are drawn while two are derived: more would only wait for the same cores. */
const most = 4

/** Does the work for each, a few at a time. */
export async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}
