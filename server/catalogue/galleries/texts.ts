import * as queries from '#server/catalogue/galleries/queries.ts'
import type { Db } from '#server/platform/db/db.ts'

/** All that these galleries say, for whoever decides about them: the description, and the words of each photo that is shown. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const [galleries, captions] = await Promise.all([queries.galleries(db, ids), queries.captions(db, ids)])
  return new Map(
    galleries.map(({ workId, description }) => {
      const said = captions.filter((photo) => photo.workId === workId)
      const lines = said.map(({ place, title, description: words }) => `${place}. ${[title, words].filter(Boolean).join('\n')}`)
      return [workId, [description, ...lines].filter(Boolean).join('\n\n')]
    }),
  )
}
