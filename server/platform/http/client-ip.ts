// The client's address. Headers are believed only when the connection comes from a trusted proxy, in the
// order of specification.md section 6: x-client-ip, cf-connecting-ip, x-real-ip, x-forwarded-for, then the connection.
import { BlockList, isIP, isIPv6 } from 'node:net'

const singles = ['x-client-ip', 'cf-connecting-ip', 'x-real-ip'] as const

export type ClientIp = (headers: Readonly<Record<string, string | string[] | undefined>>, connection: string) => string

/** @param trusted addresses or CIDR ranges whose headers count */
export function clientIpFrom(trusted: readonly string[]): ClientIp {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address, bits] = entry.split('/') as [string, string | undefined]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return (headers, connection) => {
    const peer = plain(connection)
    if (!isProxy(peer)) return peer
    for (const name of singles) {
      const value = headers[name]
      if (typeof value === 'string' && isIP(plain(value.trim()))) return plain(value.trim())
    }
    // The rightmost address that is not one of our proxies: what stands left of it, the client could have written.
    const hops = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()))
      .filter((hop) => isIP(hop))
    return hops.findLast((hop) => !isProxy(hop)) ?? hops[0] ?? peer
  }
}

/** An IPv4 address that came through an IPv6 socket, without its prefix. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
