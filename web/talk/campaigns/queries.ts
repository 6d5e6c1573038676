import type { ReplyTo, SentTo } from '#contract/client.ts'
import type { Campaign, Segment } from '#contract/talk/campaigns.ts'
import type { FanList } from '#contract/talk/fans.ts'
import { query, type Query } from '#web/app/query.ts'

export const campaigns = (asked: SentTo<'campaigns.list'>): Query<ReplyTo<'campaigns.list'>> => query('campaigns.list', asked)
export const campaign = (id: string): Query<Campaign> => query('campaigns.one', { id })
export const reach = (segment: Segment): Query<{ count: number }> => query('campaigns.count', { segment })
export const fanLists: Query<FanList[]> = query('fans.lists')

/** What a mass message changes. */
export const aboutCampaigns = ['campaigns.list', 'campaigns.one'] as const
