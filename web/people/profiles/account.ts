// The form of a creator's own page: what it holds, and what of it is sent.
import type { OwnProfile } from '#contract/windows/me.ts'
import type { SentTo } from '#contract/client.ts'
import { priceOf } from '#web/app/typed-amount.ts'

export const bodyFields = ['height', 'weight', 'age', 'bodyType', 'ethnicity', 'size', 'hair', 'eyes', 'sexualOrientation'] as const
type BodyField = (typeof bodyFields)[number]
export const socialFields = ['website', 'instagram', 'x', 'youtube'] as const

export interface Account {
  name: string
  tagline: string
  bio: string
  languages: string[]
  tags: string[]
  bodyInfo: Record<BodyField, string>
  socials: Record<(typeof socialFields)[number], string>
  /** In tokens, as typed. */
  messagePrice: string
  takesRequests: boolean
  /** In tokens, as typed. */
  requestMinimum: string
  showsInRankings: boolean
  commentAudience: OwnProfile['commentAudience']
  picturesName: OwnProfile['picturesName']
  countryCodes: string[]
}

export function accountFrom(profile: OwnProfile): Account {
  return {
    name: profile.name,
    tagline: profile.tagline,
    bio: profile.bio,
    languages: profile.languages,
    tags: profile.tags,
    bodyInfo: Object.fromEntries(bodyFields.map((field) => [field, profile.bodyInfo[field] ?? ''])) as Account['bodyInfo'],
    socials: Object.fromEntries(socialFields.map((field) => [field, profile.socials[field] ?? ''])) as Account['socials'],
    messagePrice: String(profile.messagePrice),
    takesRequests: profile.takesRequests,
    requestMinimum: String(profile.requestMinimum),
    showsInRankings: profile.showsInRankings,
    commentAudience: profile.commentAudience,
    picturesName: profile.picturesName,
    countryCodes: profile.blockedCountries,
  }
}

const filled = <Key extends string>(fields: Record<Key, string>) =>
  Object.fromEntries(Object.entries<string>(fields).filter(([, text]) => text !== '')) as Partial<Record<Key, string>>

/** What the call takes. */
export function bodyOf(account: Account): SentTo<'me.updatePerformer'> {
  const { countryCodes: _, messagePrice, requestMinimum, bodyInfo, socials, ...rest } = account
  return {
    ...rest,
    bodyInfo: filled(bodyInfo),
    socials: filled(socials),
    messagePrice: priceOf(messagePrice),
    requestMinimum: priceOf(requestMinimum),
  }
}
