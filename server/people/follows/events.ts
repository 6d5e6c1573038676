declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'performer.followed': { fanId: string; performerId: string }
    'performer.unfollowed': { fanId: string; performerId: string }
  }
}

export {}
