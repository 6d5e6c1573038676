import { query } from '#web/app/query.ts'

/** Whether what is kept of me can be fetched, and when I may ask again. */
export const state = () => query('belongings.state', {})
