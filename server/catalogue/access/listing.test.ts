import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listShown } from '#server/catalogue/access/access.ts'
import { newCast, openHouse } from '#server/catalogue/feeds/testing.ts'
import type { Filter } from '#server/catalogue/works/works.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const list = (filter: Omit<Filter, 'kind'>, window = { limit: 20, offset: 0 }) =>
  listShown(db, { viewer: fan }, { kind: 'feed', ...filter }, window)

test('what may not be looked for is refused in every list of works, a creator’s own page too (COMPLIANCE.md 8)', async () => {
  const [term = ''] = (await settings.current(db)).prohibitedTerms
  for (const creatorId of [undefined, creator.accountId]) {
    await expect(list({ creatorId, text: `An ${term}` })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'q' }] })
    await expect(list({ creatorId, tag: term })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'tag' }] })
  }
})
