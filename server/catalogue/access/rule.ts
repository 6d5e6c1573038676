// The view rule itself, without any database (calls.md, conventions).
import { isOrdered } from '#contract/catalogue/kind-names.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import { idOf, type Viewer } from '#server/platform/http/viewer.ts'

/** Who asks, and from which country where that is known: creators hide from countries. */
export interface Reader {
  viewer: Viewer
  country?: string | undefined
}

export interface Access {
  /** They may know of it: see its card, text and price. Otherwise it is not found. */
  isThere: boolean
  /** Its media opens for them. */
  canView: boolean
  isBought: boolean
  isSubscribed: boolean
  isFollowed: boolean
}

/** Who asks by this call. */
export function readerOf<V extends Viewer>(call: Call<V>): { viewer: V; country: string | undefined } {
  return { viewer: call.viewer, country: call.country() }
}

/** What it depends on besides the work and who asks. */
export interface Facts {
  isHidden: boolean
  isFollowed: boolean
  isSubscribed: boolean
  isBought: boolean
  /** It was sent to them in a message that stands. */
  isReceived: boolean
  /** They pay for it by the minute now. */
  isAdmitted: boolean
  /** A private show that is none of theirs. */
  isSecret: boolean
}

/** The rule itself, without any database. */
export function judge(work: Work, viewer: Viewer, { isHidden, isReceived, isAdmitted, isSecret, ...facts }: Facts, now: Date): Access {
  const yes = { ...facts, isThere: true, canView: true }
  const no = { ...facts, isThere: false, canView: false }
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  if (isStaff || idOf(viewer) === work.creatorId) return yes
  if (work.state === 'removed' || work.state === 'rejected') return no
  // What was bought stays readable after a block; a stage is left by whoever is shown the door, and their ticket comes back (stage/live).
  const isBought = facts.isBought && !(work.kind === 'stream' && isHidden)
  // Whose age must be checked first sees that they have it, and nothing of it.
  if (isBought) return { ...yes, canView: !viewer.mustAssure }
  if (isHidden || isSecret || !works.isShown(work, now)) return no
  // What is sent in a message is for those alone whom it reached.
  if (work.kind === 'message' && !isReceived) return no
  // Before the age gate: without an adult's birth date nobody's media opens, whatever they follow or pay for (COMPLIANCE.md 13),
  // but for the front of the house.
  return {
    ...facts,
    isThere: true,
    canView: (isThroughGate(viewer) || isOpenToAll(work)) && (opens(work, facts) || (work.audience === 'metered' && isAdmitted)),
  }
}

/** The front of the house, open before any gate: free, offered by its creator, and found fit for everyone by staff (calls.md, decisions: Free). */
export const isOpenToAll = ({ audience, isForFront, fitForAllAt }: Work): boolean =>
  audience === 'free' && isForFront && fitForAllAt !== null

/** Adults who signed in, and staff: for them texts and media of what is free are there. */
export function isThroughGate(viewer: Viewer): boolean {
  return viewer.kind === 'member' && (viewer.isAdult || viewer.role === 'staff')
}

function opens(work: Work, { isFollowed, isSubscribed }: Pick<Facts, 'isFollowed' | 'isSubscribed'>): boolean {
  if (work.audience === 'free') return true
  // Goods that are sent hold nothing back: who may know of them has seen all there is.
  if (isOrdered(work.kind) && work.media.length === 0) return true
  if (work.audience === 'followers') return isFollowed
  return work.audience === 'subscription' && isSubscribed
}

/** Whether its words are there to read beside its title or tagline, where no audience holds them back: before the gate only those of what is open there. */
export const opensWords = (viewer: Viewer, { canView }: Pick<Access, 'canView'>): boolean => canView || isThroughGate(viewer)

/**
 * Whether what people say of a work is there to read, and the work to like: what is said tells of what is locked. A product's page holds nothing
 * back. Before the gate nobody reads it of what is open there either: staff looked at the work and not at what is said of it.
 */
export function opensTalk(viewer: Viewer, work: Work, { isThere, canView }: Access): boolean {
  if (isOpenToAll(work) && !isThroughGate(viewer) && idOf(viewer) !== work.creatorId) return false
  return canView || (isThere && isOrdered(work.kind))
}
