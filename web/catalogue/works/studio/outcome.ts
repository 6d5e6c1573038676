import { stateOf, type Stands } from '#web/catalogue/works/studio/WorkState.tsx'

type Outcome = 'kept' | 'review' | 'scheduled' | 'shown'

/**
 * What became of a work that was just written: the key of the sentence that says so honestly.
 * @param isProcessing files of it are still worked on: a draft then goes out by itself when that is done; a post is never sent with such
 */
export function outcomeOf(work: Stands, now: number): Outcome
export function outcomeOf(work: Stands, now: number, isProcessing: boolean): Outcome | 'waits'
export function outcomeOf(work: Stands, now: number, isProcessing = false): Outcome | 'waits' {
  if (work.status === 'inactive') return isProcessing ? 'waits' : 'kept'
  if (work.status === 'pending_review') return 'review'
  return stateOf(work, now) === 'scheduled' ? 'scheduled' : 'shown'
}
