declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** The work on an uploaded file ended, well or badly. */
    'file.processed': { fileId: string; ownerId: string; status: 'finished' | 'error' }
  }
}
export {}
