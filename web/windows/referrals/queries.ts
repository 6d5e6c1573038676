import { query } from '#web/app/query.ts'

export const link = query('referrals.link')

/** Days of whoever reads. */
export const stats = (input: { fromDate: string; toDate: string; timeZone: string }) => query('referrals.stats', input)
