import { bodyLists } from '#contract/people/body-lists.ts'
import type { BodyInfo } from '#contract/people/person.ts'
import { directory as table } from '#contract/windows/directory.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { isOption } from '#server/site/reference/reference.ts'
import * as directory from '#server/windows/directory/directory.ts'
import * as fans from '#server/windows/directory/fans.ts'

/** Several values of one list are parted by commas. */
const partsOf = (values: string) => values.split(',').map((value) => value.trim())

/** The names that browse gives to what performers say of themselves (calls.md section 11), where they are not the same. */
const askedAs: Partial<Record<keyof BodyInfo, string>> = { bodyType: 'body', eyes: 'eye', sexualOrientation: 'orientation' }

/** @throws invalid {not_an_option}, naming each that has a value of no option list, as it was asked */
function bodyOf(asked: Readonly<Partial<Record<keyof BodyInfo, string | undefined>>>): Record<string, string[]> {
  const wanted = (Object.keys(asked) as (keyof BodyInfo)[]).flatMap((about) => {
    const values = asked[about]
    return values ? [{ about, values: partsOf(values) }] : []
  })
  const wrong = wanted.filter(({ about, values }) => !values.every((value) => isOption(bodyLists[about], value)))
  if (wrong.length > 0) {
    throw new Refusal(
      'invalid',
      {},
      wrong.map(({ about }) => ({ field: askedAs[about] ?? about, code: 'not_an_option' })),
    )
  }
  return Object.fromEntries(wanted.map(({ about, values }) => [about, values]))
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
  fans: (call, { limit, offset, ...wanted }) => fans.search(call.db, call.viewer.accountId, wanted, { limit, offset }),
  fan: (call, { id }) => fans.one(call.db, call.viewer.accountId, id),
  followers: (call, page) => directory.followers(call.db, call.viewer.accountId, page),
}
