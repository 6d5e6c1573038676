import Type, { type Static } from 'typebox'
import { Instant } from '#contract/endpoint.ts'

export const SignedIn = Type.Object({
  token: Type.String({ description: 'also set as the HttpOnly cookie `token`' }),
  expiresAt: Instant,
})
export type SignedIn = Static<typeof SignedIn>
