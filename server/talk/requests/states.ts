// How a request goes on, without any database: what each side may do with it now, and until when.
import { daysToAccept, daysToQuote, openStates, type RequestAct, type RequestState } from '#contract/talk/request-names.ts'

export interface Standing {
  state: RequestState
  createdAt: Date
  quotedAt: Date | null
  dueAt: Date | null
  deliveryId: string | null
}

const dayMs = 86_400_000
const after = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

export const isOpen = (state: RequestState): boolean => openStates.some((open) => open === state)

/** Until when it waits for a quote, or the quote to be accepted. */
export function answerBy({ state, createdAt, quotedAt }: Pick<Standing, 'state' | 'createdAt' | 'quotedAt'>): Date | undefined {
  if (state === 'asked') return after(createdAt, daysToQuote)
  return state === 'quoted' && quotedAt ? after(quotedAt, daysToAccept) : undefined
}

/** How it stands at an instant: what ran out is over, whether or not that was written down yet. */
export function stateAt(request: Standing, now: Date): RequestState {
  const answer = answerBy(request)
  if (answer && answer <= now) return 'expired'
  const isLate = request.state === 'accepted' && request.deliveryId === null && request.dueAt !== null && request.dueAt <= now
  return isLate ? 'overdue' : request.state
}

const acts: Readonly<Record<'performer' | 'fan', Partial<Record<RequestState, readonly RequestAct[]>>>> = {
  performer: { asked: ['quote', 'decline'], quoted: ['quote', 'decline'], accepted: ['deliver', 'decline'] },
  fan: { asked: ['withdraw'], quoted: ['accept', 'withdraw'], delivered: ['object'] },
}

/** What this side may do with it now. What is sent and waits is neither sent again nor declined. */
export function actsOf(side: 'performer' | 'fan', request: Standing, now: Date): readonly RequestAct[] {
  if (request.state === 'accepted' && request.deliveryId !== null) return []
  return acts[side][stateAt(request, now)] ?? []
}

export const dueFrom = (accepted: Date, days: number): Date => after(accepted, days)
