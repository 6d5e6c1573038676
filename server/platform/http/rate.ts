// How often one caller may ask, per class of call. A caller is an account, or an address for visitors. RATE_LIMIT_FACTOR widens all of them.
import type { RateClass } from '#contract/endpoint.ts'

export const rates: Readonly<Record<RateClass, { max: number; perSeconds: number; by: 'caller' | 'address' }>> = {
  read: { max: 600, perSeconds: 60, by: 'caller' },
  write: { max: 120, perSeconds: 60, by: 'caller' },
  money: { max: 60, perSeconds: 60, by: 'caller' },
  upload: { max: 60, perSeconds: 60, by: 'caller' },
  // Passwords and registrations are guessed from addresses, so an account in hand does not widen them.
  'sign-in': { max: 20, perSeconds: 60, by: 'address' },
  // calls.md section 7: five letters an hour from one address.
  letter: { max: 5, perSeconds: 3600, by: 'address' },
}
