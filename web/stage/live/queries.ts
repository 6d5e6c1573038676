import type { Stream } from '#contract/stage/live.ts'
import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/app/Pages.tsx'
import type { Unlockable, Way } from '#web/catalogue/works/unlock/purchase.ts'

export type Joined = ReplyTo<'live.join'>

export interface StreamFilter {
  status?: 'live' | 'scheduled'
  followedOnly?: true
  isFree?: true
  performerId?: string
  q?: string
}

export const streams = (filter: StreamFilter, { offset }: After, limit = 24): Query<Paged<Stream>> =>
  query('live.search', { ...filter, limit, offset })

/** @param id of the stream, or of its performer */
export const joined = (id: string): Query<Joined> => query('live.join', { id })

/** As a profile shows it: whether the reader follows. */
export const performerOf = (username: string) => query('directory.performer', { id: username })

export const own = (input: { status?: 'scheduled' | 'live' | 'ended'; limit?: number; offset?: number }): Query<Paged<Stream>> =>
  query('live.own', input)

export const profile = query('live.profile')

export const aboutStreams = ['live.own', 'live.join', 'live.search'] as const

/** A stream as the way into a work takes it. */
export type Show = Stream & Unlockable

const audienceOf = {
  public: 'free',
  followers: 'followers',
  subscribers: 'subscription',
  ticket: 'ppv',
  group: 'ppv',
  private: 'ppv',
} as const

export const showOf = (stream: Stream): Show => ({
  ...stream,
  canView: stream.canWatch,
  isSale: audienceOf[stream.type],
  files: [],
})

/** How a ticket is bought, and the stream asked for again. */
export const wayOf = (id: string): Way<Show> => ({
  path: `/live/${id}`,
  // What the page shows is more than the stream: it asks again by itself once the ticket is there.
  key: ['a ticket to', id],
  charge: async (api, input, options) => {
    const { item, ...paid } = await api.live.charge(input, options)
    return { ...paid, ...(item && { item: showOf(item) }) }
  },
  again: async (api) => showOf((await api.live.join({ id })).stream),
})

/** How a show of one's own goes. */
export const summary = (id: string): Query<ReplyTo<'live.summary'>> => query('live.summary', { id })

export const menu = query('live.menu')

export const watchers = (id: string): Query<ReplyTo<'live.watchers'>> => query('live.watchers', { id, limit: 100 })

export const moderators = query('live.moderators')

export const bans = query('live.bans', { limit: 100 })

export const aboutRequests = ['live.privateRequests'] as const

/** What a performer takes by the minute. */
export const pricesOf = (performerId: string): Query<ReplyTo<'live.prices'>> => query('live.prices', { id: performerId })

/** Private shows that wait for an answer: a fan's own, or those that a performer was asked for. */
export const waiting = query('live.privateRequests', { state: 'asked', limit: 100 })

/** What each minute of a show cost, of one payer or of all. */
export const receiptsOf = (id: string, { offset }: After = { offset: 0 }): Query<ReplyTo<'live.receipts'>> =>
  query('live.receipts', { id, limit: 20, offset })

/** Shows of others that a performer is invited to. */
export const guestInvitations = query('live.guestInvitations')
