// What somebody began to write and did not send, a conversation each, and which line it was to answer.
import type { Answered } from '#contract/talk/messaging.ts'
import { storedOwn, storeOwn } from '#web/app/own-storage.ts'

const nameOf = (conversationId: string) => `draft.${conversationId}`

export function draftOf(ownId: string, conversationId: string): string {
  const stored = storedOwn(ownId, nameOf(conversationId))
  return typeof stored === 'string' ? stored : ''
}

export function keepDraft(ownId: string, conversationId: string, text: string): void {
  storeOwn(ownId, nameOf(conversationId), text === '' ? undefined : text)
}

const answeredName = (conversationId: string) => `answers.${conversationId}`

export function answeredOf(ownId: string, conversationId: string): Answered | undefined {
  const { _id, number, senderId, type, text, isDeleted } = (storedOwn(ownId, answeredName(conversationId)) ?? {}) as Partial<Answered>
  if (_id === undefined || number === undefined || senderId === undefined || type === undefined) return undefined
  return { _id, number, senderId, type, text: text ?? '', isDeleted: isDeleted ?? false }
}

export function keepAnswered(ownId: string, conversationId: string, answered: Answered | undefined): void {
  storeOwn(ownId, answeredName(conversationId), answered)
}
