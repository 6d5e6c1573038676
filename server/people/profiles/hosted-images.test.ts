import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchImage } from '#server/people/profiles/hosted-images.ts'
import { isPublic, type Reach } from '#server/platform/outside/outside.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { useStore } from '#server/platform/storage/store.ts'

let folder: string
let server: Server
let reach: Reach
/** Addresses that the house of pictures was reached by. */
let asked: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-hosted-'))
  useStore(diskStorage(folder, randomBytes(32)))
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/moved') return response.writeHead(302, { location: 'https://pictures.example/face' }).end()
    if (request.url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (request.url === '/endless') {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        while (response.write(Buffer.alloc(1024 * 1024)));
      }
      response.on('drain', more)
      return more()
    }
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1000' }).write('half')
      return setTimeout(() => request.socket.destroy(), 20)
    }
    return response.writeHead(200, { 'content-type': 'image/png' }).end('the picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  reach = {
    addressesOf: async () => ['127.0.0.1'],
    mayConnect: () => true,
    // Without TLS, but by the look-up that the product pinned: it alone decides which address is reached.
    options: {
      agent: undefined,
      createConnection: (options) => connect({ port, host: 'pictures.example', lookup: options.lookup as LookupFunction }),
    },
  }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

const hosts = ['pictures.example']
const refusedAs = (code: string) => ({ code, status: 422, fields: [{ field: 'avatarPath', code }] })

test('an image of a listed host is fetched into our own keeping (calls.md section 11)', async () => {
  const file = await fetchImage('https://pictures.example/face', hosts, reach)
  expect(await readFile(file.path, 'utf8')).toBe('the picture')
  await file.remove()
})

test('other hosts, other protocols, ports and names in the address are refused without a connection', async () => {
  asked = []
  for (const address of [
    'https://elsewhere.example/face',
    'https://pictures.example.elsewhere.example/face',
    'http://pictures.example/face',
    'https://pictures.example:8443/face',
    'https://me:secret@pictures.example/face',
    'https://127.0.0.1/face',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'not an address',
  ])
    await expect(fetchImage(address, hosts, reach), address).rejects.toMatchObject(refusedAs('image_host_not_allowed'))
  await expect(fetchImage('https://pictures.example/face', [], reach)).rejects.toMatchObject(refusedAs('image_host_not_allowed'))
  expect(asked).toEqual([])
})

test('a listed host that points into a private network is refused, also when only one of its addresses does', async () => {
  asked = []
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['169.254.169.254']])
    await expect(
      fetchImage('https://pictures.example/face', hosts, { ...reach, addressesOf: async () => addresses, mayConnect: isPublic }),
    ).rejects.toMatchObject(refusedAs('image_host_not_allowed'))
  expect(asked).toEqual([])
})

test('a redirect is not followed; a page, a broken answer and an unknown host are unreadable', async () => {
  asked = []
  for (const path of ['moved', 'page', 'broken'])
    await expect(fetchImage(`https://pictures.example/${path}`, hosts, reach), path).rejects.toMatchObject(refusedAs('file_unreadable'))
  expect(asked).toEqual(['/moved', '/page', '/broken'])
  const nowhere = { ...reach, addressesOf: () => Promise.reject(new Error('ENOTFOUND')) }
  await expect(fetchImage('https://pictures.example/face', hosts, nowhere)).rejects.toMatchObject(refusedAs('file_unreadable'))
})

test('an endless answer is cut off at the limit and leaves nothing behind', async () => {
  await expect(fetchImage('https://pictures.example/endless', hosts, reach)).rejects.toMatchObject({ code: 'too_large', status: 413 })
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('only addresses that are handed out to the public count as public', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '',
    'localhost',
  ])
    expect([address, isPublic(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect([address, isPublic(address)]).toEqual([address, true])
})
