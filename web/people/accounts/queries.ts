import { query } from '#web/app/query.ts'

/** Whether I sign in with a second factor. */
export const twoFactor = () => query('accounts.twoFactor', {})
