import { live as table } from '#contract/stage/live.ts'
import * as access from '#server/catalogue/access/access.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as live from '#server/stage/live/live.ts'

export const handlers: Handlers<typeof table> = {
  async begin(call, draft) {
    const id = await call.db.transaction((tx) => live.begin(tx, call.viewer.accountId, draft))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  async edit(call, { id, ...edit }) {
    await call.db.transaction((tx) => live.edit(tx, call.viewer.accountId, id, edit))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  async updateProfile(call, sent) {
    await call.db.transaction((tx) => live.updateProfile(tx, call.viewer.accountId, sent))
    return live.profile(call.db, call.viewer.accountId)
  },
  profile: (call) => live.profile(call.db, call.viewer.accountId),
  renewKey: (call) => call.db.transaction((tx) => live.renewKey(tx, call.viewer.accountId)),
  beat: (call, said) => live.beat(call.db, call.viewer.accountId, said),
  own: (call, asked) => live.own(call.db, call.viewer, asked),
  join: (call, { id }) => live.join(call.db, access.readerOf(call), id),
  grant: (call, { streamId, role }) => live.grant(call.db, access.readerOf(call), { streamId, role }),
  async cut(call, { id }) {
    await call.db.transaction((tx) => live.cut(tx, id, call.viewer))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  search: (call, { limit, offset, ...sought }) => live.search(call.db, access.readerOf(call), sought, { limit, offset }),
  charge: { withoutTx: (call, asked) => access.charge(call, 'stream', asked, { one: live.showOne, opened: live.showOpened }) },
}
