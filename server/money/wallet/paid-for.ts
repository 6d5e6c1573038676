// What a line of a wallet was paid for. Works stand above money: they answer, and money asks through here.
import type { Call } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'

interface PaidFor {
  kind: string
  /** As whoever asks may see it now: a blur where they have no right any more. */
  picture?: { url: string; isBlurred: boolean }
}

/** By the work's id. What the asker may not know of (any more) is left out. */
export type FindPaidFor = (call: Call<Member>, workIds: readonly string[]) => Promise<ReadonlyMap<string, PaidFor>>

let find: FindPaidFor = () => Promise.reject(new Error('nobody answers for works: see usePaidFor'))

/** Wired once at start. */
export function usePaidFor(answer: FindPaidFor): void {
  find = answer
}

export const paidFor: FindPaidFor = async (call, workIds) => (workIds.length === 0 ? new Map() : find(call, workIds))
