declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A work came on show for the first time. */
    'work.published': { workId: string; creatorId: string; kind: 'feed' }
    /** Staff decided on a work. */
    'work.decided': {
      workId: string
      creatorId: string
      kind: 'feed'
      decision: 'approved' | 'rejected' | 'removed'
      reason: string | null
    }
  }
}
export {}
