import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { receivedFrom } from '#server/media/footage/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Database } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

const download = async (bytes: Buffer, name = 'thing.bin', sealed = false) =>
  uploads.receive(db, await receivedFrom(bytes, name, sealed), { purpose: 'download', ownerId })

test('a download is kept as it was sent, sealed, and finished at once', async () => {
  for (const sealed of [false, true]) {
    const file = await download(Buffer.from('PK\x03\x04 a box of things'), 'box.zip', sealed)
    expect(file).toMatchObject({ status: 'finished', purpose: 'download', name: 'box.zip', width: null })
    expect((await readFile(store.localPath(file.renditions['file']?.key ?? ''))).includes('box of things')).toBe(false)
  }
})

test.each<[string, string | Buffer]>([
  ['a program for Windows', 'MZ\x90\0'],
  ['a program for Linux', Buffer.from('7f454c460201', 'hex')],
  ['a program for Apple', Buffer.from('cffaedfe07000001', 'hex')],
  ['a script with its reader', '#!/bin/sh\nrm -rf x'],
  ['a page', '<!DOCTYPE html><p>'],
  ['a page behind blanks and a mark', '\uFEFF \n\t<HTML>'],
  ['a page behind a comment', '<!-- hello --><body onload=x>'],
  ['a drawing with script', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">'],
  ['a page in two bytes a letter', Buffer.from('\uFEFF<script>', 'utf16le')],
  ['a script', 'window.location = "http://example.com"'],
  ['a picture that is a page as well', 'GIF89a/*<script>alert(1)</script>*/'],
])('a download that is %s is refused, whatever it is called', async (_what, bytes) => {
  await expect(
    download(Buffer.from(bytes as string, typeof bytes === 'string' && bytes.startsWith('MZ') ? 'latin1' : 'utf8'), 'photos.zip'),
  ).rejects.toMatchObject({
    code: 'file_type_not_allowed',
  })
})

test('a megabyte of comments, made to be read in as many ways as there are, is judged at once', async () => {
  const hostile = ['<!---->', '<!-- -->\n', '<?xml?>', '<!-- <?xml?> --> '].map((piece) => piece.repeat(1_000_000 / piece.length))
  for (const text of hostile) {
    // Read the wrong way this would not end before the test's time is over.
    expect((await download(Buffer.from(`${text}plain words`), 'notes.txt')).status).toBe('finished')
  }
})

test('while an outside list is away a download is not taken in, and its seller is told so', async () => {
  fingerprints.useHashLists([fingerprints.outsideList({ name: 'watchers', url: 'http://127.0.0.1:1/' })])
  try {
    const before = await readdir(store.localPath('downloads')).catch(() => [])
    await expect(download(randomBytes(500), 'later.zip')).rejects.toMatchObject({
      code: 'file_check_unavailable',
      status: 503,
      fields: [{ field: 'file' }],
    })
    expect(await readdir(store.localPath('downloads')).catch(() => [])).toEqual(before)
  } finally {
    fingerprints.useHashLists([])
  }
})

test('a download that was removed cannot come back, and lies in quarantine once, sealed once', async () => {
  const bytes = Buffer.from('PK\x03\x04 what staff removed')
  const first = await download(bytes, 'box.zip')
  await db.transaction((tx) => fingerprints.block(tx, [first.id], { workId: first.id }))
  const before = await readdir(store.localPath('downloads'))
  await expect(download(bytes, 'other.zip')).rejects.toMatchObject({ code: 'file_blocked', fields: [{ field: 'file' }] })
  expect(await readdir(store.localPath('downloads'))).toEqual(before)
  const [id = ''] = await readdir(store.localPath('quarantine'))
  expect((await buffer(store.readSealed(fingerprints.quarantine(id)))).equals(bytes)).toBe(true)
  expect((await files.find(db, [id])).get(id)).toMatchObject({ status: 'error', failure: 'blocked', renditions: {} })
})

test('words that only look a little like a script are let in', async () => {
  for (const text of ['const is a word', 'Dear reader, import taxes apply.', 'a < b and b > c', '{"function": 1}'])
    expect((await download(Buffer.from(text), 'notes.txt')).status).toBe('finished')
})
