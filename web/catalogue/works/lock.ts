// What stands between someone and a work, and what they see of it meanwhile.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import type { Unlockable } from '#web/catalogue/works/unlock/purchase.ts'

/**
 * `sign-in` and `birth-date` are what free posts ask for; an adult's birth date comes before everything that costs, because
 * nobody shall pay for what stays blurred. Creators' accounts buy nothing (calls.md, house rules).
 */
export type Lock = 'open' | 'sign-in' | 'birth-date' | 'follow' | 'subscribe' | 'unlock' | 'not-for-creators'

export function lockOf(work: Pick<Feed, 'canView' | 'isSale'>, me: Pick<CurrentUser, 'ageVerified' | 'isPerformer'> | null): Lock {
  if (work.canView) return 'open'
  if (me && !me.ageVerified) return 'birth-date'
  if (work.isSale === 'free') return 'sign-in'
  if (work.isSale === 'followers') return 'follow'
  if (me?.isPerformer) return 'not-for-creators'
  return work.isSale === 'subscription' ? 'subscribe' : 'unlock'
}

/** What is said under a work tells of it: whoever may not see it is not told, and before the gate nobody is. The server keeps the same rule (`opensTalk`). */
export function isTalkClosed({ canView }: Pick<Feed, 'canView'>, me: Pick<CurrentUser, 'ageVerified' | 'roles'> | null): boolean {
  return !canView || !(me?.ageVerified || me?.roles.includes('staff'))
}

/** The server's blur. Where the creator chose a public preview, that one. */
export function previewOf({ thumbnail, files, cover }: Pick<Unlockable, 'thumbnail' | 'files' | 'cover'>): string | undefined {
  return thumbnail?.url ?? files.find((file) => file.blurUrl)?.blurUrl ?? cover?.url
}
