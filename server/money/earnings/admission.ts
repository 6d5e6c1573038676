// Who may tip whom, asked for everybody who tips in the same moment at once.
import { batcher } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'

/** The performer, if they are active and this viewer may see them. */
export const admit = batcher(
  async (db: Db, meetings: blocks.Meeting[]): Promise<(accounts.Card | undefined)[]> => {
    const [people, hidden] = await Promise.all([
      accounts.people(db, [...new Set(meetings.map(({ performerId }) => performerId))]),
      blocks.areHidden(db, meetings),
    ])
    return meetings.map(({ performerId }, place) => {
      const performer = people.get(performerId)
      return performer?.role === 'performer' && performer.state === 'active' && !hidden[place] ? performer : undefined
    })
  },
  { maxSize: 200 },
)
