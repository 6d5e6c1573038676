// An avatar from somewhere else (calls.md section 11, avatar-path). The server fetches it itself, so what it may reach is narrow:
// HTTPS, a host on the operator's list, a public address, no redirect, a bounded size and time.
import { get } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { outside, pinnedTo, type Reach } from '#server/platform/outside/outside.ts'
import { Refusal, refuseField } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'

const mostBytes = 20 * 1024 * 1024
const mostMs = 15_000

/** Fetches an image into storage's incoming place. Refuses `image_host_not_allowed`, `too_large` and `file_unreadable`. */
export async function fetchImage(address: string, hosts: readonly string[], reach: Reach = outside): Promise<ReceivedFile> {
  const url = URL.canParse(address) ? new URL(address) : refuseField('avatarPath', 'image_host_not_allowed')
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isPlain || !hosts.includes(url.hostname)) refuseField('avatarPath', 'image_host_not_allowed')
  const addresses = await reach.addressesOf(url.hostname).catch(() => [])
  const connectTo = addresses[0] ?? unreadable()
  if (!addresses.every((each) => reach.mayConnect(each))) refuseField('avatarPath', 'image_host_not_allowed')
  // One clock for the whole of it: a host that sends a byte a minute must not keep us.
  const signal = AbortSignal.timeout(mostMs)
  const answer = await open(url, connectTo, signal, reach).catch(unreadable)
  if (answer.statusCode !== 200 || !answer.headers['content-type']?.startsWith('image/')) {
    answer.destroy()
    unreadable()
  }
  return store.receive(answer, { field: 'avatarPath', name: 'avatar', maxBytes: mostBytes, sealed: false }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    return unreadable()
  })
}

function unreadable(): never {
  return refuseField('avatarPath', 'file_unreadable')
}

/** Connects to the very address that was judged: a second look-up could name another one. */
function open(url: URL, address: string, signal: AbortSignal, { options }: Reach): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false, headers: { accept: 'image/*' }, ...options, lookup: pinnedTo(address) }, resolve).on('error', reject)
  })
}
