declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'performer.applied': { accountId: string }
    /** `holderId`: the fan behind whose sign-in they perform. */
    'performer.approved': { accountId: string; holderId?: string }
    'performer.rejected': { accountId: string; holderId?: string }
  }
}

export {}
