import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, openHouse, review } from '#server/catalogue/feeds/testing.ts'
import { listen } from '#server/catalogue/works/listeners.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'

let db: Database
let outbox: Outbox
let staff: Member
let lan: Member
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, staff, close } = await openHouse())
  const fails = (error: unknown) => {
    throw error
  }
  outbox = createOutbox(db, createJobs(db, fails), fails)
  listen(outbox)
  await review(db, 'after')
  lan = await member(db, 'performer')
})
afterAll(() => close())

const publish = (draft: feeds.Draft) =>
  db.transaction((tx) => feeds.publish(tx, lan.accountId, { type: 'text', text: 'An evening for two', ...draft }))
const edit = (id: string, draft: feeds.Draft) => db.transaction((tx) => feeds.edit(tx, lan.accountId, id, draft))
const answer = (id: string, who: Member, state: 'agreed' | 'declined') =>
  db.transaction((tx) => works.answerNaming(tx, id, who.accountId, state))
async function lettersTo(who: Member): Promise<string[]> {
  await outbox.drain()
  return (await letters(db, 'http://localhost', { limit: 10, offset: 0, recipient: `${who.username}@stagedoor.example` })).map(
    ({ subject }) => subject,
  )
}
const statesOf = async (who: Member) =>
  (await works.namings(db, who.accountId, undefined, { limit: 10, offset: 0 })).rows.map(({ state }) => state)

test('whoever is named is asked by letter once the work is no draft any more, and only once', async () => {
  const mei = await member(db, 'performer')
  const id = await publish({ participants: [mei.accountId], isDraft: true })
  expect([await lettersTo(mei), await statesOf(mei)]).toEqual([[], []])
  await edit(id, { isDraft: false })
  expect(await lettersTo(mei)).toEqual([expect.stringContaining('An evening for two')])
  expect(await statesOf(mei)).toEqual(['asked'])
  await edit(id, { isDraft: true })
  await edit(id, { isDraft: false })
  await edit(id, { participants: [] })
  await edit(id, { participants: [mei.accountId] })
  expect((await lettersTo(mei)).length).toBe(1)
})

test('an answer stands: whoever declined is not asked again, by no edit and by no second naming', async () => {
  const mei = await member(db, 'performer')
  const id = await publish({ participants: [mei.accountId] })
  const named = async () => (await works.find(db, [id])).get(id)?.participants
  await answer(id, mei, 'declined')
  await edit(id, { text: 'Another evening' })
  expect([await statesOf(mei), await named()]).toEqual([['declined'], []])
  await edit(id, { participants: [mei.accountId] })
  await edit(id, { participants: [] })
  await edit(id, { participants: [mei.accountId] })
  expect([await statesOf(mei), await named()]).toEqual([['declined'], []])
  await answer(id, mei, 'agreed')
  expect(await named()).toEqual([{ id: mei.accountId, state: 'agreed' }])
})

test('a name that was taken away is gone from the work, and its answer comes back with it', async () => {
  const mei = await member(db, 'performer')
  const id = await publish({ participants: [mei.accountId] })
  await answer(id, mei, 'agreed')
  await edit(id, { participants: [] })
  expect((await works.find(db, [id])).get(id)?.participants).toEqual([])
  expect(await statesOf(mei)).toEqual([])
  await expect(answer(id, mei, 'declined')).rejects.toMatchObject({ code: 'not_found' })
  await edit(id, { participants: [mei.accountId] })
  expect((await works.find(db, [id])).get(id)?.participants).toEqual([{ id: mei.accountId, state: 'agreed' }])
})

test('nobody answers for a work that does not name them', async () => {
  const [mei, hua] = [await member(db, 'performer'), await member(db, 'performer')]
  const id = await publish({ participants: [mei.accountId] })
  await expect(answer(id, hua, 'agreed')).rejects.toMatchObject({ code: 'not_found' })
  await expect(answer(id, lan, 'agreed')).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody is named across a block, whoever made it, nor asked when one was made since', async () => {
  const [mei, hua, ann] = [await member(db, 'performer'), await member(db, 'performer'), await member(db, 'performer')]
  await block(db, mei, lan)
  await block(db, lan, hua)
  const stranger = { code: 'unknown_participant', fields: [{ field: 'participantIds', code: 'unknown_participant' }] }
  for (const who of [mei, hua]) await expect(publish({ participants: [who.accountId] })).rejects.toMatchObject(stranger)
  const id = await publish({ participants: [ann.accountId], isDraft: true })
  await block(db, ann, lan)
  await edit(id, { isDraft: false })
  expect(await lettersTo(ann)).toEqual([])
  await edit(id, { text: 'Another evening' })
  await expect(edit(id, { participants: [ann.accountId, hua.accountId] })).rejects.toMatchObject(stranger)
})

test('whoever is named is shown once they agreed, and to nobody whom a block or a country parts from them', async () => {
  const [mei, fan, shut] = [await member(db, 'performer'), await member(db, 'user'), await member(db, 'user')]
  const id = await publish({ participants: [mei.accountId] })
  const seen = async (viewer: Viewer, country?: string) => {
    const { participants, participantIds } = await feeds.showOne(db, { viewer, country }, id)
    return [participants.map(({ _id }) => _id), participantIds.filter((each) => each !== lan.accountId)]
  }
  const [named, unnamed] = [
    [[mei.accountId], [mei.accountId]],
    [[], []],
  ]
  expect([await seen(fan), await seen(lan)]).toEqual([unnamed, named])
  await answer(id, mei, 'agreed')
  await block(db, mei, shut)
  await db.pool.query("insert into blocks.countries (performer_id, country) values ($1, 'DE')", [mei.accountId])
  expect([await seen(fan), await seen(visitor, 'TW'), await seen(mei)]).toEqual([named, named, named])
  expect([await seen(shut), await seen(visitor, 'DE')]).toEqual([unnamed, unnamed])
  await block(db, shut, mei)
  expect([await seen(staff, 'DE'), await seen(lan)]).toEqual([named, named])
})

test('the letter says what is true of a work that waits for staff: that it names them, not that it is out', async () => {
  await review(db, 'before')
  const mei = await member(db, 'performer')
  await publish({ participants: [mei.accountId] })
  await outbox.drain()
  const [letter] = await letters(db, 'http://localhost', { limit: 1, offset: 0, recipient: `${mei.username}@stagedoor.example` })
  await review(db, 'after')
  expect(JSON.stringify(letter)).toContain('An evening for two')
  expect(JSON.stringify(letter)).not.toMatch(/has published|發布了/)
})
