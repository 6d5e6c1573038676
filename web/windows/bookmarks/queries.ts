import { workKinds } from '#contract/catalogue/kind-names.ts'
import type { ReplyTo } from '#contract/client.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import type { BoughtKind } from '#contract/windows/bookmarks.ts'
import { query, type Query } from '#web/app/query.ts'
import { type AnyItem, kept as keptWorks } from '#web/catalogue/kinds/kinds.tsx'
import type { After, Paged } from '#web/app/Pages.tsx'

export const keptKinds = [...workKinds, 'performer'] as const
export type KeptKind = (typeof keptKinds)[number]
/** What may be unlocked: works of every kind, and what is sold in conversations. */
export const boughtKinds: readonly BoughtKind[] = [...workKinds, 'message']
export type Bought = ReplyTo<'bookmarks.bought'>['data'][number]
export type BoughtMonth = ReplyTo<'bookmarks.boughtMonths'>[number]

export function keptPerformers({ offset }: After): Query<Paged<PerformerListing>> {
  return query('bookmarks.performers', { limit: 24, offset })
}

/** What I kept of a kind, newest first. */
export function kept(kind: KeptKind, after: After): Query<Paged<AnyItem | PerformerListing>> {
  return kind === 'performer' ? keptPerformers(after) : keptWorks(kind, after)
}

/** What I unlocked, newest first: of one kind, or of all. */
export function bought(kind: BoughtKind | undefined, { offset }: After): Query<Paged<Bought>> {
  return query('bookmarks.bought', { limit: 24, offset, ...(kind && { kind }) })
}

/** How many each month brought, and what they cost. */
export function boughtMonths(kind: BoughtKind | undefined, timeZone: string) {
  return query('bookmarks.boughtMonths', { timeZone, ...(kind && { kind }) })
}
