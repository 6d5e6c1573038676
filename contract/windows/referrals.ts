// Creators' links that bring newcomers, and what became of them (calls.md section 15: referral code and statistics). Nobody is paid for it.
import Type, { type Static } from 'typebox'
import { Body, Day, days, endpoints, Flag, Tokens } from '#contract/endpoint.ts'

/** Codes that a creator may have had in all. Old ones go on leading to them, so none is ever free again. */
export const mostReferralCodes = 20
const referralCodeLetters = { min: 4, max: 24 } as const
/** Small letters, digits and hyphens between them: what survives being read out, and stands in an address as it is. */
const referralCodePattern = '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$'

const counted = {
  visits: Type.Integer({ minimum: 0, description: 'times that a visitor came by the link' }),
  registrations: Type.Integer({ minimum: 0, description: 'accounts that were made by whoever came by it last' }),
  buyers: Type.Integer({ minimum: 0, description: 'of all who ever registered so: those who bought from this creator for the first time' }),
  tokens: Type.Number({ minimum: 0, description: 'what they spent on this creator and did not get back, but for tips without a name' }),
}

const ReferralLink = Type.Object({
  code: Type.String(),
  path: Type.String({ description: 'of this site: the front door with the code' }),
  profilePath: Type.String({ description: 'the same on the creator’s own page' }),
  older: Type.Array(Type.String(), { description: 'codes of before, newest first: they go on leading here' }),
  left: Type.Integer({ minimum: 0, description: 'how many more codes may be had' }),
})
export type ReferralLink = Static<typeof ReferralLink>

const ReferralStats = Type.Object({
  ...counted,
  series: Type.Array(Type.Object({ date: Day, ...counted, tokens: Tokens }), { description: 'by day, days without anything included' }),
})
export type ReferralStats = Static<typeof ReferralStats>

export const referrals = endpoints({
  /**
   * A visitor came by a link. It is remembered for 30 days in the cookie `ref`, the last one only, where nobody has to be asked first or they said yes to being
   * counted; else by the page alone, which sends the code when they register. A code that nobody has, a member’s visit and programs that say so count nothing,
   * and nobody is told. Kept of a visit is that there was one in that hour: no address, no person.
   */
  arrive: {
    method: 'POST',
    path: '/referrals/arrivals',
    for: 'anyone',
    summary: 'Come by a creator’s link',
    body: Body({
      code: Type.String({ maxLength: 100, description: 'as the address had it' }),
      again: Type.Optional(Type.Boolean({ description: 'the same page was loaded anew: remembered, and not counted a second time' })),
    }),
    reply: Type.Object({ remembered: Type.Boolean({ description: 'in the cookie; false: the page has to' }) }),
  },
  /** Takes the cookie away. Idempotent. */
  forget: {
    method: 'DELETE',
    path: '/referrals/arrivals',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Forget by whose link I came',
    reply: Type.Object({ forgotten: Flag }),
  },
  /** The code is drawn when it is asked for the first time. */
  link: {
    method: 'GET',
    path: '/performer/referrals/link',
    for: 'creator',
    inClosedCountry: true,
    summary: 'My link',
    reply: ReferralLink,
  },
  /** Another code: this one, or without it one that is drawn. One of mine from before may be taken up again. Old ones go on leading here. */
  changeLink: {
    method: 'PUT',
    path: '/performer/referrals/link',
    for: 'creator',
    inClosedCountry: true,
    summary: 'Change the code of my link',
    body: Body({
      code: Type.Optional(
        Type.String({ minLength: referralCodeLetters.min, maxLength: referralCodeLetters.max, pattern: referralCodePattern }),
      ),
    }),
    reply: ReferralLink,
    refuses: ['referral_code_taken', 'referral_code_reserved', 'too_many_referral_codes', 'prohibited_term'],
  },
  /** Sums only, never who. Without dates the last 30 days, and at most 400; the series is in the days of `timeZone`, too. */
  stats: {
    method: 'GET',
    path: '/performer/referrals/stats',
    for: 'creator',
    inClosedCountry: true,
    summary: 'Who came by my link, in figures',
    query: Type.Object({ ...days }),
    reply: ReferralStats,
    refuses: ['invalid'],
  },
})
