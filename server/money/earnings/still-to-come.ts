// What was sold and is still to come: a ticket to a show that is not over. It is not payable before, however long ago it was sold: where the show does
// not take place its buyers have their tokens back. Stages stand above money: they answer, and money asks through here.
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'

/** A query of the references of a creator's sales that are still to come. */
export type StillToCome = (db: Db, creatorId: string) => Sql

let answer: StillToCome = () => sql`select null::text where false`

/** Wired once at start. */
export function useStillToCome(given: StillToCome): void {
  answer = given
}

export const stillToCome: StillToCome = (db, creatorId) => answer(db, creatorId)
