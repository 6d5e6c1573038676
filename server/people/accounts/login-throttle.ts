// Wrong passwords, counted before the password is looked at, so that many at once cannot all slip through. Five from one place lock that
// place out of that account (calls.md section 2), so a stranger locks out nobody but themselves. Fifty from many places lock out all
// but the devices that have signed in to it before, and its owner gets a letter.
// Counted by what was typed, which is told, and by account, whichever of its names was typed, which is not: else five tries at a name and one
// at an address would tell whether both are one person's.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { network } from '#server/platform/http/rate.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { languages } from '#server/platform/words/words.ts'
import { askForLink } from '#server/people/accounts/links.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { hashOf, newSecret, type From } from '#server/people/accounts/sessions.ts'

const mostFrom = { onePlace: 5, everywhere: 50 }
const lockMs = 15 * 60_000

/** Where somebody tries from. */
export interface Place extends Pick<From, 'ip'> {
  /** What the device's cookie holds. */
  device?: string | undefined
}

export interface Counted {
  /** Too many at this account already, under whatever name: no password is right. */
  isLocked: boolean
  /** For forgetTries, once the password was right. */
  keys: string[]
}

/** Counts a try at what was typed, and at the account, if it is one. Refuses `account_locked` {minutes}. */
export async function countTries(db: Database, typed: string, account: queries.Account | undefined, place: Place): Promise<Counted> {
  const isKnown = place.device !== undefined && (await queries.isKnownDevice(db, account?.id, hashOf(place.device)))
  const from = isKnown ? `device ${hashOf(place.device!).toString('hex')}` : `address ${network(place.ip ?? '')}`
  const [name, owner] = [`name ${typed}`, `account ${account?.id ?? typed}`]
  const scopes = isKnown ? [from] : [from, 'everywhere']
  // A place that is locked counts no further. What is typed and the account are counted each by itself: were a name counted only as far
  // as its account, its count would tell whose it is.
  const countAt = async (tx: Tx, whose: string): Promise<string | undefined> => {
    for (const scope of scopes) {
      const most = scope === 'everywhere' ? mostFrom.everywhere : mostFrom.onePlace
      const counted = await queries.countTry(tx, `${whose} ${scope}`, limits(tx, most))
      if (!counted) return `${whose} ${scope}`
      if (whose === owner && scope === 'everywhere' && counted.failures === most)
        await askForLink(tx, account?.email ?? typed, 'reset_password', languages[0], 'guessed')
    }
    return undefined
  }
  const [nameLock, ownerLock] = await db.transaction(async (tx) => [await countAt(tx, name), await countAt(tx, owner)] as const)
  if (nameLock) await refuseLocked(db, nameLock)
  return { isLocked: ownerLock !== undefined, keys: [name, owner].flatMap((whose) => scopes.map((scope) => `${whose} ${scope}`)) }
}

/** Counts a try of somebody who is signed in, or who holds what only its owner was given. Refuses `account_locked` {minutes}. */
export async function countOwnTry(db: Database, key: string): Promise<void> {
  if (!(await db.transaction((tx) => queries.countTry(tx, key, limits(tx, mostFrom.onePlace))))) await refuseLocked(db, key)
}

const limits = ({ now }: Tx, failures: number): queries.Limits => ({
  failures,
  forgetBefore: new Date(now.getTime() - lockMs),
  lockUntil: new Date(now.getTime() + lockMs),
})

async function refuseLocked(db: Database, key: string): Promise<never> {
  const lock = await queries.lockOf(db, key)
  return refuse('account_locked', { minutes: lock ? Math.max(1, Math.ceil((lock.lockedUntil.getTime() - db.now.getTime()) / 60_000)) : 1 })
}

/** Nobody's tries elsewhere lock this device out of this account from now on. Answers what its cookie is to hold. */
export async function knowDevice(tx: Tx, accountId: string, device: string | undefined): Promise<string> {
  const token = device ?? newSecret().token
  await queries.knowDevice(tx, accountId, hashOf(token))
  return token
}
