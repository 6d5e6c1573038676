// A post's type as the specification calls it (calls.md section 3), and the medium that works know it by.
import type { Static } from 'typebox'
import type { FeedType as Schema } from '#contract/catalogue/feeds.ts'
import type { Medium } from '#server/catalogue/works/works.ts'

export type FeedType = Static<typeof Schema>

export function mediumOf(type: FeedType): Medium {
  return type === 'scheduled-streaming' ? 'stream' : type
}

export function typeOf(medium: Medium): FeedType {
  if (medium === 'goods') throw new Error('a post sells no goods')
  return medium === 'stream' ? 'scheduled-streaming' : medium
}
