import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { store, useStore } from '#server/platform/storage/store.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { accountOf, ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as identity from '#server/people/identity/identity.ts'
import { looksAtPapers } from '#server/people/identity/testing.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let folder: string
let paper: Buffer
let staff: string
beforeAll(async () => {
  db = await ownDatabase()
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-identity-'))
  useStore(diskStorage(folder, randomBytes(32)))
  paper = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  staff = (await somebody(db, { role: 'staff' })).id
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const received = (bytes: Buffer, field = 'idVerification', sealed = true) =>
  store.receive(Readable.from([bytes]), { field, name: 'paper.jpg', maxBytes: 1_000_000, sealed })

let count = 0
async function apply(more: Partial<Parameters<typeof identity.register>[1]> = {}, papers: { id?: Buffer; selfie?: Buffer } = {}) {
  const username = `applicant${++count}`
  const files = {
    idVerification: await received(papers.id ?? paper),
    documentVerification: await received(papers.selfie ?? paper, 'documentVerification'),
  }
  const made = await identity.register(
    db,
    {
      name: 'Ines',
      username,
      email: `${username}@stagedoor.example`,
      password: 'long enough',
      gender: 'female',
      dateOfBirth: '1990-04-17',
      country: 'TW',
      phone: '+886 900 000 000',
      acceptedTermsVersion: (await settings.current(db)).termsVersion,
      acceptedAgreement: true,
      ...more,
    },
    files,
    'zh-TW',
  )
  return { id: made?.accountId ?? '', username, email: `${username}@stagedoor.example` }
}
const approve = (id: string) =>
  db.transaction(async (tx) => {
    await looksAtPapers(tx, id, staff)
    await identity.approve(tx, id, staff)
  })
const reject = (id: string, reason = 'The picture is blurred.') => db.transaction((tx) => identity.reject(tx, id, { by: staff, reason }))
const letters = async (email: string) =>
  await db.many<{ subject: string; content: { paragraphs: string[] } }>(
    sql`select subject, content from mail.letters where recipient = ${email} order by created_at, id`,
  )
const signIn = (username: string) => accounts.login(db, { username, password: 'long enough' })

test('an applicant waits: no sign-in, nothing shown, a letter in their language (calls.md section 2, COMPLIANCE.md 1)', async () => {
  const { id, username, email } = await apply()
  await expect(signIn(username)).rejects.toMatchObject({ code: 'performer_pending', status: 403 })
  expect((await profiles.cards(db, [id])).size).toBe(0)
  expect((await profiles.find(db, id))?.approvedAt).toBeNull()
  expect((await letters(email)).map(({ subject }) => subject)).toEqual(['已收到你在Stagedoor的創作者申請', '請驗證你在Stagedoor的電子郵件'])
  expect(await identity.statesOf(db, [id])).toEqual(new Map([[id, 'pending']]))
})

test('approval opens the account, once, with a letter and a line on record', async () => {
  const { id, username, email } = await apply()
  await approve(id)
  await signIn(username)
  expect((await profiles.cards(db, [id])).get(id)).toMatchObject({ username, isVerified: true })
  expect((await letters(email)).at(-1)?.subject).toBe('歡迎加入Stagedoor，你的申請已通過')
  expect(await db.one(sql`select actor_id as "by" from audit.entries where action = 'identity.approved' and subject_id = ${id}`)).toEqual({
    by: staff,
  })
  for (const again of [approve, reject]) await expect(again(id)).rejects.toMatchObject({ code: 'already_decided', status: 409 })
  await signIn(username)
})

test('a rejection says why, and only to someone who knows the password', async () => {
  const { id, username, email } = await apply()
  await expect(reject(id, ' <br> ')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'reason', code: 'required' }] })
  await reject(id)
  await expect(signIn(username)).rejects.toMatchObject({ code: 'performer_rejected' })
  expect((await letters(email)).at(-1)?.content.paragraphs).toContain('The picture is blurred.')
  await expect(approve(id)).rejects.toMatchObject({ code: 'already_decided' })
})

