import { Secret, TOTP } from 'otpauth'
import type { House, Person } from '#journeys/house.ts'

/** What their app shows now, or so many seconds from now. */
export const codeOf = (house: Pick<House, 'clock'>, secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.clock.now().getTime() + seconds * 1000 })

/** Turns a second factor on: answers its secret and the recovery codes. */
export async function enrol(house: Pick<House, 'clock'>, { api, password }: Pick<Person, 'api' | 'password'>) {
  const { secret } = await api.accounts.beginTwoFactor({ currentPassword: password })
  return { secret, ...(await api.accounts.confirmTwoFactor({ code: codeOf(house, secret) })) }
}
