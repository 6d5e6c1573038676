// By whose link a newcomer came. The links stand in a higher slice (windows/referrals): it writes down what making an account tells it here.
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import { current } from '#server/site/settings/settings.ts'

/** The cookie in which the last link is remembered. */
export const arrivalCookie = 'ref'

export interface Arrival {
  accountId: string
  /** As it was sent: anything. */
  code: string
}

type Note = (tx: Tx, arrival: Arrival) => Promise<void>

let note: Note = () => Promise.reject(new Error('nobody writes down who came by a link: see useArrivals'))

/** Wired once at start. */
export function useArrivals(answer: Note): void {
  note = answer
}

/** In the transaction that makes the account: there is no later. */
export async function noteArrival(tx: Tx, accountId: string, code: string | undefined): Promise<void> {
  if (code) await note(tx, { accountId, code })
}

type Cookies = Pick<Call['cookies'], 'get' | 'clear'>

/**
 * Whether this browser may remember by whose link it came. It does something for the creator and nothing for the visitor: where the site asks before it
 * counts, only whoever said yes to that.
 */
export async function mayRemember(db: Db, cookies: Pick<Cookies, 'get'>): Promise<boolean> {
  return (await current(db)).gaCode === '' || cookies.get('analytics') === 'yes'
}

/** The code that goes with a registration: what was sent, else what the browser remembers. */
export async function codeOf({ db, cookies }: { db: Db; cookies: Cookies }, sent: string | undefined): Promise<string | undefined> {
  const kept = cookies.get(arrivalCookie)
  if (sent) return sent
  return kept !== undefined && kept.length <= 100 && (await mayRemember(db, cookies)) ? kept : undefined
}

/** Whoever registered came, and does not come again. */
export function forgetArrival(cookies: Cookies): void {
  if (cookies.get(arrivalCookie) !== undefined) cookies.clear(arrivalCookie)
}
