import { useState } from 'react'
import type { TipGoal } from '#contract/stage/tipping.ts'
import { usePush } from '#web/app/pushes.ts'

/** What a stream hopes to reach, as the page last asked for it or as its room has said since. */
export function useGoal(streamId: string, asked: TipGoal | undefined): TipGoal | undefined {
  const [heard, setHeard] = useState<{ goal: TipGoal | null; after: TipGoal | undefined }>()
  usePush('stream/goal', (told) => void (told.streamId === streamId && setHeard({ goal: told.goal, after: asked })))
  // Asked for again since, the answer is the newer of the two.
  return heard && heard.after === asked ? (heard.goal ?? undefined) : asked
}
