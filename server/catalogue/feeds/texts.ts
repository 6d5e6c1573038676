import { posts } from '#server/catalogue/feeds/queries.ts'
import type { Db } from '#server/platform/db/db.ts'

/** All that these posts say, for whoever decides about them: locked words as well, and what they ask. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await posts(db, ids)
  return new Map(
    rows.map(({ workId, tagline, text, pollQuestion, options }) => {
      const asked = options.map(({ description }) => `· ${description}`)
      return [workId, [tagline, text, pollQuestion, ...asked].filter(Boolean).join('\n')]
    }),
  )
}
