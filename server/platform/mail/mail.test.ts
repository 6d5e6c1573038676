import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
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
/** One of the two forms of a letter, as it was before it travelled. */
function partOf(raw: string, type: string): string {
  const [head = '', ...rest] = raw
    .split('\r\n--')
    .find((part) => part.includes(`Content-Type: ${type}`))!
    .split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

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

test('what a letter lists leads each to its place, and what it begins with is not shown beside its subject where it is discreet', async () => {
  received.length = 0
  const lines = [{ text: 'Lan & Mei', path: '/posts/1' }, { text: 'And 3 more.' }]
  await db.transaction((tx) => writeLetter(tx, { ...letter('list@stagedoor.example'), lines, language: 'zh-TW', preview: '你有新消息' }))
  await postOffice(smtpUrl).runDue()
  const [text, html] = ['text/plain', 'text/html'].map((type) => partOf(received[0]!.text, type))
  expect(text).toMatch(/• Lan & Mei\r?\n• And 3 more\.\r?\n/)
  expect(html).toMatch(
    /<html lang="zh-TW" dir="ltr">.*<li[^>]*><a href="https:\/\/stage\.example\/posts\/1"[^>]*>Lan &#38; Mei<\/a><\/li><li[^>]*>And 3 more\.<\/li>/s,
  )
  const shown = String(html)
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll(/<[^>]+>/g, '')
  // As much as a lock screen has room for.
  expect(shown.slice(0, 200)).toMatch(/^你有新消息(?:&#847;|&zwnj;|&nbsp;)+[&#\w;]*$/)
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

test('a mail server that was away gets each letter once when it is back, under the name it had at every try', async () => {
  received.length = 0
  const readers = ['awaymei@stagedoor.example', 'awayjun@stagedoor.example', 'awaywen@stagedoor.example']
  for (const to of readers) await db.transaction((tx) => writeLetter(tx, letter(to)))
  const again = () => db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  for (let each = 0; each < 3; each++) {
    await postOffice('smtp://127.0.0.1:1').runDue()
    await again()
  }
  expect(await Promise.all(readers.map(async (to) => (await stateOf(to))?.state))).toEqual(['failed', 'failed', 'failed'])
  for (let each = 0; each < 2; each++) {
    await postOffice(smtpUrl).runDue()
    await again()
  }
  const arrived = received.filter(({ to }) => readers.includes(to[0]!))
  expect(arrived.flatMap(({ to }) => to).toSorted()).toEqual(readers.toSorted())
  const names = arrived.map(({ text }) => /^Message-ID: <(.+)@.+>/m.exec(text)?.[1])
  const kept = await db.many<{ id: string }>(sql`select id::text from mail.letters where recipient = any(${readers})`)
  expect(new Set(names)).toEqual(new Set(kept.map(({ id }) => id)))
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
