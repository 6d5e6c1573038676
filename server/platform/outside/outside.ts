// Addresses that somebody else names and this server connects to: only public ones, and the very address that was judged.
import { CANCELLED, CONNREFUSED, Resolver, SERVFAIL, TIMEOUT } from 'node:dns/promises'
import type { RequestOptions } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** How the outside is reached; tests put a house of their own there. */
export interface Reach {
  addressesOf(host: string): Promise<string[]>
  mayConnect(address: string): boolean
  options?: RequestOptions
}

const longestMs = 3000

/**
 * Asked of the servers of names themselves, not of the operating system: its look-ups take the few threads that files are read with, and one that
 * nobody answers holds a thread for as long as the system likes. What only the machine's own list of hosts knows is no public address anyway.
 */
export const outside: Reach = {
  addressesOf: async (host) => {
    if (isIP(bare(host))) return [bare(host)]
    const names = new Resolver({ timeout: 1000, tries: 2 })
    const end = setTimeout(() => names.cancel(), longestMs)
    const asked = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
    clearTimeout(end)
    const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    if (found.length > 0) return found
    throw asked.some(isSilence) ? new SilentError(host) : new Error(`${host} has no address`)
  },
  mayConnect: isPublic,
}

/** Nobody said in time where it is, or what it answers. */
export class SilentError extends Error {}

const silences: readonly unknown[] = [TIMEOUT, CANCELLED, CONNREFUSED, SERVFAIL]
const isSilence = (each: PromiseSettledResult<unknown>) =>
  each.status === 'rejected' && silences.includes((each.reason as NodeJS.ErrnoException).code)

/** Of an address in version 6, as it stands in a URL. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** The address that a host stands for, where all of them may be connected to; else undefined. @throws SilentError when nobody says so in time */
export async function judgedAddress(host: string, reach: Reach): Promise<string | undefined> {
  const addresses = await reach.addressesOf(host).catch((error: unknown) => {
    if (error instanceof SilentError) throw error
    return []
  })
  return addresses.every((each) => reach.mayConnect(each)) ? addresses[0] : undefined
}

/** Connects to the very address that was judged: a second look-up could name another one. */
export function pinnedTo(address: string): LookupFunction {
  return (_host, { all }, then) => {
    const family = isIP(address)
    if (all) then(null, [{ address, family }])
    else then(null, address, family)
  }
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
