// Signing in may ask for a second step, or lead back to an account that is closing: what a no says of it, and the second step, which few come to.
import type { Refused } from '#contract/client.ts'
import { lazy } from '#web/ui/network.ts'

export const SecondStep = lazy(async () => ({ default: (await import('#web/people/accounts/SecondStep.tsx')).SecondStep }))

export function ticketIn(no: Refused | undefined): string | undefined {
  const ticket = no?.code === 'two_factor_required' ? no.details['ticket'] : undefined
  return typeof ticket === 'string' ? ticket : undefined
}

/** Where an account that its owner closes can be taken back. */
export function wayBackIn(no: Refused | undefined): string | undefined {
  const token = no?.code === 'account_closing' ? no.details['token'] : undefined
  return typeof token === 'string' ? `/auth/take-back?token=${encodeURIComponent(token)}` : undefined
}
