import { follows } from '#contract/people/follows.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'

export const handlers: Handlers<typeof follows> = {
  async follow(call, { id }) {
    await call.db.transaction((tx) => door.follow(tx, call.viewer.accountId, id, call.country()))
    return { followed: true }
  },

  async unfollow(call, { id }) {
    await call.db.transaction((tx) => door.unfollow(tx, call.viewer.accountId, id))
    return { followed: false }
  },

  async following(call, page) {
    const { rows, total } = await door.followedBy(call.db, call.viewer.accountId, call.country(), page)
    const cards = await profiles.cards(
      call.db,
      rows.map(({ performerId }) => performerId),
    )
    const data = rows.flatMap(({ performerId, since }) => {
      const performer = cards.get(performerId)
      return performer ? [{ performer, since: since.toISOString() }] : []
    })
    return { data, total }
  },
}
