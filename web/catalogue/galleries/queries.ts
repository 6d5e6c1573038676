import type { Gallery, Photo } from '#contract/catalogue/galleries.ts'
import { query, type Query } from '#web/app/query.ts'
import type { ListFilter } from '#web/catalogue/works/browsing.ts'
import type { OwnInput } from '#web/catalogue/works/studio/kinds.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

export function listed(filter: ListFilter, { offset }: After, limit = 24): Query<Paged<Gallery>> {
  const input = { ...filter, limit, offset }
  return query('galleries.search', input)
}

/** @param id or slug */
export function one(id: string): Query<Gallery> {
  return query('galleries.one', { id })
}

/** Photos of one performer's galleries. */
export function photosOf(performerId: string, { offset }: After): Query<Paged<Photo>> {
  const input = { performerId, offset, limit: 48 }
  return query('galleries.photosOf', input)
}

export const own = (input: OwnInput) => query('galleries.own', input)

export function ownOne(id: string): Query<Gallery> {
  return query('galleries.ownOne', { id })
}
