// Signing in may ask for a second step: what a no to the first one says of it, and the step, which few come to.
import type { Refused } from '#contract/client.ts'
import { lazy } from '#web/ui/network.ts'

export const SecondStep = lazy(async () => ({ default: (await import('#web/people/accounts/SecondStep.tsx')).SecondStep }))

export function ticketIn(no: Refused | undefined): string | undefined {
  const ticket = no?.code === 'two_factor_required' ? no.details['ticket'] : undefined
  return typeof ticket === 'string' ? ticket : undefined
}
