import { follows } from '#contract/people/follows.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
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

  async following(call, { limit, offset }) {
    const all = await door.followingOf(call.db, call.viewer.accountId)
    const ids = all.map(({ performerId }) => performerId)
    const hidden = await blocks.isHidden(call.db, call.viewer.accountId, call.country(), ids)
    const cards = await profiles.cards(call.db, ids)
    const shown = all.flatMap(({ performerId, since }) => {
      const performer = hidden.has(performerId) ? undefined : cards.get(performerId)
      return performer ? [{ performer, since: since.toISOString() }] : []
    })
    return { data: shown.slice(offset, offset + limit), total: shown.length }
  },
}
