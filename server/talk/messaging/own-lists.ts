// A performer's own lists of fans, by which their inbox may be asked. Lists stand above conversations: they answer, and the inbox asks through here.
import type { Db, Sql } from '#server/platform/db/db.ts'

/** A query of the ids of all on a performer's list. @throws not_found at listId for another's */
export type OwnLists = (db: Db, performerId: string, listId: string) => Promise<Sql>

let find: OwnLists = () => Promise.reject(new Error('nobody answers for lists of fans: see useOwnLists'))

/** Wired once at start. */
export function useOwnLists(answer: OwnLists): void {
  find = answer
}

export const onOwnList: OwnLists = (db, performerId, listId) => find(db, performerId, listId)
