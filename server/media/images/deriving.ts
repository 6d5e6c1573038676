// From an original to its renditions. Whoever claims the file does the work; everybody else finds it done.
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { blur, render, renditions, type PicturePurpose } from '#server/media/images/renditions.ts'
import type { Database } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'

/** Decoding is what takes memory: this many pictures at a time, the others wait. */
const most = 2
let running = 0
const waiting: (() => void)[] = []

/** Resolves when the file is finished or in error, whoever did the work. Calling it twice does no harm. */
export async function deriving(db: Database, fileId: string): Promise<void> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    await derive(db, fileId)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function derive(db: Database, fileId: string): Promise<void> {
  if (!(await db.transaction((tx) => files.claim(tx, fileId)))) return
  const file = (await files.find(db, [fileId])).get(fileId)
  if (!file) return
  const made = await make(db, file)
  const prints = made && (await printsOf(file, made.largest))
  const match = made && prints && (await fingerprints.check(db, prints))
  if (match) {
    await Promise.all(Object.values(made.derived.renditions).map(({ key }) => store.remove(key)))
    await fingerprints.turnAway(db, file, match, files.original(fileId))
  } else
    await db.transaction(async (tx) => {
      if (!made || !prints) return files.fail(tx, fileId)
      await fingerprints.keep(tx, fileId, prints)
      await files.finish(tx, fileId, made.derived)
    })
  await store.remove(files.original(fileId))
}

async function printsOf({ sha256 }: files.StoredFile, picture: Buffer): Promise<fingerprints.Print[]> {
  return [fingerprints.exactPrint(sha256), ...(await fingerprints.picturePrints(picture))]
}

/** Undefined when the picture cannot be read: that is its sender's to hear, not a failure of ours to repeat. */
async function make(db: Database, { id, purpose }: files.StoredFile): Promise<{ derived: files.Derived; largest: Buffer } | undefined> {
  const kept: Record<string, files.Rendition> = {}
  let largest: Awaited<ReturnType<typeof render>> | undefined
  const wanted = Object.entries(renditions[purpose as PicturePurpose])
  for (const [name, size] of wanted) {
    const made = await render(store.localPath(files.original(id)), size).catch(() => undefined)
    if (!made) return undefined
    const key = `renditions/${id}/${name}.jpg`
    await store.put(key, made.bytes)
    kept[name] = { key, width: made.width, height: made.height, bytes: made.bytes.length }
    if (!largest || made.width > largest.width) largest = made
    await db.transaction((tx) => files.progress(tx, id, Math.round((Object.keys(kept).length * 90) / wanted.length)))
  }
  if (!largest) throw new Error(`nothing is wanted of a ${purpose}`)
  const derived = { width: largest.width, height: largest.height, renditions: kept, blur: await blur(largest.bytes) }
  return { derived, largest: largest.bytes }
}