test('of two members of staff who decide in the same moment, one does', async () => {
  const { id } = await apply()
  const outcomes = await Promise.allSettled([approve(id), reject(id)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a fan or nobody cannot be approved', async () => {
  for (const id of [(await somebody(db)).id, '0198f9a0-0000-7000-8000-000000000000'])
    await expect(approve(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('the agreement, the terms and the age are asked of performers too', async () => {
  await expect(apply({ acceptedAgreement: false })).rejects.toMatchObject({
    code: 'agreement_required',
    fields: [{ field: 'acceptedAgreement' }],
  })
  await expect(apply({ acceptedTermsVersion: 'old' })).rejects.toMatchObject({ code: 'terms_outdated' })
  await expect(apply({ dateOfBirth: '2015-01-01' })).rejects.toMatchObject({ code: 'under_age' })
  await expect(apply({ country: 'XX' })).rejects.toMatchObject({ code: 'unknown_country' })
})

test('a refused application leaves neither people nor papers behind', async () => {
  const kept = async () => ({
    files: (await readdir(join(folder, 'documents')).catch(() => [])).length,
    lines: await db.one(
      sql`select (select count(*) from accounts.accounts) as people, (select count(*) from identity.documents) as papers`,
    ),
  })
  const before = await kept()
  await apply({ username: 'admin' }).catch(() => {})
  await apply({ dateOfBirth: '2015-01-01' }).catch(() => {})
  expect(await kept()).toEqual(before)
})

test('a document is what its bytes say, not its name', async () => {
  const fakes = {
    text: Buffer.from('hello '.repeat(50)),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    exe: Buffer.from(`MZ${'\0'.repeat(200)}`),
  }
  for (const [kind, bytes] of Object.entries(fakes))
    await expect(apply({}, { selfie: bytes }), kind).rejects.toMatchObject({
      code: 'file_type_not_allowed',
      fields: [{ field: 'documentVerification' }],
    })
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF')
  const { id } = await apply({}, { id: pdf })
  expect((await identity.documentsOf(db, [id])).get(id)?.map(({ type, mediaType }) => [type, mediaType])).toEqual([
    ['idVerification', 'application/pdf'],
    ['documentVerification', 'image/jpeg'],
  ])
})

test('documents lie encrypted; only staff open them, and the view is on record before the first byte', async () => {
  const { id } = await apply()
  const [document] = (await identity.documentsOf(db, [id])).get(id) ?? []
  const names = await readdir(join(folder, 'documents'))
  for (const name of names) expect((await readFile(join(folder, 'documents', name))).includes(paper.subarray(0, 40))).toBe(false)
  const { mediaType, content } = await identity.openDocument(db, document?.id ?? '', { by: staff, ip: '203.0.113.7' })
  const views = await db.many(
    sql`select actor_id as "by", detail ->> 'documentId' as document from audit.entries where action = 'identity.document_viewed' and subject_id = ${id}`,
  )
  expect(views).toEqual([{ by: staff, document: document?.id }])
  expect(mediaType).toBe('image/jpeg')
  expect((await buffer(content)).equals(paper)).toBe(true)
  await expect(identity.openDocument(db, '0198f9a0-0000-7000-8000-000000000000', { by: staff })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a document that came unsealed is a bug, not a document', async () => {
  await expect(received(paper, 'file', false).then((file) => identity.keepDocument('w9', file))).rejects.toThrow('sealed')
})

test('sending a document anew replaces the one of its kind; the earlier stays for staff', async () => {
  const { id } = await apply()
  const before = (await identity.documentsOf(db, [id])).get(id) ?? []
  const send = async () => identity.sendDocument(db, id, 'idVerification', await received(paper, 'file'))
  await Promise.all([send(), send()])
  const after = (await identity.documentsOf(db, [id])).get(id) ?? []
  expect(after.map(({ type }) => type).toSorted()).toEqual(['documentVerification', 'idVerification'])
  expect(after.map((each) => each.id)).not.toContain(before.find(({ type }) => type === 'idVerification')?.id)
  const old = await identity.openDocument(db, before[0]?.id ?? '', { by: staff })
  expect((await buffer(old.content)).length).toBe(paper.length)
})

test('staff see the longest waiting first and find applicants by name', async () => {
  const [first, second] = [await apply({ name: '林暮色' }), await apply()]
  const pending = await identity.applications(db, { state: 'pending', limit: 100, offset: 0 })
  const order = pending.rows.map(({ accountId }) => accountId)
  expect(order.indexOf(first.id)).toBeLessThan(order.indexOf(second.id))
  expect(pending.total).toBe(await identity.countPending(db))
  expect(await identity.applications(db, { q: '林暮', limit: 10, offset: 0 })).toMatchObject({
    total: 1,
    rows: [{ accountId: first.id, legalName: '林暮色', state: 'pending' }],
  })
  expect(await identity.applications(db, { q: 'no such person', limit: 10, offset: 0 })).toEqual({ rows: [], total: 0 })
})

test('a performer’s birth date is locked', async () => {
  const { id } = await apply()
  await approve(id)
  await expect(db.transaction((tx) => profiles.update(tx, id, { dateOfBirth: '1991-01-01' }))).rejects.toMatchObject({
    code: 'locked_after_approval',
  })
  expect((await accountOf(db, id))?.birthDate).toBe('1990-04-17')
})

const papersOf = async (id: string) => (await identity.documentsOf(db, [id])).get(id) ?? []
const opens = (documentId: string, by = staff) => identity.openDocument(db, documentId, { by })
const decides = (id: string, by = staff) => db.transaction((tx) => identity.approve(tx, id, by))

test('nobody is approved by somebody who has not opened each paper, not by plain SQL either (COMPLIANCE.md 1)', async () => {
  const { id } = await apply()
  const colleague = (await somebody(db, { role: 'staff' })).id
  const [front, selfie] = await papersOf(id)
  await expect(decides(id)).rejects.toMatchObject({ code: 'papers_unseen', status: 409, details: { left: 2 } })
  await opens(front!.id)
  // What a colleague saw, this one has not.
  await opens(selfie!.id, colleague)
  await expect(decides(id)).rejects.toMatchObject({ code: 'papers_unseen', details: { left: 1 } })
  expect(await identity.seenBy(db, staff, [front!.id, selfie!.id])).toEqual(new Set([front!.id]))
  const bySql = sql`update identity.applications set state = 'approved', decided_at = now(), decided_by = ${staff} where account_id = ${id}`
  await expect(db.transaction((tx) => tx.run(bySql))).rejects.toMatchObject({ constraint: 'papers_seen' })
  await opens(selfie!.id)
  await decides(id)
  expect(await identity.statesOf(db, [id])).toEqual(new Map([[id, 'approved']]))
})

test('a paper that was sent anew before the decision is to be opened, too; and without both nobody is approved', async () => {
  const { id } = await apply()
  await db.transaction((tx) => looksAtPapers(tx, id, staff))
  await identity.sendDocument(db, id, 'idVerification', await received(paper, 'file'))
  await expect(decides(id)).rejects.toMatchObject({ code: 'papers_unseen', details: { left: 1 } })
  await db.transaction((tx) => tx.run(sql`update identity.documents set replaced_at = ${tx.now} where account_id = ${id}`))
  await expect(decides(id)).rejects.toMatchObject({ code: 'papers_missing' })
})

test('an approved performer who sends a paper anew is looked at again, and goes on meanwhile; other documents change nothing', async () => {
  const { id, username } = await apply()
  await approve(id)
  await identity.sendDocument(db, id, 'w9', await received(paper, 'file'))
  expect(await identity.isInDoubt(db, id)).toBe(false)
  await identity.sendDocument(db, id, 'documentVerification', await received(paper, 'file'))
  expect(await identity.statesOf(db, [id])).toEqual(new Map([[id, 'pending']]))
  expect(await identity.isInDoubt(db, id)).toBe(true)
  await expect(signIn(username)).resolves.toMatchObject({ token: expect.any(String) })
  const { rows } = await identity.applications(db, { state: 'pending', limit: 100, offset: 0 })
  expect(rows.map(({ accountId }) => accountId)).toContain(id)

  // What they sent is refused, with a reason; they keep their account and send it once more.
  await reject(id)
  expect(await accountOf(db, id)).toMatchObject({ state: 'active' })
  expect(await identity.isInDoubt(db, id)).toBe(true)
  await identity.sendDocument(db, id, 'documentVerification', await received(paper, 'file'))
  await approve(id)
  expect(await identity.isInDoubt(db, id)).toBe(false)
})

test('whoever was rejected applies again under the same address and password, with other papers; nobody else does', async () => {
  const { id, email, username } = await apply()
  await reject(id)
  await expect(signIn(username)).rejects.toMatchObject({ code: 'performer_rejected' })
  await expect(apply({ email, username, password: 'another one' })).rejects.toMatchObject({ status: 409 })
  const again = await apply({ email, username, name: 'Ines L.', dateOfBirth: '1990-05-17' })
  expect(again.id).toBe(id)
  await expect(signIn(username)).rejects.toMatchObject({ code: 'performer_pending' })
  const { rows } = await identity.applications(db, { q: username, limit: 10, offset: 0 })
  expect(rows).toMatchObject([{ state: 'pending', reason: null, birthDate: '1990-05-17', legalName: 'Ines L.' }])
  await expect(decides(id)).rejects.toMatchObject({ code: 'papers_unseen', details: { left: 2 } })
  await approve(id)
  await expect(signIn(username)).resolves.toMatchObject({ token: expect.any(String) })
})

test('an applicant chooses no password that guessers try first; who was rejected with one from before still applies again with it', async () => {
  await expect(apply({ password: 'password1' })).rejects.toMatchObject({ code: 'password_common', fields: [{ field: 'password' }] })
  const { id, email, username } = await apply()
  const old = await accounts.hashPassword('password1')
  await db.transaction((tx) => tx.run(sql`update accounts.accounts set password_hash = ${old} where id = ${id}`))
  await reject(id)
  expect((await apply({ email, username, password: 'password1' })).id).toBe(id)
  expect((await accountOf(db, id))?.passwordHash).toBe(old)
})

test('whoever applies with a member’s address learns nothing, and their papers are not kept', async () => {
  const member = await somebody(db)
  const papers = () => db.one(sql`select count(*) as kept from identity.documents`)
  const files = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  const before = [await papers(), await files()]
  expect((await apply({ email: member.email })).id).toBe('')
  expect([await papers(), await files()]).toEqual(before)
})
