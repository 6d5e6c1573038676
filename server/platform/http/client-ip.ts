// The client's address. Only a trusted proxy is believed, and by default only in what it adds to X-Forwarded-For itself. The other headers
// of specification.md section 6 are a single value each: a visitor's own, wherever the proxy does not overwrite it. So they count only
// where the operator switched them on (CLIENT_ADDRESS_HEADERS), in the specification's order: x-client-ip, cf-connecting-ip, x-real-ip,
// then x-forwarded-for, then the connection.
import { BlockList, isIP, isIPv6 } from 'node:net'

/** In the order in which they count. */
export const singles = ['x-client-ip', 'cf-connecting-ip', 'x-real-ip'] as const
export type ClientAddressHeader = (typeof singles)[number]

type Headers = Readonly<Record<string, string | string[] | undefined>>
export type ClientIp = (headers: Headers, connection: string) => string

/**
 * @param trusted addresses or CIDR ranges of proxies
 * @param believed headers that these proxies overwrite
 */
export function clientIpFrom(trusted: readonly string[], believed: readonly ClientAddressHeader[] = []): ClientIp {
  const isProxy = isAmong(trusted)
  const headersInOrder = singles.filter((name) => believed.includes(name))
  return (headers, connection) => {
    const peer = addressIn(connection) ?? connection
    if (!isProxy(peer)) return peer
    for (const name of headersInOrder) {
      const value = headers[name]
      const address = typeof value === 'string' ? addressIn(value) : undefined
      if (address) return address
    }
    return lastStranger(peer, String(headers['x-forwarded-for'] ?? ''), isProxy)
  }
}

/** From the connection leftwards, as long as a proxy of ours wrote it down: what stands further left, the client could have written. */
function lastStranger(peer: string, forwarded: string, isProxy: (address: string) => boolean): string {
  let address = peer
  for (const hop of forwarded.split(',').toReversed()) {
    const next = addressIn(hop)
    if (!next) break
    address = next
    if (!isProxy(next)) break
  }
  return address
}

/** True of addresses that are one of these, or in one of these ranges. */
export function isAmong(entries: readonly string[]): (address: string) => boolean {
  const known = new BlockList()
  for (const entry of entries) {
    const [address, bits] = entry.split('/') as [string, string | undefined]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The address alone: some proxies write its port behind it, and an IPv4 address that came through an IPv6 socket has a prefix. */
function addressIn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : undefined
}
