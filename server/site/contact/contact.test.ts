import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { countUnanswered, inbox, markAnswered, send } from '#server/site/contact/contact.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())

const write = (message: string) =>
  db.transaction((tx) => send(tx, { name: 'Wen\nLi', email: 'wen@stagedoor.example', message, ip: '203.0.113.5' }))

test('a letter waits in the inbox, also where no address is set (calls.md section 7)', async () => {
  await write('Hello <script>x</script>there')
  expect(await inbox(db, { limit: 10, offset: 0 })).toMatchObject({
    total: 1,
    rows: [{ name: 'Wen Li', body: 'Hello there', answeredAt: null }],
  })
  expect(await db.many(sql`select 1 from mail.letters`)).toEqual([])
})

test('it is mailed to the operator, in the site’s language', async () => {
  await db.transaction((tx) => settings.save(tx, { contactEmail: 'operator@stagedoor.example' }, undefined))
  await write('有人在偷拍')
  const { subject, content } = await db.one<{ subject: string; content: { paragraphs: string[] } }>(
    sql`select subject, content from mail.letters where recipient = 'operator@stagedoor.example'`,
  )
  expect(subject).toBe('Wen Li從聯絡頁面寫信給Stagedoor')
  expect(content.paragraphs).toContain('有人在偷拍')
})

test('an answered letter is counted no more, and is answered once', async () => {
  const before = await countUnanswered(db)
  const { id } = await write('one more')
  const by = '0198f9a0-0000-7000-8000-000000000000'
  await db.transaction((tx) => markAnswered(tx, id, by))
  expect(await countUnanswered(db)).toBe(before)
  await expect(db.transaction((tx) => markAnswered(tx, id, by))).rejects.toMatchObject({ code: 'not_found' })
})

test('an empty letter is refused', async () => {
  await expect(write('<p></p>')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'message', code: 'required' }] })
})
