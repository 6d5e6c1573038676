import { afterAll, beforeAll, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as search from '#server/windows/search/search.ts'

const clock = movableClock()
let db: Database
let close: () => Promise<void>
let rain: Member
let radio: Member
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  ;[rain, radio] = [await named('雨宮夜', 'Paper, ink and rain'), await named('Midnight Radio', '深夜電台')]
})
afterAll(async () => {
  settings.forget()
  await close()
})

async function named(name: string, bio: string): Promise<Member> {
  const performer = await member(db, 'performer')
  await db.pool.query('update accounts.accounts set name = $2, bio = $3 where id = $1', [performer.accountId, name, bio])
  await db.transaction((tx) => profiles.reindex(tx, performer.accountId))
  return performer
}
const everything = (q: string, viewer: Viewer = visitor) => search.everything(db, { viewer }, q)
const performersFor = async (q: string, viewer?: Viewer) => (await everything(q, viewer)).performers.data.map(({ _id }) => _id)
const publish = (by: Member, draft: feeds.Draft & { type?: feeds.FeedType }) => {
  clock.advance({ seconds: 1 })
  return db.transaction((tx) => feeds.publish(tx, by.accountId, { type: draft.media ? 'photo' : 'text', ...draft }))
}
const feedsFor = async (q: string, viewer?: Viewer) => (await everything(q, viewer)).feeds.data.map(({ _id }) => _id)

test.each([
  ['雨宮夜', 'the whole name'],
  ['雨宮', 'its beginning'],
  ['雨夜', 'one missing character'],
  ['雨公夜', 'one wrong character'],
  ['ink', 'a word of what they say'],
])('the performer 雨宮夜 is found by %s: %s', async (q) => expect(await performersFor(q)).toEqual([rain.accountId]))

test.each([
  ['midnight', 'a word'],
  ['Midnigt', 'one missing letter'],
  ['mitnight', 'one wrong letter'],
  ['radio midn', 'an unfinished word'],
  ['電台', 'Chinese of what they say'],
])('the performer Midnight Radio is found by %s: %s', async (q) => expect(await performersFor(q)).toEqual([radio.accountId]))

test('posts are found by words and tags that a stranger may read, locked ones in their locked form', async () => {
  const open = await publish(rain, { text: '今晚的燈市', tags: ['夜市'] })
  const locked = await publish(rain, { text: 'Lanterns at the market', media: [await picture(db, rain)], audience: 'ppv', price: 12_000 })
  expect(await feedsFor('燈市', await member(db, 'user'))).toEqual([open])
  expect(await feedsFor('#夜市')).toEqual([open])
  const [found] = (await everything('lanterns', await member(db, 'user'))).feeds.data
  expect(found).toMatchObject({ _id: locked, canView: false, files: [{ locked: true }] })
  expect(JSON.stringify(found)).not.toContain('/large')
  expect(await feedsFor('lanterns'), 'before the gate its text is not there to read').toEqual([])
})

test('a text that is locked is not found by its own words, because an answer would tell what it says', async () => {
  const secret = await publish(rain, { text: 'The password is heliotrope', tagline: 'A note', audience: 'subscription' })
  expect(await feedsFor('heliotrope')).toEqual([])
  expect(await feedsFor('note')).toEqual([secret])
})

test('a free post is found by its text for signed-in adults only: visitors and the young find it by its tagline and tags', async () => {
  const writer = await member(db, 'performer')
  const told = await publish(writer, { text: 'Where the marzipan is\nunder the floor 木地板', tagline: 'A cellar 地窖', tags: ['attic'] })
  const bare = await publish(writer, { text: 'Marzipan alone' })
  const adult = await member(db, 'user')
  expect(await feedsFor('marzipan', adult)).toEqual([bare, told])
  const young = await member(db, 'user', { isAdult: false })
  for (const viewer of [visitor, young]) {
    for (const hidden of ['marzipan', 'marzipam', 'floor', '木地板', '木板', 'cellar floor', '#attic marzipan']) {
      expect([hidden, await feedsFor(hidden, viewer)]).toEqual([hidden, []])
      const inTheirs = { kind: 'feed', creatorId: writer.accountId, text: hidden } as const
      const page = { limit: 10, offset: 0 }
      expect(await access.listShown(db, { viewer }, inTheirs, page)).toMatchObject({ ids: [], total: 0 })
      expect(await access.listShown(db, { viewer }, { kind: 'feed', text: hidden }, page)).toMatchObject({ ids: [], total: 0 })
    }
    for (const open of ['cellar', 'celler', '地窖', '#attic', 'attic cellar'])
      expect([open, await feedsFor(open, viewer)]).toEqual([open, [told]])
    expect(
      await access.listShown(db, { viewer }, { kind: 'feed', creatorId: writer.accountId, text: 'cellar' }, { limit: 10, offset: 0 }),
    ).toMatchObject({
      ids: [told],
      total: 1,
    })
  }
})

