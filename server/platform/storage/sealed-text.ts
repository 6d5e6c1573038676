// A few words kept so that the database alone cannot tell them: AES-256-GCM with a key that is not in it. What they belong to is
// authenticated with them, so that a sealed text moved to another row does not open. Layout: 12 random bytes, 16-byte tag, ciphertext.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** @param about what the text belongs to, such as `address:<id>`; it opens for the same only */
export function sealText(key: Buffer, about: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/**
 * Undefined when a byte of it, its key or what it belongs to is another. A site that lost its key goes on: whoever opens says what then
 * has to be given again.
 */
export function unsealText(key: Buffer, about: string, sealed: Buffer): string | undefined {
  if (sealed.length < 28) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(12, 28))
  const body = decipher.update(sealed.subarray(28))
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
