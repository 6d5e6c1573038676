// Pictures in fewer bytes, made when there is time: of what has just come, and of what came before there were any. From the JPEG, which is all that
// is kept of most.
import { readFile } from 'node:fs/promises'
import * as files from '#server/media/files/files.ts'
import { decoding } from '#server/media/images/deriving.ts'
import { between, lighter, render } from '#server/media/images/renditions.ts'
import type { Database } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'

/** One picture, the newest first; which is next is known, so a restart loses nothing. @returns whether there are more */
export async function lightenNext(db: Database): Promise<boolean> {
  const [id, next] = await files.withoutLighter(db, 2)
  if (id) await lighten(db, id)
  return next !== undefined
}

async function lighten(db: Database, fileId: string): Promise<void> {
  const file = (await files.find(db, [fileId])).get(fileId)
  if (file?.status !== 'finished') return
  const made: files.Lighter[] = await missingSizes(file)
  const kept = files.lightenable(file).map(([name, { key, width, height }]) => ({ name, width, height, key }))
  for (const { name, width, height, ...from } of [...kept, ...made]) {
    // What storage has lost is served to nobody.
    const jpeg = 'bytes' in from ? from.bytes : await readFile(store.localPath(from.key)).catch(() => undefined)
    const light = jpeg && (await decoding.run(() => lighter(jpeg)).catch(() => undefined))
    if (light) made.push({ name: files.lighterName(name), bytes: light, width, height, mediaType: 'image/webp' })
  }
  await files.keepLighter(db, fileId, made)
}

async function missingSizes(file: files.StoredFile): Promise<files.Lighter[]> {
  const large = file.renditions['large']
  const made: files.Lighter[] = []
  for (const [name, { within }] of Object.entries(between[file.purpose] ?? {})) {
    if (!large || file.renditions[name] || Math.max(large.width, large.height) <= within) continue
    const picture = await decoding.run(() => render(store.localPath(large.key), { within })).catch(() => undefined)
    if (picture) made.push({ name, ...picture })
  }
  return made
}
