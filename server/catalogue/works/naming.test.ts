import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { member, review } from '#server/catalogue/feeds/testing.ts'
import { listen } from '#server/catalogue/works/listeners.ts'
import * as works from '#server/catalogue/works/works.ts'
import { temporaryStore } from '#server/media/images/testing.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let outbox: Outbox
let lan: Member
let removeStore: () => Promise<void>
beforeAll(async () => {
  removeStore = await temporaryStore()
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  await review(db, 'after')
  const fails = (error: unknown) => {
    throw error
  }
  outbox = createOutbox(db, createJobs(db, fails), fails)
  listen(outbox)
  lan = await member(db, 'performer')
})
afterAll(async () => {
  settings.forget()
  await db.close()
  await removeStore()
})

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
