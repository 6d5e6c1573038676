import { query } from '#web/app/query.ts'

/** Where I am signed in. */
export const mySessions = () => query('accounts.sessions', {})

/** Whether I sign in with a second factor. */
export const twoFactor = () => query('accounts.twoFactor', {})
