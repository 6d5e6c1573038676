import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'
import { handlers } from '#server/windows/timeline/routes.ts'
import { home, type Asked } from '#server/windows/timeline/timeline.ts'

const clock = movableClock()
let db: Database
let close: () => Promise<void>
let [paper, radio, ink]: Member[] = []
let fan: Member
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  ;[paper, radio, ink] = await Promise.all([1, 2, 3].map(() => member(db, 'performer')))
  fan = await member(db, 'user')
  await follow(db, fan, paper!)
  await subscribe(db, fan, radio!, new Date(clock.now().getTime() + 86_400_000 * 30))
})
afterAll(async () => {
  settings.forget()
  await close()
})

async function publish(by: Member, draft: feeds.Draft = {}): Promise<string> {
  clock.advance({ seconds: 1 })
  return db.transaction((tx) => feeds.publish(tx, by.accountId, { type: draft.media ? 'photo' : 'text', text: 'An evening', ...draft }))
}
const read = async (viewer: Viewer, asked: Partial<Asked> = {}) => home(db, { viewer }, { filter: {}, limit: 50, offset: 0, ...asked })
const ids = async (viewer: Viewer, asked: Partial<Asked> = {}) => (await read(viewer, asked)).data.map(({ _id }) => _id)

test('home shows whom one follows and subscribes to, newest first; discover and visitors get the free posts of everyone (calls.md section 3)', async () => {
  const a = await publish(paper!)
  const b = await publish(radio!, { audience: 'subscription' })
  const c = await publish(ink!)
  const d = await publish(paper!, { audience: 'followers' })
  expect(await ids(fan)).toEqual([d, b, a])
  expect(await ids(fan, { scope: 'subscribed' })).toEqual([b])
  expect(await ids(fan, { scope: 'discover' })).toEqual([c, a])
  expect(await ids(visitor)).toEqual([c, a])
  expect(await ids(fan, { performerId: ink!.accountId })).toEqual([c])
  expect(await ids(await member(db, 'user'))).toEqual([])
})

test('filters narrow by type, price, words and hashtag', async () => {
  const tagged = await publish(paper!, { text: '今晚的燈', tags: ['lantern'] })
  const photo = await publish(paper!, { media: [await picture(db, paper!)], text: 'A lamp', audience: 'followers' })
  expect(await ids(fan, { text: '#lantern' })).toEqual([tagged])
  expect(await ids(fan, { tag: 'lantern' })).toEqual([tagged])
  expect(await ids(fan, { text: '晚的' })).toEqual([tagged])
  expect(await ids(fan, { text: 'LAMP' })).toEqual([photo])
  expect(await ids(fan, { filter: { medium: 'photo' } })).toEqual([photo])
  expect(await ids(fan, { filter: { isFree: true } })).not.toContain(photo)
})

test('words and a hashtag find a performer’s posts that have both, in every scope and on their own page', async () => {
  const writer = await member(db, 'performer')
  const reader = await member(db, 'user')
  await follow(db, reader, writer)
  const both = await publish(writer, { text: 'A pagoda in the fog', tags: ['harbour'] })
  await publish(writer, { text: 'A pagoda in the sun' })
  await publish(writer, { text: 'A ferry', tags: ['harbour'] })
  const asked = { text: 'pagoda', tag: '#harbour' }
  expect(await ids(reader, asked)).toEqual([both])
  expect(await ids(reader, { ...asked, scope: 'discover' })).toEqual([both])
  expect(await ids(reader, { ...asked, performerId: writer.accountId })).toEqual([both])
  expect(await read(reader, { tag: 'harbour', performerId: writer.accountId })).toMatchObject({ total: 2 })
  const call = { db, viewer: reader, country: () => undefined } as never
  const heard = await handlers.home(call, { q: 'pagoda', hashtag: 'harbour', performerId: writer.accountId, limit: 9, offset: 0 })
  expect(heard).toMatchObject({ total: 1, data: [{ _id: both }] })
})

test('what may not be looked for is refused in words and in hashtags, whatever else is asked (COMPLIANCE.md 8)', async () => {
  const [term = ''] = (await settings.current(db)).prohibitedTerms
  for (const asked of [{}, { performerId: ink!.accountId }, { scope: 'discover' as const }]) {
    await expect(read(fan, { ...asked, text: term })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'q' }] })
    await expect(read(fan, { ...asked, tag: term })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'hashtag' }] })
  }
})

