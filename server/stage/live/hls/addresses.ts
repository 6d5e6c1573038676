// Where the bytes of a live stream are found (serving.ts), on the host that answers.
export const addressOf = (streamId: string, name: string): string => `/media/live/${streamId}/${name}`

/** The picture on its card: another one has another address. */
export const snapshotAddress = (streamId: string, at: Date): string =>
  addressOf(streamId, `snapshot-${Math.floor(at.getTime() / 1000)}.jpg`)
