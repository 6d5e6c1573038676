// A second door for people behind a relay that is spoken to over TCP or TLS. Chromium's checks of such a way carry a tie-breaker of 0, which RFC 8445
// allows and the WebRTC library takes for none: it answers 400 (libjuice issue 355), and nobody whose network lets no UDP through would see anything.
// What comes by this door is passed on to the forwarder's one port over a socket of its own for each address, with a tie-breaker that is one; both know the
// session's password, so that the check can be signed anew. When the library has learnt it, this file goes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { crc32 } from 'node:zlib'

const cookie = 0x2112a442
const [request, success] = [0x0001, 0x0101]
const [username, integrity, mapped, fingerprint] = [0x0006, 0x0008, 0x0020, 0x8028]
const tieBreakers: readonly number[] = [0x8029, 0x802a]
const integrityBytes = 24
/** Checks come every few seconds for as long as a way is used. */
const idleMs = 60_000
const mostWays = 1000

type Attributes = Map<number, { at: number; length: number }>

/** Where each attribute of a STUN message has its value; nothing for what is none. */
function attributesOf(packet: Buffer): Attributes | undefined {
  if (packet.length < 20 || (packet[0] ?? 0) >> 6 !== 0 || packet.readUInt32BE(4) !== cookie) return undefined
  if (packet.readUInt16BE(2) !== packet.length - 20) return undefined
  const found: Attributes = new Map()
  for (let at = 20; at + 4 <= packet.length; ) {
    const length = packet.readUInt16BE(at + 2)
    if (at + 4 + length > packet.length) return undefined
    found.set(packet.readUInt16BE(at), { at: at + 4, length })
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return found
}

/** RFC 8489, 14.5: the HMAC is of all that stands before it, with a length that ends with it. */
function signatureOf(packet: Buffer, at: number, password: string): Buffer {
  const signed = Buffer.from(packet.subarray(0, at - 4))
  signed.writeUInt16BE(at - 4 - 20 + integrityBytes, 2)
  return createHmac('sha1', password).update(signed).digest()
}

function signAnew(packet: Buffer, attributes: Attributes, password: string): void {
  const sealed = attributes.get(integrity)
  if (sealed) signatureOf(packet, sealed.at, password).copy(packet, sealed.at)
  const checked = attributes.get(fingerprint)
  if (checked) packet.writeUInt32BE((crc32(packet.subarray(0, checked.at - 4)) ^ 0x5354554e) >>> 0, checked.at)
}

/** Which of our sessions a check names, and whether it is signed with its password. */
export function checkOf(
  packet: Buffer,
  passwordOf: (ufrag: string) => string | undefined,
): { password: string; attributes: Attributes } | undefined {
  const attributes = attributesOf(packet)
  if (!attributes || packet.readUInt16BE(0) !== request) return undefined
  const [name, sealed] = [attributes.get(username), attributes.get(integrity)]
  if (!name || sealed?.length !== 20) return undefined
  const password = passwordOf(packet.toString('latin1', name.at, name.at + name.length).split(':')[0] ?? '')
  if (password === undefined) return undefined
  const isSigned = timingSafeEqual(signatureOf(packet, sealed.at, password), packet.subarray(sealed.at, sealed.at + 20))
  return isSigned ? { password, attributes } : undefined
}

/** Puts 1 in the place of a tie-breaker of 0. */
export function breakTie(packet: Buffer, { password, attributes }: { password: string; attributes: Attributes }): void {
  for (const type of tieBreakers) {
    const found = attributes.get(type)
    if (found?.length !== 8 || packet.readBigUInt64BE(found.at) !== 0n) continue
    packet.writeBigUInt64BE(1n, found.at)
    signAnew(packet, attributes, password)
  }
}

/** The library answers who it thinks it hears, which is our socket: the address of who asked is put in its place. */
export function tellAddress(packet: Buffer, { address, port }: { address: string; port: number }, password: string): void {
  const attributes = attributesOf(packet)
  const found = attributes?.get(mapped)
  if (!attributes || found?.length !== 8 || packet.readUInt16BE(0) !== success || isIPv6(address)) return
  packet.writeUInt16BE(port ^ (cookie >>> 16), found.at + 2)
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  packet.writeUInt32BE((value ^ cookie) >>> 0, found.at + 4)
  signAnew(packet, attributes, password)
}

interface Way {
  back: Socket
  usedAt: number
}

export interface Door {
  close(): void
}

/**
 * Only a check that is signed with a session's password opens a way; what else comes from elsewhere is dropped.
 * @throws where the port cannot be bound
 */
export async function openDoor(options: {
  bind: string
  /** Of this door. */
  port: number
  /** Of the forwarder. */
  to: number
  passwordOf: (ufrag: string) => string | undefined
}): Promise<Door> {
  const { bind, port, to, passwordOf } = options
  const type = isIPv6(bind) ? 'udp6' : 'udp4'
  const here = bind === '0.0.0.0' ? '127.0.0.1' : bind === '::' ? '::1' : bind
  const ways = new Map<string, Way>()
  const front = createSocket({ type, ipv6Only: type === 'udp6' })
  await new Promise<void>((bound, failed) => front.once('error', failed).bind(port, bind, bound))
  // Somebody who cannot be reached is somebody who left.
  front.on('error', () => {})

  const leave = (name: string, way: Way) => {
    ways.delete(name)
    way.back.close()
  }
  const begin = (name: string, person: { address: string; port: number }, password: string): Way => {
    const back = createSocket(type)
    const way: Way = { back, usedAt: performance.now() }
    back.on('message', (packet) => {
      tellAddress(packet, person, password)
      front.send(packet, person.port, person.address)
    })
    back.on('error', () => {})
    back.bind(0, here)
    ways.set(name, way)
    return way
  }
  front.on('message', (packet, person) => {
    const name = `${person.address} ${person.port}`
    const check = checkOf(packet, passwordOf)
    if (check) breakTie(packet, check)
    const way = ways.get(name) ?? (check && ways.size < mostWays ? begin(name, { ...person }, check.password) : undefined)
    if (!way) return
    way.usedAt = performance.now()
    way.back.send(packet, to, here)
  })
  const timer = setInterval(() => {
    for (const [name, way] of ways) if (performance.now() - way.usedAt > idleMs) leave(name, way)
  }, 10_000)
  return {
    close: () => {
      clearInterval(timer)
      for (const [name, way] of ways) leave(name, way)
      front.close()
    },
  }
}
