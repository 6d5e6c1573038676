// What a tip may be given for. Posts stand above money: they answer, and money asks through here.
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'

export interface Asked {
  feedId: string
  /** Who is tipped. */
  performerId: string
  tipper: Pick<Member, 'accountId' | 'role'>
  /** Where the tipper calls from. */
  country: string | undefined
}

/** The post's title as anybody may read it, empty where it has none; undefined unless it is the performer's and the tipper may know of it. */
export type TippedPost = (db: Db, asked: Asked) => Promise<string | undefined>

let find: TippedPost = () => Promise.reject(new Error('nobody answers for posts: see useTippedPosts'))

/** Wired once at start. */
export function useTippedPosts(answer: TippedPost): void {
  find = answer
}

/** @throws not_found at `feedId` */
export async function titleOfTipped(db: Db, asked: Asked): Promise<string> {
  return (await find(db, asked)) ?? refuseField('feedId', 'not_found')
}
