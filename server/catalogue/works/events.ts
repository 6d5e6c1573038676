import type { Kind } from '#server/catalogue/works/queries.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A work came on show for the first time. */
    'work.published': { workId: string; creatorId: string; kind: Kind }
    /** Performers are named beside its creator in a work that is no draft, and are asked, each once. */
    'work.named': { workId: string; creatorId: string; performerIds: string[] }
    /** Staff decided on a work. */
    'work.decided': {
      workId: string
      creatorId: string
      kind: Kind
      decision: 'approved' | 'rejected' | 'removed'
      /** Who of staff. */
      by?: string
      reason: string | null
    }
  }
}
