// The addresses for webhooks of performers' own accounts. CCBill signs nothing: there the address carries a secret.
import { createHash, createHmac } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'

/**
 * The path of this site for one account's webhooks. Its secret is of this performer and this sub-account: whoever has it can say something of
 * their own sales, and of nobody else's.
 */
export function pathOf(performerId: string, subAccount: string): string {
  return `/api/payment/ccbill/callhook?${new URLSearchParams({ seller: performerId, account: subAccount, secret: secretOf(performerId, subAccount) })}`
}

export function secretOf(performerId: string, subAccount: string): string {
  return secretBy(secretFor(hookPurpose), performerId, subAccount)
}

export const hookPurpose = 'ccbill-hooks'

export function secretBy(key: Buffer, performerId: string, subAccount: string): string {
  return createHmac('sha256', key).update(`${performerId}:${subAccount}`).digest('base64url')
}

/** By this an address that was given once is known for good, whatever key made its secret. */
export function digestOf(performerId: string, subAccount: string, secret: string): Buffer {
  return createHash('sha256').update(`${performerId}:${subAccount}:${secret}`).digest()
}
