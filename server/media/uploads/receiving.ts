// The files that came with a call, for every kind that takes some.
import * as files from '#server/media/files/files.ts'
import { receive, type UploadPurpose } from '#server/media/uploads/intake.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/**
 * Takes in what came, by the form's fields in the order named, and hands their ids on. A call that is refused leaves nothing behind:
 * neither in the library, where nobody would know of it, nor its bytes.
 */
export async function receiving<Field extends string, T>(
  { db, files: sent, viewer }: Call<Member>,
  purposes: Readonly<Record<Field, UploadPurpose>>,
  work: (received: { [K in Field]?: string }) => Promise<T>,
): Promise<T> {
  const received: { [K in Field]?: string } = {}
  try {
    for (const field of Object.keys(purposes) as Field[]) {
      const file = sent[field]
      if (file) received[field] = (await receive(db, file, { purpose: purposes[field], ownerId: viewer.accountId })).id
    }
    return await work(received)
  } catch (error) {
    for (const id of Object.values<string | undefined>(received)) if (id) await db.transaction((tx) => files.forget(tx, id))
    throw error
  }
}
