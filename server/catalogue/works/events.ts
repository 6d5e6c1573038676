import type { Kind } from '#server/catalogue/works/queries.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A work came on show for the first time. */
    'work.published': { workId: string; creatorId: string; kind: Kind }
    /** Performers were newly named in a work beside its creator. */
    'work.named': { workId: string; creatorId: string; performerIds: string[] }
    /** Staff decided on a work. */
    'work.decided': {
      workId: string
      creatorId: string
      kind: Kind
      decision: 'approved' | 'rejected' | 'removed'
      reason: string | null
    }
  }
}
