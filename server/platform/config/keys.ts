// What is derived from the site's secret. The secret itself, and that it is the right one, is platform/keys' to see to.
import { createHmac } from 'node:crypto'

let secret: Buffer | undefined

export function useSecret(key: Buffer): void {
  // With an empty key everybody could sign.
  if (key.length < 32) throw new Error('the secret key is too short')
  secret = key
}

/** A key for one purpose, derived from the site's secret, so that a signature made for one thing never passes for another. */
export function secretFor(purpose: string): Buffer {
  if (!secret) throw new Error('the secret key was not set at start')
  return derived(secret, purpose)
}

/** The same of another secret than the site's: of the one before, or the one to come. */
export function derived(from: Buffer, purpose: string): Buffer {
  return createHmac('sha256', from).update(purpose).digest()
}