test('a cursor goes on where it was while newer posts arrive, and ends', async () => {
  const reader = await member(db, 'user')
  const writer = await member(db, 'performer')
  await follow(db, reader, writer)
  const written: string[] = []
  for (let n = 0; n < 7; n++) written.unshift(await publish(writer))
  const first = await read(reader, { limit: 3 })
  const newer = await publish(writer)
  const second = await read(reader, { limit: 3, ...(first.nextCursor && { cursor: first.nextCursor }) })
  const third = await read(reader, { limit: 3, ...(second.nextCursor && { cursor: second.nextCursor }) })
  expect([first, second, third].flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(written)
  expect(third.nextCursor).toBeUndefined()
  expect(await ids(reader, { limit: 2, offset: 2 })).toEqual([newer, ...written].slice(2, 4))
})

test('posts in the same instant are neither lost nor doubled between pages', async () => {
  const reader = await member(db, 'user')
  const writer = await member(db, 'performer')
  await follow(db, reader, writer)
  const at = clock.now()
  for (let n = 0; n < 5; n++) await db.transaction((tx) => feeds.publish(tx, writer.accountId, { type: 'text', text: `Note ${n}` }), { at })
  const seen: string[] = []
  for (let cursor: string | undefined, n = 0; n < 5; n++) {
    const page = await read(reader, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
    if (!cursor) break
  }
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
})

test('a page is filled up where a block left holes, and shows nothing of whom it hides', async () => {
  const reader = await member(db, 'user')
  const [liked, shunned] = [await member(db, 'performer'), await member(db, 'performer')]
  const wanted: string[] = []
  for (let n = 0; n < 4; n++) {
    wanted.unshift(await publish(liked))
    await publish(shunned)
    await publish(shunned)
  }
  await block(db, shunned, reader)
  const page = await read(reader, { scope: 'discover', limit: 4 })
  expect(page.data.map(({ _id }) => _id)).toEqual(wanted)
})

test('the total of a timeline is all of it, on its first page, by offset and along a cursor; whom it hides is not counted', async () => {
  const reader = await member(db, 'user')
  const [liked, shunned] = [await member(db, 'performer'), await member(db, 'performer')]
  const everybody = (await read(reader, { scope: 'all', limit: 1 })).total
  await follow(db, reader, liked)
  await follow(db, reader, shunned)
  for (let n = 0; n < 4; n++) {
    await publish(liked)
    await publish(shunned, { audience: 'followers' })
  }
  const first = await read(reader, { limit: 3 })
  expect(first).toMatchObject({ total: 8 })
  expect(first).not.toHaveProperty('totalIsCapped')
  expect(await read(reader, { limit: 3, cursor: first.nextCursor! })).toMatchObject({ total: 8 })
  expect(await read(reader, { limit: 3, offset: 6 })).toMatchObject({ total: 8 })
  expect(await read(reader, { limit: 3, offset: 60 })).toMatchObject({ total: 8, data: [] })
  expect(await read(reader, { limit: 1, performerId: shunned.accountId })).toMatchObject({ total: 4 })
  expect(await read(reader, { limit: 1, filter: { isFree: false } })).toMatchObject({ total: 4 })
  expect(await read(reader, { limit: 1, scope: 'all' })).toMatchObject({ total: everybody + 8 })
  expect(await read(reader, { scope: 'discover', filter: { isFree: false } })).toMatchObject({ total: 0, data: [] })
  expect(await read(reader, { scope: 'discover', filter: { isFree: false }, text: 'evening' })).toMatchObject({ total: 0, data: [] })
  const today = db.now.toISOString().slice(0, 10)
  expect(await read(reader, { limit: 1, filter: { fromDate: today, toDate: today } })).toMatchObject({ total: 8 })
  expect(await read(reader, { limit: 1, filter: { toDate: '2020-01-01' } })).toMatchObject({ total: 0, data: [] })
  await block(db, shunned, reader)
  expect(await read(reader, { limit: 1 })).toMatchObject({ total: 4 })
  expect(await read(reader, { limit: 1, performerId: shunned.accountId })).toMatchObject({ total: 0, data: [] })
  expect(await read(reader, { limit: 1, scope: 'all' })).toMatchObject({ total: everybody + 4 })
})

test('a cursor that we did not write is refused by name', async () => {
  for (const cursor of ['', 'x', Buffer.from('1 2').toString('base64url'), Buffer.from("1' or 1=1").toString('base64url')])
    await expect(read(fan, { cursor })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'cursor', code: 'invalid' }] })
})
