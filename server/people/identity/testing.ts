import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { documentsOf, type Kept, viewed } from '#server/people/identity/identity.ts'

/** Both papers of somebody, as lines without bytes. */
export const papers = (): Kept[] =>
  (['idVerification', 'documentVerification'] as const).map((kind) => ({
    kind,
    storageKey: `documents/${randomUUID()}`,
    mediaType: 'image/jpeg',
    bytes: 1,
    sha256: '0'.repeat(64),
  }))

/** This member of staff opens every paper of theirs. */
export async function looksAtPapers(tx: Tx, accountId: string, staffId: string): Promise<void> {
  for (const { id, type: kind } of (await documentsOf(tx, [accountId])).get(accountId) ?? [])
    await viewed(tx, { id, accountId, kind }, { by: staffId })
}
