import type { Feed } from '#contract/catalogue/feeds.ts'
import { stateOf } from '#web/catalogue/works/studio/WorkState.tsx'

/** What became of a post that was just written: the key of the sentence that says so honestly. */
export function outcomeOf(post: Feed, now: number): 'kept' | 'review' | 'scheduled' | 'shown' {
  if (post.status === 'inactive') return 'kept'
  if (post.status === 'pending_review') return 'review'
  return stateOf(post, now) === 'scheduled' ? 'scheduled' : 'shown'
}
