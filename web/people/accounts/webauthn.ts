// What the browser asks an authenticator for, by @simplewebauthn/browser: it comes with whoever uses a passkey, and with no page by itself.
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { SentTo, ReplyTo } from '#contract/client.ts'

type Asked = NonNullable<ReplyTo<'accounts.askPasskey'>['options']>
export type Signed = Pick<SentTo<'accounts.enterByPasskey'>, 'id' | 'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle'>
type Made = Pick<SentTo<'accounts.addPasskey'>, 'id' | 'clientDataJSON' | 'attestationObject' | 'transports'>

/** @param useBrowserAutofill waits until one is chosen where the name is typed, instead of asking at once */
export async function signedBy(optionsJSON: Asked, useBrowserAutofill = false): Promise<Signed> {
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

export async function madeBy(optionsJSON: ReplyTo<'accounts.beginPasskey'>): Promise<Made> {
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, ...(transports && { transports: transports.slice(0, 10) }) }
}

/** The authenticator holds a key of this kind for this account already. */
export const hasOneAlready = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
