// Whose papers are in doubt, or were looked at too long ago (COMPLIANCE.md 1), is on no stage.
import * as identity from '#server/people/identity/identity.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'

export async function areFresh(db: Db, performerId: string): Promise<boolean> {
  const { liveDocumentDays } = await settings.current(db)
  const application = await identity.find(db, performerId)
  const isFresh = application?.decidedAt && application.decidedAt.getTime() > db.now.getTime() - liveDocumentDays * 86_400_000
  return application?.state === 'approved' && Boolean(isFresh) && !(await identity.isInDoubt(db, performerId))
}

/** @throws documents_outdated */
export async function refuseOldPapers(db: Db, performerId: string): Promise<void> {
  if (!(await areFresh(db, performerId))) refuse('documents_outdated')
}
