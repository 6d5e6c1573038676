// Who sends and who watches what in a stream: the owner to all, in a private show its guest to the one they face, and in any other a performer who was
// named and agreed, to all who watch.
import type { MediaRole, Stream } from '#contract/stage/live.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Side } from '#server/stage/live/engine.ts'
import { refuseOldPapers } from '#server/stage/live/papers.ts'
import { refuseUnseen } from '#server/stage/live/showing.ts'

interface Way {
  isSending: boolean
  /** Whose picture it is. */
  side: Side
}

export const wayOf: Readonly<Record<MediaRole, Way>> = {
  host: { isSending: true, side: 'performer' },
  audience: { isSending: false, side: 'performer' },
  guest: { isSending: true, side: 'guest' },
  facing: { isSending: false, side: 'guest' },
}

/** @throws not_found for a part that is none of theirs; those of refuseUnseen */
export function refuseRole(stream: Stream, role: MediaRole, { accountId, role: account }: Member): void {
  const isOwner = stream.performerId === accountId
  if (role === 'host' && !isOwner) refuse('not_found')
  const isPrivate = stream.type === 'private'
  if (role === 'guest' && !(isPrivate ? stream.meter?.role === 'guest' : stream.invitation === 'agreed')) refuse('not_found')
  if (role === 'facing' && !(isPrivate ? isOwner || account === 'staff' : stream.guestPerformer !== undefined)) refuse('not_found')
  refuseUnseen(stream)
}

/**
 * A show may be long after the yes: whoever is on another's stage is a performer whose papers are fresh when they go on it. A private show's guest is a
 * fan, and has none.
 * @throws not_found for whoever is no performer any more, documents_outdated
 */
export async function refuseUnfitGuest(db: Db, { type }: Pick<Stream, 'type'>, role: MediaRole, viewer: Member): Promise<void> {
  if (role !== 'guest' || type === 'private') return
  if (viewer.role !== 'performer') refuse('not_found')
  await refuseOldPapers(db, viewer.accountId)
}
