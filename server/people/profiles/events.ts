declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Something that others see of a performer changed. */
    'profile.changed': { performerId: string }
    'picture.changed': { accountId: string; kind: 'avatar' | 'cover'; fileId: string }
  }
}

export {}
