// What an answer that signs somebody in leaves in their browser.
import type { SignedIn } from '#contract/people/signed-in.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import type { Opened } from '#server/people/accounts/sessions.ts'

export const from = (call: Call) => ({ ip: call.ip, userAgent: call.userAgent, device: call.cookies.get('device') })

/** As long as browsers keep any cookie: 400 days. */
export function keepDevice(call: Pick<Call, 'cookies'>, device: string): void {
  call.cookies.set('device', device, { maxAgeSeconds: 400 * 86_400 })
}

export function signedIn(call: Pick<Call, 'cookies'>, { token, expiresAt, maxAgeSeconds, device }: Opened & { device: string }): SignedIn {
  call.cookies.set('token', token, { maxAgeSeconds })
  keepDevice(call, device)
  return { token, expiresAt: expiresAt.toISOString() }
}
