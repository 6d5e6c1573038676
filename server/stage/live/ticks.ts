// A minute that was charged, as the site signs it: whoever has a receipt can make the text anew and hold it against digest and signature.
// The key follows from the site's secret, so nobody else signs, and a copy of the database alone signs nothing.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { tickText } from '#contract/stage/tick-text.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Tick } from '#server/stage/live/metering-queries.ts'

/** An Ed25519 seed, as PKCS #8 wraps it (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Before the 32 bytes of a public key stand so many of its wrapping. */
const spkiBytes = 12

const keyOf = () => createPrivateKey({ key: Buffer.concat([pkcs8, secretFor('live ticks')]), format: 'der', type: 'pkcs8' })

/** @param before digest of the minute before */
export function signTick(
  meterId: string,
  tick: Pick<Tick, 'number' | 'amount' | 'servedMs' | 'at' | 'transferId'>,
  before: Buffer | undefined,
): Pick<Tick, 'digest' | 'signature' | 'publicKey'> {
  const text = tickText(meterId, { ...tick, amount: fromHundredths(tick.amount), at: tick.at.toISOString() }, before?.toString('hex') ?? '')
  const digest = createHash('sha256').update(text).digest()
  const key = keyOf()
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spkiBytes)
  return { digest, signature: sign(null, digest, key), publicKey }
}
