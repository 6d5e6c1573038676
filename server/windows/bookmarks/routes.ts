import { byPlural, type Plural } from '#contract/catalogue/kind-names.ts'
import type { Input } from '#contract/endpoint.ts'
import { bookmarks as table } from '#contract/windows/bookmarks.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import { instantsOf } from '#server/platform/db/db.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'
import type { Window } from '#server/windows/bookmarks/queries.ts'

type Asked = Input<(typeof table)['performers']>

function windowOf({ fromDate, toDate, timeZone, sort, limit, offset }: Asked): Window {
  return {
    limit,
    offset,
    sort,
    ...instantsOf({ fromDate, toDate, timeZone }),
  }
}

export const handlers: Handlers<typeof table> = {
  ...byPlural<Pick<Handlers<typeof table>, Plural>>(
    (kind) => (call: Call<Member>, asked: Asked) => bookmarks.kept(call.db, readerOf(call), kind, windowOf(asked)),
  ),
  performers: (call, asked) => bookmarks.performers(call.db, readerOf(call), windowOf(asked)),
  bought: (call, { kind, ...asked }) => bookmarks.bought(call.db, readerOf(call), kind, windowOf(asked)),

  async boughtMonths(call, { kind, timeZone = 'UTC' }) {
    const months = await bookmarks.boughtMonths(call.db, readerOf(call), kind, timeZone)
    return months.map(({ month, count, price }) => ({ month, count, price: fromHundredths(price) }))
  },
}
