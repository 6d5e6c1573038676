import { blocks } from '#contract/people/blocks.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as door from '#server/people/blocks/blocks.ts'

export const handlers: Handlers<typeof blocks> = {
  async blockUser(call, { targetId, reason }) {
    await door.block(call.tx, call.viewer.accountId, { targetId, reason })
    return { blocked: true }
  },

  async unblockUser(call, { id }) {
    await call.db.transaction((tx) => door.unblock(tx, call.viewer.accountId, id))
    return { blocked: false }
  },

  async blockedUsers(call, paging) {
    const { rows, total } = await door.blockedBy(call.db, call.viewer.accountId, paging)
    const people = await accounts.people(
      call.db,
      rows.map((row) => row.blockedId),
    )
    return {
      data: rows.map(({ blockedId, reason, createdAt }) => {
        const { name = '', username = '' } = people.get(blockedId) ?? {}
        return { target: { _id: blockedId, name, username }, reason, createdAt: createdAt.toISOString() }
      }),
      total,
    }
  },

  blockCountries: (call, { countryCodes }) => call.db.transaction((tx) => door.setCountries(tx, call.viewer.accountId, countryCodes)),

  checkCountry: (call, { performerId }) => {
    // Performers see their own page wherever they are.
    const isOwn = performerId !== undefined && performerId === idOf(call.viewer)
    return door.checkCountry(call.db, call.country(), isOwn ? undefined : performerId)
  },
}
