// What a tip may be given during: a show. Stages stand above money: they answer, and money asks through here.
import type { Db } from '#server/platform/db/db.ts'
import type { Tip, Tipper } from '#server/money/earnings/earnings.ts'

interface Asked extends Pick<Tip, 'performerId' | 'amount' | 'menuItemId'> {
  streamId: string
  tipper: Tipper
  /** Where the tipper calls from. */
  country: string | undefined
  /** As it will stand in the room. */
  message: string
}

/** Refuses what could not be given there; answers what on the performer's menu it is for. */
export type TippedStream = (db: Db, asked: Asked) => Promise<string | undefined>

let judge: TippedStream = () => Promise.reject(new Error('nobody answers for streams: see useTippedStreams'))

/** Wired once at start. */
export function useTippedStreams(answer: TippedStream): void {
  judge = answer
}

export const judgeStream: TippedStream = (db, asked) => judge(db, asked)
