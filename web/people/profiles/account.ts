// The form of a creator's own page: what it holds, and what of it is sent.
import type { OwnProfile } from '#contract/windows/me.ts'
import type { Api } from '#contract/client.ts'
import { priceOf } from '#web/catalogue/works/studio/terms.ts'

export const bodyFields = ['height', 'weight', 'age', 'bodyType', 'ethnicity', 'size', 'hair', 'eyes', 'sexualOrientation'] as const
export type BodyField = (typeof bodyFields)[number]
export const socialFields = ['website', 'instagram', 'x', 'youtube'] as const

export interface Account {
  name: string
  tagline: string
  bio: string
  languages: string[]
  tags: string[]
  bodyInfo: Record<BodyField, string>
  socials: Record<(typeof socialFields)[number], string>
  /** Amounts as typed. */
  monthlyPrice: string
  yearlyPrice: string
  isFreeSubscription: boolean
  messagePrice: string
  welcomeMessage: string
  showsInRankings: boolean
  commentAudience: OwnProfile['commentAudience']
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
    monthlyPrice: String(profile.monthlyPrice),
    yearlyPrice: profile.yearlyPrice === undefined ? '' : String(profile.yearlyPrice),
    isFreeSubscription: profile.isFreeSubscription,
    messagePrice: String(profile.messagePrice),
    welcomeMessage: profile.welcomeMessage,
    showsInRankings: profile.showsInRankings,
    commentAudience: profile.commentAudience,
    countryCodes: profile.blockedCountries,
  }
}

const filled = <Key extends string>(fields: Record<Key, string>) =>
  Object.fromEntries(Object.entries<string>(fields).filter(([, text]) => text !== '')) as Partial<Record<Key, string>>

/** What the call takes. An empty yearly price stays unsent: it can be changed, not taken back. */
export function bodyOf(account: Account): Parameters<Api['me']['updatePerformer']>[0] {
  const { countryCodes: _, monthlyPrice, yearlyPrice, messagePrice, bodyInfo, socials, ...rest } = account
  return {
    ...rest,
    bodyInfo: filled(bodyInfo),
    socials: filled(socials),
    monthlyPrice: priceOf(monthlyPrice),
    ...(yearlyPrice.trim() !== '' && { yearlyPrice: priceOf(yearlyPrice) }),
    messagePrice: priceOf(messagePrice),
  }
}

/** What twelve single months cost more than the year; undefined when one of them is no price. */
export function yearlySaving(account: Pick<Account, 'monthlyPrice' | 'yearlyPrice'>): number | undefined {
  const saving = Math.round((priceOf(account.monthlyPrice) * 12 - priceOf(account.yearlyPrice)) * 100) / 100
  return Number.isNaN(saving) ? undefined : saving
}
