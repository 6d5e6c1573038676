// One sign-in, several accounts: going on as another one of one's own, and staff acting for somebody (calls.md section 11).
import Type from 'typebox'
import { Body, endpoints, Id } from '#contract/endpoint.ts'
import { SignedIn } from '#contract/people/signed-in.ts'

/** An account that this sign-in may switch to. */
const SwitchableAccount = Type.Object({
  _id: Id,
  username: Type.String(),
  name: Type.String(),
  avatar: Type.Optional(Type.String({ description: 'a URL; absent: the placeholder' })),
  role: Type.Enum(['user', 'performer', 'staff']),
  relation: Type.Enum(['self', 'own', 'staff'], {
    description: 'self: this session’s; own: behind the same sign-in, to be had as oneself; staff: somebody else’s, for whom staff may act',
  }),
})

export const switching = endpoints({
  /**
   * The accounts that this session may switch to: one's own first, the present one at their head, and for staff who ask with `q` those of others, twenty at most.
   * One's own that is not open yet, or not any more, is not among them. A list that is never long, and so no page.
   */
  accounts: {
    method: 'POST',
    path: '/users/accounts',
    for: 'member',
    inClosedCountry: true,
    whileActing: true,
    duringMaintenance: true,
    summary: 'The accounts that I may switch to',
    body: Body({
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'staff: part of a name, username or address' })),
    }),
    reply: Type.Array(SwitchableAccount),
    rate: 'read',
  },
  /**
   * Another account of one's own: a session of it like any other, as long as this one. Staff: a session of somebody who is no staff, for an hour, with a
   * `reason`, both ends of which are in the audit log; what it may do is in SECURITY.md. The cookie `token` becomes the new session's; the
   * one before goes to the HttpOnly cookie `originalToken` (365 days). Refuses `account_not_yours` for whatever is neither.
   */
  go: {
    method: 'POST',
    path: '/users/authByAccount',
    for: 'member',
    inClosedCountry: true,
    duringMaintenance: true,
    summary: 'Go on as another account',
    body: Body({
      accountId: Id,
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'staff say why; the audit log keeps it' })),
    }),
    reply: SignedIn,
    refuses: ['account_not_yours', 'performer_pending', 'performer_rejected', 'two_factor_needed'],
    rate: 'write',
  },
  /**
   * Back to the session before: the present one ends, `token` becomes the one of `originalToken`, and that cookie goes. No token: that one is over, and
   * nobody is signed in. Refuses `account_not_yours` where there is none to go back to.
   */
  back: {
    method: 'POST',
    path: '/users/authBack',
    for: 'anyone',
    inClosedCountry: true,
    whileActing: true,
    duringMaintenance: true,
    summary: 'Go back to the account before',
    body: Body({}),
    reply: Type.Partial(SignedIn),
    refuses: ['account_not_yours'],
    rate: 'write',
  },
})
