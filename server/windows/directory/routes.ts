import { directory as table } from '#contract/windows/directory.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as directory from '#server/windows/directory/directory.ts'

/** Several values of one list are parted by commas. */
const partsOf = (values: string) => values.split(',').map((value) => value.trim())

function bodyOf(asked: Readonly<Record<string, string | undefined>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(asked).flatMap(([about, values]) => (values ? [[about, partsOf(values)]] : [])))
}

export const handlers: Handlers<typeof table> = {
  performer: (call, { id }) => directory.profile(call.db, readerOf(call), id),
  search(call, { limit, offset, q, height, weight, age, body: bodyType, ethnicity, size, hair, eye, orientation, tags, ...asked }) {
    const body = bodyOf({ height, weight, age, bodyType, ethnicity, size, hair, eyes: eye, sexualOrientation: orientation })
    return directory.search(
      call.db,
      readerOf(call),
      { ...asked, text: q, tags: tags === undefined ? undefined : partsOf(tags), body },
      { limit, offset },
    )
  },
  random: (call, { limit }) => directory.random(call.db, readerOf(call), limit),
  top: (call, { limit }) => directory.top(call.db, readerOf(call), limit),
  followers: (call, page) => directory.followers(call.db, call.viewer.accountId, page),
}
