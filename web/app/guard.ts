// Marked pages (specification.md section 2): signed in, performers only, staff only. The server decides again on every call;
// this only saves people from pages that would answer nothing.
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { splitPrefix } from '#web/app/locale.ts'

/** Throws a redirect to sign-in, which leads back here. */
export function requireMember(args: LoaderFunctionArgs) {
  const { me } = bootOf(args)
  if (me) return me
  const url = new URL(args.request.url)
  throw redirect(`/auth/login?redirect=${encodeURIComponent(splitPrefix(url.pathname).rest + url.search)}`)
}

/**
 * A member who is no performer is sent to sign-in too (specification.md section 5), without a way back: whoever is signed in already
 * goes on from there to where they belong, and not in a circle.
 */
export function requirePerformer(args: LoaderFunctionArgs) {
  const me = requireMember(args)
  if (!me.isPerformer) throw redirect('/auth/login')
  return me
}

export function requireStaff(args: LoaderFunctionArgs) {
  const me = requireMember(args)
  if (!me.roles.includes('staff')) throw new Response('', { status: 403 })
  return me
}

/** Where someone goes after signing in: their redirect, a path of this site only; else by role (specification.md section 2). */
export function afterSignIn(
  me: { isPerformer: boolean; username: string; email: string; _id: string; roles: readonly string[] },
  wanted: string | null,
): string {
  // One slash, and no character that a browser drops or turns while it reads an address (tabs, line breaks, backslashes).
  if (wanted && /^\/(?!\/)[^\\\p{C}]*$/u.test(wanted) && !wanted.startsWith('/auth/')) return wanted
  if (me.roles.includes('staff')) return '/admin'
  if (!me.isPerformer) return '/home'
  return me.email && me.username ? `/${me.username || me._id}` : '/creator/account'
}
