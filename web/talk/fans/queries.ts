import { query, type Query } from '#web/app/query.ts'
import type { FanList } from '#contract/talk/fans.ts'

export const fanLists: Query<FanList[]> = query('fans.lists')

export interface FanRow {
  _id: string
  name: string
  username: string
  avatar?: string
  isFollower?: boolean
  isSubscribed?: boolean
  spentTokens: number
}

interface Asked {
  limit: number
  offset: number
  q?: string
  list?: string
  /** name: the list's own order, which for one of one's own is who was put on it last. */
  sortBy: 'name' | 'spent'
  sort: 'asc' | 'desc'
}

/** Followers and subscribers, those of them who are one of the two, or those on a list of one's own. */
export function fans({ list, sortBy, sort, ...rest }: Asked): Query<{ data: FanRow[]; total: number }> {
  const asked = { ...rest, ...(sortBy === 'spent' && { sortBy, sort }) }
  if (list === undefined) return query('directory.fans', asked)
  return list === 'followers' || list === 'subscribers'
    ? query('directory.fans', { ...asked, list })
    : query('fans.members', { ...asked, id: list })
}

export const aboutFans = ['fans.lists', 'fans.members', 'directory.fans', 'directory.fan'] as const