test('drafts, scheduled and expired posts, what staff removed and what a block hides are not found', async () => {
  const staff = await member(db, 'staff')
  const reader = await member(db, 'user')
  const writer = await member(db, 'performer')
  const inAnHour = new Date(clock.now().getTime() + 3_600_000)
  await publish(writer, { text: 'quetzal draft', isDraft: true })
  await publish(writer, { text: 'quetzal later', scheduledAt: inAnHour })
  const shown = await publish(writer, { text: 'quetzal shown', expiresAt: new Date(inAnHour.getTime() + 3_600_000) })
  const removed = await publish(writer, { text: 'quetzal removed' })
  const { takeDown } = await import('#server/catalogue/works/works.ts')
  await db.transaction((tx) => takeDown(tx, removed, staff.accountId, 'An order.'))
  expect(await feedsFor('quetzal', reader)).toEqual([shown])
  clock.advance({ minutes: 61 })
  expect(await feedsFor('quetzal', reader)).toHaveLength(2)
  clock.advance({ minutes: 61 })
  expect(await feedsFor('quetzal', reader)).toHaveLength(1)
  await block(db, writer, reader)
  expect(await feedsFor('quetzal', reader)).toEqual([])
})

test('a prohibited term is refused: not looked for, not noted, never suggested (COMPLIANCE.md 8)', async () => {
  const [term = ''] = (await settings.current(db)).prohibitedTerms
  await expect(everything(term)).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'q' }] })
  await expect(search.note(db, 'someone', term)).rejects.toMatchObject({ fields: [{ field: 'keyword', code: 'prohibited_term' }] })
  await db.pool.query('insert into search.keywords (keyword, searchers, last_at) values ($1, 50, $2)', [term, clock.now()])
  expect((await search.keywords(db, '', 20)).map(({ keyword }) => keyword)).not.toContain(term)
})

const shown = () => search.keywords(db, 'lam', 5)
const aDay = { minutes: 60 * 24 }
const nightFalls = () => db.transaction(search.forgetSearchers)

test('a word is shown once three people looked for it, and who they were is not to be read out of the table', async () => {
  expect(await search.note(db, 'anna', ' Lamp  Light ')).toBe(true)
  for (let n = 0; n < 5; n++) expect(await search.note(db, 'anna', 'lamp light')).toBe(false)
  expect(await search.note(db, 'bela', 'LAMP LIGHT')).toBe(true)
  expect(await search.keywords(db, 'lamp', 5)).toEqual([])
  expect(await search.note(db, 'carla', 'lamp light')).toBe(true)
  expect(await shown()).toEqual([{ keyword: 'lamp light', attempt: 3 }])
  expect(await search.keywords(db, 'light', 5)).toEqual([])
  expect(JSON.stringify(await db.many(sql`select searcher from search.searchers`))).not.toContain('anna')
})

test('one person who looks for the same every day counts as one', async () => {
  for (let day = 0; day < 5; day++) {
    clock.advance(aDay)
    expect(await search.note(db, 'pusher', 'pushed')).toBe(true)
    await nightFalls()
  }
  expect(await search.keywords(db, 'pushed', 5)).toEqual([])
})

test('whoever has not looked for a word for 30 days counts no more for it, and at last it is forgotten with them', async () => {
  clock.advance({ minutes: 60 * 24 * 20 })
  for (const who of ['anna', 'dora']) await search.note(db, who, 'lamp light')
  await nightFalls()
  expect(await shown(), 'anna came back, dora is new').toEqual([{ keyword: 'lamp light', attempt: 4 }])
  clock.advance({ minutes: 60 * 24 * 11 })
  await nightFalls()
  expect(await shown(), 'bela and carla did not come back').toEqual([])
  await search.note(db, 'ella', 'lamp light')
  expect(await shown()).toEqual([{ keyword: 'lamp light', attempt: 3 }])
  clock.advance({ minutes: 60 * 24 * 31 })
  await nightFalls()
  expect(await db.many(sql`select keyword from search.keywords where keyword = 'lamp light'`)).toEqual([])
  expect(await db.many(sql`select keyword from search.searchers`)).toEqual([])
})

test('what was published before there was an index is entered once', async () => {
  const old = await publish(rain, { text: 'Ink', tagline: 'antediluvian' })
  await asOwner(db, sql`truncate finding.documents, finding.postings`)
  expect(await feedsFor('antediluvian')).toEqual([])
  expect(await search.fillGaps(db)).toBeGreaterThan(2)
  expect(await feedsFor('antediluvian')).toEqual([old])
  expect(await performersFor('雨宮')).toEqual([rain.accountId])
  expect(await search.fillGaps(db)).toBe(0)
})

test('a performer who closed their account is no gap, and filling gaps comes to its end', async () => {
  await search.fillGaps(db)
  const gone = await member(db, 'performer')
  await db.transaction((tx) => accounts.setState(tx, gone.accountId, 'closed'))
  await db.transaction((tx) => profiles.reindex(tx, gone.accountId))
  expect(await search.fillGaps(db)).toBe(0)
})
