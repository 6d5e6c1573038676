import { query } from '#web/app/query.ts'

/** What becomes of everything if I close my account. */
export const preview = () => query('closing.preview', {})
