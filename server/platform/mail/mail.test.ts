import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { createJobs, type Jobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { deliverLetters, letters, writeLetter } from '#server/platform/mail/mail.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
const received: { from: string; to: string[]; text: string }[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refuses ? new Error('mailbox busy') : null),
  onData(stream, session, done) {
    void buffer(stream).then((bytes) => {
      const { mailFrom, rcptTo } = session.envelope
      received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text: bytes.toString('utf8') })
      done()
    })
  },
})
let smtpUrl: string

beforeAll(async () => {
  const { host, user, database } = await cloneDatabase()
  db = connect({ connection: { host, user, database } })
  await migrateJobs(db)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
})
afterAll(async () => {
  await new Promise<void>((done) => server.close(done))
  await db.close()
})

function postOffice(url: string | undefined): Jobs {
  const jobs = createJobs(db, () => {})
  deliverLetters(db, jobs, { smtpUrl: url, from: 'Stagedoor <no-reply@stagedoor.example>', siteUrl: () => 'https://stage.example' })
  return jobs
}

const letter = (to: string) => ({
  to,
  subject: '驗證信箱',
  paragraphs: ['歡迎 <Lan>。'],
  action: { label: '驗證', path: '/auth/verify?token=abc' },
  also: { label: '收據', path: '/receipt?id=1&form=pdf' },
})
const stateOf = async (recipient: string) => (await letters(db, 'https://stage.example', { recipient, limit: 1 }))[0]

test('a letter leaves through the mail server, with the site’s address before its link and nothing of it as markup', async () => {
  await db.transaction((tx) => writeLetter(tx, letter('lan@stagedoor.example')))
  await postOffice(smtpUrl).runDue()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'no-reply@stagedoor.example', to: ['lan@stagedoor.example'] })
  const decoded = received[0]!.text.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  expect(decoded).toContain('https://stage.example/auth/verify?token=abc')
  expect(decoded).toContain('href="https://stage.example/receipt?id=1&#38;form=pdf"')
  expect(decoded).not.toContain('<Lan>。</p>')
  expect(await stateOf('lan@stagedoor.example')).toMatchObject({ state: 'sent', subject: '驗證信箱' })
})

test('a letter that only tells says how to have no more like it, to its reader and to their mail program', async () => {
  received.length = 0
  const leave = { label: 'No more', path: '/unsubscribe/abc', oneClickPath: '/api/notifications/unsubscribe/abc' }
  await db.transaction((tx) => writeLetter(tx, { ...letter('mei@stagedoor.example'), leave }))
  await postOffice(smtpUrl).runDue()
  const text = received[0]!.text.replace(/\r\n[ \t]+/g, ' ')
  expect(text).toContain('List-Unsubscribe: <https://stage.example/api/notifications/unsubscribe/abc>')
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain('https://stage.example/unsubscribe/abc')
})

test('a letter of a transaction that rolled back was never written', async () => {
  await expect(
    db.transaction(async (tx) => {
      await writeLetter(tx, letter('nobody@stagedoor.example'))
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await postOffice(smtpUrl).runDue()
  expect(await stateOf('nobody@stagedoor.example')).toBeUndefined()
})

test('a letter that the mail server refused is marked, waits for its next try and is sent then', async () => {
  refuses = true
  await db.transaction((tx) => writeLetter(tx, letter('later@stagedoor.example')))
  await postOffice(smtpUrl).runDue()
  expect((await stateOf('later@stagedoor.example'))?.state).toBe('failed')
  refuses = false
  await db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await postOffice(smtpUrl).runDue()
  expect((await stateOf('later@stagedoor.example'))?.state).toBe('sent')
})

test('without a mail server a letter is kept and can be read in the office', async () => {
  await db.transaction((tx) => writeLetter(tx, letter('kept@stagedoor.example')))
  await postOffice(undefined).runDue()
  const kept = await stateOf('kept@stagedoor.example')
  expect(kept?.state).toBe('kept')
  expect(kept?.text).toContain('https://stage.example/auth/verify?token=abc')
})

test('a letter that somebody waits for leaves before all that only tell, however long those have waited', async () => {
  received.length = 0
  const told = Array.from({ length: 20 }, (_, number) => `renewed${number}@stagedoor.example`)
  await db.transaction(async (tx) => {
    for (const to of told) await writeLetter(tx, letter(to))
    await writeLetter(tx, { ...letter('forgetful@stagedoor.example'), isAwaited: true })
  })
  await postOffice(smtpUrl).runDue()
  expect(received.map(({ to }) => to[0])).toEqual(['forgetful@stagedoor.example', ...told])
})
