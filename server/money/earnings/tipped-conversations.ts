// Where a tip may be given: in a conversation of the two. Conversations stand above money: they answer, and money asks through here.
import type { Db } from '#server/platform/db/db.ts'
import type { Tip, Tipper } from '#server/money/earnings/earnings.ts'

interface Asked extends Pick<Tip, 'performerId' | 'amount' | 'isAnonymous'> {
  conversationId: string
  tipper: Tipper
  /** Where the tipper calls from. */
  country: string | undefined
  /** As it will stand there. */
  message: string
}

/** Refuses what could not stand there as a line of the tipper's. */
export type TippedConversation = (db: Db, asked: Asked) => Promise<void>

let judge: TippedConversation = () => Promise.reject(new Error('nobody answers for conversations: see useTippedConversations'))

/** Wired once at start. */
export function useTippedConversations(answer: TippedConversation): void {
  judge = answer
}

export const judgeConversation: TippedConversation = (db, asked) => judge(db, asked)
