// The key that pushes are signed with (RFC 8292), made of the site's secret: it is kept and lost with it, and is no file of its own. After another secret
// the browsers that listened to the old key subscribe anew by themselves, when their reader opens a page (web/public/sw.js).
import { createECDH, hash } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'

export function vapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  // One in four thousand million digests is no key of the curve: then its own digest is tried.
  for (let key = secretFor('web push'); ; key = hash('sha256', key, 'buffer')) {
    try {
      pair.setPrivateKey(key)
      return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
    } catch (error) {
      if (!(error instanceof Error) || !/private key/i.test(error.message)) throw error
    }
  }
}
