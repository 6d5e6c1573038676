import { stateOf, type Stands } from '#web/catalogue/works/studio/WorkState.tsx'

/**
 * What became of a work that was just written: the key of the sentence that says so honestly.
 * @param isProcessing files of it are still worked on: a draft then goes out by itself when that is done
 */
export function outcomeOf(work: Stands, now: number, isProcessing = false): 'kept' | 'waits' | 'review' | 'scheduled' | 'shown' {
  if (work.status === 'inactive') return isProcessing ? 'waits' : 'kept'
  if (work.status === 'pending_review') return 'review'
  return stateOf(work, now) === 'scheduled' ? 'scheduled' : 'shown'
}
