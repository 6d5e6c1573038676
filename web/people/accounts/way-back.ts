// Signing in may lead back to an account that is closing: what a no to either step says of it.
import type { Refused } from '#contract/client.ts'

/** Where an account that its owner closes can be taken back. */
export function wayBackIn(no: Refused | undefined): string | undefined {
  const token = no?.code === 'account_closing' ? no.details['token'] : undefined
  return typeof token === 'string' ? `/auth/take-back?token=${encodeURIComponent(token)}` : undefined
}
