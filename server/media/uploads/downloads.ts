// Things to download: kept as they were sent, sealed, and only ever handed out as an attachment. What a computer would run or a browser
// would open as a page is refused, whatever it is called.
import { fileTypeFromBuffer } from 'file-type'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import type { Database } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

/** @throws file_required, file_type_not_allowed, file_blocked, file_check_unavailable, each on the field it came in */
export async function receiveDownload(
  db: Database,
  upload: ReceivedFile,
  { ownerId, name, fileId: id }: { ownerId: string; name: string; fileId: string },
): Promise<files.StoredFile> {
  if (upload.bytes === 0) return refuseField(upload.field, 'file_required')
  const mediaType = (await fileTypeFromBuffer(upload.head).catch(() => undefined))?.mime ?? 'application/octet-stream'
  if (isProgram(upload.head) || isPage(upload.head)) return refuseField(upload.field, 'file_type_not_allowed')
  const prints = [fingerprints.exactPrint(upload.sha256)]
  // Asked before anything is kept: what cannot be asked about leaves nothing behind, and what may not come in lies in one place only.
  const match = await fingerprints.check(db, prints).catch((error: unknown) => {
    if (error instanceof fingerprints.ListAway) return refuseField(upload.field, 'file_check_unavailable')
    throw error
  })
  const key = match ? fingerprints.quarantine(id) : `downloads/${id}`
  await keepSealed(upload, key)
  await db.transaction(async (tx) => {
    await files.add(tx, { id, ownerId, purpose: 'download', mediaType, bytes: upload.bytes, sha256: upload.sha256, name })
    await files.claim(tx, id)
    if (match) return
    await fingerprints.keep(tx, id, prints)
    const file = { key, mediaType: 'application/octet-stream', width: 0, height: 0, bytes: upload.bytes, sealed: true as const }
    await files.finish(tx, id, { renditions: { file } })
  })
  const stored = await files.get(db, id)
  if (!match) return stored
  await fingerprints.turnAwaySealed(db, stored, match)
  return refuseField(upload.field, 'file_blocked')
}

async function keepSealed(upload: ReceivedFile, key: string): Promise<void> {
  if (upload.sealed) return store.keep(upload, key)
  const { field, name, bytes } = upload
  await store.keep(await store.receive(upload.open(), { field, name, maxBytes: bytes, sealed: true }), key)
}

/** Windows, Linux, Apple (either end first, and several in one), Java, Android, WebAssembly, Windows' links, and scripts that name their reader. */
const programs = [
  '4d5a',
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '6465780a',
  '0061736d',
  '4c00000001140200',
  '2321',
]

function isProgram(head: Buffer): boolean {
  const start = head.toString('hex', 0, 16)
  return programs.some((magic) => start.startsWith(magic))
}

/**
 * A comment ends at its first end and nowhere else: were it allowed to run on to a later one, a row of comments could be read in as many
 * ways as there are subsets of it, and all of them would be tried.
 */
const beginsWithMarkup =
  /^(<!--(?:(?!-->)[^])*-->\s*|<\?xml(?:(?!\?>)[^])*\?>\s*)*<(!doctype|html|head|body|script|svg|iframe|img|style|title|meta|a\s|div|form|table|x?\w+:svg)/

/** Markup or script where a browser, guessing, would look for it: at the beginning, behind marks and blanks. */
function isPage(head: Buffer): boolean {
  const isWide = head[0] === 0xff || head[0] === 0xfe || head[1] === 0
  const text = head
    .toString(isWide ? 'utf16le' : 'utf8', 0, 1024)
    .replace(/^[\uFEFF\uFFFD\s\0]+/, '')
    .toLowerCase()
  if (beginsWithMarkup.test(text)) return true
  if (/<(script|svg|iframe|html)[\s>/]/.test(text)) return true
  return /^(['"]use strict['"]|import\s[^]{0,200}from\s*['"]|export\s+(default|const|function)|\(?(async\s+)?function\b|(var|let|const)\s+[$\w]+\s*=|window\.|document\.|eval\()/.test(
    text,
  )
}
