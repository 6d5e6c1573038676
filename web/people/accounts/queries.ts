import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

/** Where I am signed in. */
export const mySessions = () => query('accounts.sessions', {})

/** Keys that I sign in with. */
export const myPasskeys = () => query('accounts.passkeys', {})
export type Passkey = ReplyTo<'accounts.passkeys'>['passkeys'][number]

/** Whether I sign in with a second factor. */
export const twoFactor = () => query('accounts.twoFactor', {})
