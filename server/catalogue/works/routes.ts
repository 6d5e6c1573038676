import { works as table } from '#contract/catalogue/works.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'

export const handlers: Handlers<typeof table> = {
  async tagged({ db, viewer }, { state, ...window }) {
    const { rows, total } = await works.namings(db, viewer.accountId, state, window)
    const found = await works.find(
      db,
      rows.map(({ workId }) => workId),
    )
    const people = await profiles.cards(db, [...new Set([...found.values()].map(({ creatorId }) => creatorId))])
    const data = rows.flatMap(({ workId, state: answer, askedAt }) => {
      const work = found.get(workId)
      const performer = work && people.get(work.creatorId)
      return performer && works.isListed(work)
        ? [{ workId, kind: work.kind, title: work.title, performer, state: answer, askedAt: askedAt.toISOString() }]
        : []
    })
    return { data, total }
  },
  async agreeToTag({ db, viewer }, { id }) {
    await db.transaction((tx) => works.answerNaming(tx, id, viewer.accountId, 'agreed'))
    return { agreed: true }
  },
  async declineTag({ db, viewer }, { id }) {
    await db.transaction((tx) => works.answerNaming(tx, id, viewer.accountId, 'declined'))
    return { declined: true }
  },
}
