// The files that came with a call. They are taken in before the call is done, and forgotten when it is refused.
import * as files from '#server/media/files/files.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/** Ids of what came, under the name that a draft has for it. */
export interface Received {
  video?: string
  teaser?: string
  preview?: string
}

const purposes = { video: 'video', teaser: 'teaser', preview: 'thumbnail' } as const

export async function receiving<T>({ db, files: sent, viewer }: Call<Member>, work: (received: Received) => Promise<T>): Promise<T> {
  const received: Received = {}
  try {
    for (const name of ['preview', 'teaser', 'video'] as const) {
      const file = sent[name === 'preview' ? 'thumbnail' : name]
      if (!file) continue
      received[name] = (await uploads.receive(db, file, { purpose: purposes[name], ownerId: viewer.accountId })).id
    }
    return await work(received)
  } catch (error) {
    for (const id of Object.values(received)) await db.transaction((tx) => files.forget(tx, id))
    throw error
  }
}
