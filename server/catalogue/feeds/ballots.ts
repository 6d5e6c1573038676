// What every poll keeps to, in a post and in the room of a show: how its words are cleaned, when it may end, and who sees how it stands.
import type { Poll } from '#contract/catalogue/feeds.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuseFarEnd } from '#server/platform/refusals/ahead.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

/** In one line, without what nobody sees. */
export const cleaned = (text: string): string => terms.cleanText(text).replaceAll(/\s+/g, ' ')

/** @param field which one said it @throws schedule_in_past, too_far */
export function refuseEnd(db: Db, field: string, expiresAt: Date | null): void {
  if (expiresAt && expiresAt <= db.now) refuseField(field, 'schedule_in_past')
  refuseFarEnd(db.now, field, expiresAt)
}

/** As this reader sees it: the figures are for whoever voted, for who asks, and for all once it is over. */
export function formOf(poll: {
  question: string
  expiresAt: Date | null
  isOver: boolean
  isOwner: boolean
  votedId: string | undefined
  options: readonly { id: string; description: string; votes: number }[]
}): Poll {
  const { question, expiresAt, isOver, isOwner, votedId, options } = poll
  const isOpenBook = isOver || isOwner || votedId !== undefined
  return {
    question,
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    isOver,
    ...(isOpenBook && { totalVote: options.reduce((sum, { votes }) => sum + votes, 0) }),
    ...(votedId !== undefined && { votedId }),
    options: options.map(({ id, description, votes }) => ({ _id: id, description, ...(isOpenBook && { totalVote: votes }) })),
  }
}
