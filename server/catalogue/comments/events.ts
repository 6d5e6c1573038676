declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody commented on a work, or replied to a comment under it. */
    'comment.written': {
      commentId: string
      workId: string
      creatorId: string
      authorId: string
      parentId: string | null
      /** Who wrote what it replies to. */
      parentAuthorId: string | null
    }
    /** Staff took somebody's comment away. */
    'comment.removed': { commentId: string; workId: string; authorId: string }
  }
}

export {}
