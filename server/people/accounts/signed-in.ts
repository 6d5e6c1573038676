// What an answer that signs somebody in leaves in their browser.
import type { SignedIn } from '#contract/people/signed-in.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { signInOf, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { say } from '#server/platform/words/words.ts'
import type { LinkReader } from '#server/people/accounts/links.ts'
import { knowDevice } from '#server/people/accounts/login-throttle.ts'
import { identify, type Opened } from '#server/people/accounts/sessions.ts'

export const from = (call: Call) => ({ ip: call.ip, userAgent: call.userAgent, device: call.cookies.get('device') })

/** As long as browsers keep any cookie: 400 days. */
export function keepDevice(call: Pick<Call, 'cookies'>, device: string): void {
  call.cookies.set('device', device, { maxAgeSeconds: 400 * 86_400 })
}

export function signedIn(call: Pick<Call, 'cookies'>, { token, expiresAt, maxAgeSeconds, device }: Opened & { device: string }): SignedIn {
  call.cookies.set('token', token, { maxAgeSeconds })
  // Whoever signs in anew goes back to nobody.
  if (call.cookies.get('originalToken') !== undefined) call.cookies.clear('originalToken')
  keepDevice(call, device)
  return { token, expiresAt: expiresAt.toISOString() }
}

/** Who reads a letter in a browser that is signed in, in whichever of their accounts. */
export const readerOf = (viewer: Viewer): LinkReader | undefined =>
  viewer.kind === 'member' ? { ...viewer, accountId: signInOf(viewer) } : undefined

/** A new password by a letter: whoever had to set one because strangers guess at the old one is not locked out by them here. */
export async function passwordSet(
  call: Pick<Call, 'db' | 'cookies' | 'language'>,
  reset: (tx: Tx) => Promise<{ accountId: string }>,
): Promise<{ message: string }> {
  await call.db.transaction(async (tx) => {
    const { accountId } = await reset(tx)
    keepDevice(call, await knowDevice(tx, accountId, call.cookies.get('device')))
  })
  return { message: say(call.language, 'accounts.said.password_set') }
}

/** specification.md section 9. */
const originalSeconds = 365 * 86_400

/** Whose session this browser keeps beside the present one. A client that sends a header keeps its tokens itself. */
export async function sessionBefore(call: Call): Promise<(Member & { token: string }) | undefined> {
  const token = call.header('authorization') ? undefined : call.cookies.get('originalToken')
  const member = token && token.length <= 500 ? await identify(call.db, token) : undefined
  return member && token && member.actorId === undefined ? { ...member, token } : undefined
}

/** The browser goes on by this session, and keeps the one before, if there is one. */
export function switchCookies(call: Call, to: { token: string; expiresAt: Date } | undefined, before: string | undefined): void {
  if (call.header('authorization')) return
  if (to)
    call.cookies.set('token', to.token, { maxAgeSeconds: Math.max(0, Math.floor((to.expiresAt.getTime() - call.db.now.getTime()) / 1000)) })
  else call.cookies.clear('token')
  if (before !== undefined) call.cookies.set('originalToken', before, { maxAgeSeconds: originalSeconds })
  else if (call.cookies.get('originalToken') !== undefined) call.cookies.clear('originalToken')
}
