declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'performer.applied': { accountId: string }
    'performer.approved': { accountId: string }
    'performer.rejected': { accountId: string }
  }
}

export {}
