import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultOptions, type PreviousUpload } from 'tus-js-client'
import { afterEach, expect, test } from 'vitest'
import { findUnfinished, forgetUnfinished } from '#web/media/uploads/unfinished.ts'

const storage = { ...defaultOptions }
afterEach(() => void Object.assign(defaultOptions, storage))

/** What this browser remembers, as the client keeps it. */
function remembered(uploads: PreviousUpload[]): void {
  const urlStorage = {
    findAllUploads: async () => [...uploads],
    findUploadsByFingerprint: async () => [],
    addUpload: async () => '',
    async removeUpload(key: string) {
      uploads.splice(0, uploads.length, ...uploads.filter(({ urlStorageKey }) => urlStorageKey !== key))
    },
  }
  Object.assign(defaultOptions, { urlStorage })
}

const film = (uploadUrl: string): PreviousUpload => ({
  size: 9_000_000,
  metadata: { filename: 'film.mp4', purpose: 'video' },
  creationTime: '',
  urlStorageKey: 'film',
  uploadUrl,
  parallelUploadUrls: null,
})

test('what a creator does not want any more is forgotten by the server as well', async () => {
  const heard: unknown[] = []
  const server = createServer((request, response) => {
    heard.push([request.method, request.url, request.headers['tus-resumable']])
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  remembered([film(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/uploads/one`)])
  expect(await findUnfinished()).toEqual([{ key: 'film', name: 'film.mp4', bytes: 9_000_000, purpose: 'video' }])
  await forgetUnfinished('film')
  expect(heard).toEqual([['DELETE', '/api/uploads/one', '1.0.0']])
  expect(await findUnfinished()).toEqual([])
  server.close()
})

test('without a connection it leaves the list all the same', async () => {
  remembered([film('http://127.0.0.1:1/api/uploads/one')])
  await forgetUnfinished('film')
  expect(await findUnfinished()).toEqual([])
})
