// An avatar from somewhere else (calls.md section 11, avatar-path). The server fetches it itself, so what it may reach is narrow:
// HTTPS, a host on the operator's list, a public address, no redirect, a bounded size and time.
import { lookup } from 'node:dns/promises'
import { get, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { Refusal, refuseField } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'

const mostBytes = 20 * 1024 * 1024
const mostMs = 15_000

/** How the outside is reached; tests put a house of their own there. */
export interface Reach {
  addressesOf(host: string): Promise<string[]>
  mayConnect(address: string): boolean
  options?: RequestOptions
}

export const outside: Reach = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayConnect: isPublic,
}

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
  const pinned: LookupFunction = (_host, { all }, then) => {
    const family = isIP(address)
    if (all) then(null, [{ address, family }])
    else then(null, address, family)
  }
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false, headers: { accept: 'image/*' }, ...options, lookup: pinned }, resolve).on('error', reject)
  })
}

const closed = new BlockList()
const ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
for (const [range, bits] of ranges) closed.addSubnet(range, bits, 'ipv4')

/** Private, local, shared, documentation and multicast addresses are not for fetching from; of IPv6 only what is handed out globally is. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return !closed.check(plain, 'ipv4')
  return isIP(plain) === 6 && isGlobal(plain)
}

const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
const special = new BlockList()
// Documentation, 6to4 and Teredo: the last two carry an IPv4 address that nobody judged.
for (const [range, bits] of [
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2001::', 32],
] as const)
  special.addSubnet(range, bits, 'ipv6')

function isGlobal(address: string): boolean {
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
