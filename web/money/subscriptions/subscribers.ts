import type { Subscription } from '#contract/money/subscriptions.ts'
import type { UserCard } from '#contract/people/person.ts'
import { query } from '#web/app/query.ts'

export type Subscriber = Subscription & { user: UserCard }
export const subscriberStatuses = ['active', 'cancelled', 'past_due', 'expired'] as const

export interface SubscribersInput {
  limit: number
  offset: number
  status?: Subscription['status']
  q?: string
  /** Whose running time is of this tier. */
  tierId?: string
}

/** A performer's subscribers. */
export const subscribers = (input: SubscribersInput) => query('subscriptions.subscribers', input)
