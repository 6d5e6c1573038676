import { query } from '#web/app/query.ts'

/** What waits in the studio: beside the places of its rail, and on its first page. */
export const waiting = query('me.waiting')
