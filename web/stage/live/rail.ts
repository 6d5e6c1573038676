import { query } from '#web/app/query.ts'

/** Who is live, and who will be, as other pages lead there. */
export const rail = query('live.search', { limit: 12 })
