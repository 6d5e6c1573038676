// A proxy that nobody told us of: then every visitor has its address, one of them uses up the limits of all, and a closed country is open.
// Who runs the site hears of it at the first request that comes through, in the log and in the office.
import { clientIpFrom, isAmong } from '#server/platform/http/client-ip.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const forwarding = ['forwarded', 'via', 'x-client-ip', 'cf-connecting-ip', 'x-real-ip'] as const
/** This machine, and networks that no visitor from outside comes from: containers and the operator's own. */
const near = isAmong(['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'])
const loopback = isAmong(['127.0.0.0/8', '::1'])
const plain = clientIpFrom([])

let found: string | undefined
let isTrusted = isAmong([])

/** The address of a proxy that TRUSTED_PROXIES does not name, once a request came through it. */
export function unknownProxy(): string | undefined {
  return found
}

/** A request that somebody passed on, whatever they call it. */
export function isForwarded(headers: Headers): boolean {
  return forwarding.some((name) => headers[name] !== undefined) || Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
}

/** Somebody passed it on whom TRUSTED_PROXIES does not name: the address is theirs and not the client's. */
export function isPassedOn({ headers, socket }: { headers: Headers; socket: { remoteAddress?: string | undefined } }): boolean {
  return isForwarded(headers) && !isTrusted(plain({}, socket.remoteAddress ?? ''))
}

export function isNear(address: string): boolean {
  return near(address)
}

export function isLoopback(connection: string | undefined): boolean {
  return connection !== undefined && loopback(plain({}, connection))
}

/** Looks at each request until one came through a proxy that is not known, and says so once. */
export function proxyNotice(trusted: readonly string[], say: (sentence: string) => void) {
  const isKnown = isAmong(trusted)
  isTrusted = isKnown
  found = undefined
  return (headers: Headers, connection: string | undefined): void => {
    if (found !== undefined || connection === undefined || !isForwarded(headers)) return
    const proxy = plain({}, connection)
    if (!near(proxy) || isKnown(proxy)) return
    found = proxy
    say(
      `Requests come through a proxy at ${proxy} that TRUSTED_PROXIES does not name, so all visitors share its address and its limits. If it is yours, set TRUSTED_PROXIES=${proxy}.`,
    )
  }
}
