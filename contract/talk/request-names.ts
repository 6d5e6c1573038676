// How a custom request goes on. Apart from the rows, so that a page that draws one does not bring the library of schemas along.

export const requestStates = [
  'asked',
  'quoted',
  'accepted',
  'delivered',
  'declined',
  'withdrawn',
  'expired',
  'overdue',
  'refunded',
] as const
export type RequestState = (typeof requestStates)[number]

/** In which something may still come. */
export const openStates = ['asked', 'quoted', 'accepted'] as const satisfies readonly RequestState[]

/** `object`: say to the office that what arrived is not what was agreed. */
export const requestActs = ['quote', 'decline', 'withdraw', 'accept', 'deliver', 'object'] as const
export type RequestAct = (typeof requestActs)[number]

/** How the list is asked for: what is open, what was delivered, what ended without. */
export const requestLists = ['open', 'delivered', 'ended'] as const
export type RequestList = (typeof requestLists)[number]

export const mostRequestLetters = 2000
export const mostRequestNoteLetters = 500
export const mostRequestDays = 60
/** So many open ones of one fan with one performer. */
export const mostOpenRequests = 3
/** Of one fan to one creator, open or not: asking is free, so that it must not be a way to write for nothing. */
export const mostRequestsADay = 5
export const daysToQuote = 14
export const daysToAccept = 7
/** A delivery that was refused may come again for so long, whatever was due. */
export const hoursAfterRefusal = 24
