// Identity documents: sealed from their first byte, opened by staff only, and never without a line in the audit log.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'
import * as queries from '#server/people/identity/queries.ts'

const allowed: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'])

/** A document that lies in storage and waits for its line in the database. */
export interface Kept {
  kind: queries.DocumentKind
  storageKey: string
  mediaType: string
  bytes: number
  sha256: string
}

/** Keeps a received document for good. Refuses `file_type_not_allowed` by its bytes, whatever its name says. Not inside a transaction. */
export async function keep(kind: queries.DocumentKind, file: ReceivedFile): Promise<Kept> {
  if (!file.sealed) throw new Error('an identity document must be sealed before it touches the disk')
  const mediaType = await mediaTypeOf(file)
  const storageKey = `documents/${randomUUID()}`
  await store.keep(file, storageKey)
  return { kind, storageKey, mediaType, bytes: file.bytes, sha256: file.sha256 }
}

/** Refuses before anything is kept. */
export async function mediaTypeOf(file: ReceivedFile): Promise<string> {
  const sniffed = await fileTypeFromBuffer(file.head).catch(() => undefined)
  return sniffed && allowed.has(sniffed.mime) ? sniffed.mime : refuseField(file.field, 'file_type_not_allowed')
}

/** What nobody will refer to must not lie around. */
export async function forget(kept: readonly Kept[]): Promise<void> {
  await Promise.all(kept.map(({ storageKey }) => store.remove(storageKey)))
}

/** Lists a kept document, in place of an earlier one of its kind. The earlier one's bytes stay as a record. */
export async function list(tx: Tx, accountId: string, kept: Kept): Promise<string> {
  const id = await queries.replaceDocument(tx, { accountId, ...kept })
  await record(tx, {
    actorId: accountId,
    action: 'identity.document_sent',
    subject: { kind: 'account', id: accountId },
    detail: { documentId: id, kind: kept.kind },
  })
  return id
}

export interface DocumentLine {
  id: string
  type: queries.DocumentKind
  mediaType: string
  sentAt: Date
}

/** Of these documents, those that this member of staff has opened. */
export function seenBy(db: Db, viewerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return queries.seenBy(db, viewerId, ids)
}

/** The documents that stand, by account: what kind and when, never where. */
export async function documentsOf(db: Db, ids: readonly string[]): Promise<Map<string, DocumentLine[]>> {
  const all = new Map<string, DocumentLine[]>(ids.map((id) => [id, []]))
  for (const { id, accountId, kind, mediaType, createdAt } of await queries.documentsOf(db, ids)) {
    all.get(accountId)?.push({ id, type: kind, mediaType, sentAt: createdAt })
  }
  return all
}

/** The plain bytes, for staff. The view is in the audit log, durably, before the first byte is read. Refuses `not_found`. */
export async function open(
  db: Database,
  documentId: string,
  { by, ip }: { by: string; ip?: string | undefined },
): Promise<{ mediaType: string; bytes: number; content: Readable }> {
  const found = (await queries.documentById(db, documentId)) ?? refuse('not_found')
  await db.transaction((tx) => viewed(tx, found, { by, ip }))
  return { mediaType: found.mediaType, bytes: found.bytes, content: store.readSealed(found.storageKey) }
}

/** On record: this member of staff looks at it. */
export async function viewed(
  tx: Tx,
  { id: documentId, accountId, kind }: Pick<queries.Document, 'id' | 'accountId' | 'kind'>,
  { by, ip }: { by: string; ip?: string | undefined },
): Promise<void> {
  await queries.seen(tx, documentId, by)
  await record(tx, {
    actorId: by,
    action: 'identity.document_viewed',
    subject: { kind: 'account', id: accountId },
    detail: { documentId, kind },
    ip,
  })
}
