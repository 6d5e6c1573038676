// Who is asking.
export interface Visitor {
  readonly kind: 'visitor'
  readonly mustAssure?: true
}

export interface Member {
  readonly kind: 'member'
  readonly accountId: string
  readonly sessionId: string
  readonly role: 'user' | 'performer' | 'staff'
  readonly username: string
  /** A birth date is on file and makes them 18 or older: what stands behind the age gate may be shown. */
  readonly isAdult: boolean
  /**
   * They call from where ages are checked by a provider, and theirs was not (people/age). Then `isAdult` is false as well, so that whatever asks for the
   * gate asks for this, and what is open in a closed country is open, but for what is explicit.
   */
  readonly mustAssure?: true
  /** When their session runs out by itself. */
  readonly expiresAt?: Date
  /**
   * Staff who have to sign in by a second factor and do not. Until they do they are a fan to everything that asks for a role, and staff's own rows say
   * what is missing.
   */
  readonly mustProve?: true
  /** The staff member behind an impersonated session. */
  readonly actorId?: string
  /** The account whose sign-in this one stands behind: its password, second factor and identities count. */
  readonly holderId?: string
}

/** Whom nothing of the site's is closed to: also those who have to prove themselves first, which they do on its pages. */
export function isStaff(viewer: Viewer): boolean {
  return viewer.kind === 'member' && (viewer.role === 'staff' || viewer.mustProve === true)
}

/** Whose password, second factor and identities these are: of an account that stands behind another's sign-in, that one's. */
export function signInOf({ accountId, holderId = accountId }: Pick<Member, 'accountId' | 'holderId'>): string {
  return holderId
}

export type Viewer = Visitor | Member

export const visitor: Visitor = { kind: 'visitor' }

/** The account's id, or undefined for a visitor: what most queries want. */
export function idOf(viewer: Viewer): string | undefined {
  return viewer.kind === 'member' ? viewer.accountId : undefined
}
