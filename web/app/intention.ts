import { useRef } from 'react'
import type { CallOptions } from '#contract/client.ts'

type Held = Map<string, string>

/**
 * One key for one intention: a second press, or a try after an answer that never came, is the same act (calls.md, decisions). An answer,
 * also a no, ends the intention; whoever wants something else, has another.
 */
export function useIntention() {
  const held = useRef<Held>(new Map())
  return <T>(wanted: unknown, act: (once: CallOptions) => Promise<T>): Promise<T> => intend(held.current, wanted, act)
}

export async function intend<T>(held: Held, wanted: unknown, act: (once: CallOptions) => Promise<T>): Promise<T> {
  const name = JSON.stringify(wanted)
  const idempotencyKey = held.get(name) ?? crypto.randomUUID()
  held.set(name, idempotencyKey)
  try {
    const answer = await act({ idempotencyKey })
    held.delete(name)
    return answer
  } catch (error) {
    // What fetch throws where nothing came back.
    if (!(error instanceof TypeError)) held.delete(name)
    throw error
  }
}
