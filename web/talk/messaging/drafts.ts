// What somebody began to write and did not send, a conversation each.
import { storedOwn, storeOwn } from '#web/app/own-storage.ts'

const nameOf = (conversationId: string) => `draft.${conversationId}`

export function draftOf(ownId: string, conversationId: string): string {
  const stored = storedOwn(ownId, nameOf(conversationId))
  return typeof stored === 'string' ? stored : ''
}

export function keepDraft(ownId: string, conversationId: string, text: string): void {
  storeOwn(ownId, nameOf(conversationId), text === '' ? undefined : text)
}
