// A new comment reaches the creator's open screens, and those of whoever is replied to: what they show is asked for again.
import '#server/catalogue/comments/events.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'

export function push(outbox: Outbox, realtime: Realtime): void {
  outbox.on(
    'comment.written',
    'comments.tell_people',
    async (_tx, { commentId, workId, parentId, creatorId, parentAuthorId, authorId }) => {
      for (const personId of new Set([creatorId, parentAuthorId])) {
        if (personId && personId !== authorId) realtime.toAccount(personId, 'comment/created', { commentId, workId, parentId })
      }
    },
  )
}
