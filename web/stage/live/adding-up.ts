// A receipt is added up again in the browser of whoever reads it: nobody has to believe the server's own sum.
import type { Receipt } from '#contract/stage/metering.ts'
import { tickText } from '#contract/stage/tick-text.ts'
import { exact } from '#web/app/amounts.ts'

/** `sumOnly`: this browser knows no Ed25519. */
export type Verdict = 'right' | 'sumOnly' | 'wrong'

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)

export async function addUp({ _id, ticks, minutes, total }: Receipt): Promise<Verdict> {
  const kept = ticks.filter(({ returnedAt }) => returnedAt === undefined)
  if (ticks.length !== minutes || exact(kept.reduce((sum, { amount }) => sum + amount, 0)) !== total) return 'wrong'
  let [before, isSigned] = ['', true]
  for (const [place, tick] of ticks.entries()) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tickText(_id, tick, before))))
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (tick.number !== place + 1 || hex !== tick.digest) return 'wrong'
    const key = await keyOf(tick.publicKey)
    if (!key) isSigned = false
    else if (!(await crypto.subtle.verify('Ed25519', key, bytesOf(tick.signature), digest))) return 'wrong'
    before = hex
  }
  return isSigned ? 'right' : 'sumOnly'
}

async function keyOf(publicKey: string): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}
