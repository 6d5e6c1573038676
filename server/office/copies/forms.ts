// Look-ups as they travel.
import { pageOf } from '#contract/catalogue/kind-names.ts'
import type { Lookup, NamedWork } from '#contract/office/copies.ts'
import type { UserCard } from '#contract/people/person.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as queries from '#server/office/copies/queries.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as marks from '#server/platform/marks/marks.ts'

export interface Subject {
  works: NamedWork[]
  performers: UserCard[]
}

export async function forms(db: Db, lookups: readonly queries.Lookup[]): Promise<Lookup[]> {
  const named = await queries.namedBy(
    db,
    lookups.map(({ id }) => id),
  )
  const asked = lookups.flatMap(({ askedBy, performerId }) => (performerId ? [askedBy, performerId] : [askedBy]))
  const people = await profiles.userCards(db, [...new Set([...asked, ...named.map(({ accountId }) => accountId)])])
  return Promise.all(lookups.map((lookup) => formOf(db, lookup, named, people)))
}

async function formOf(
  db: Db,
  lookup: queries.Lookup,
  all: readonly queries.Named[],
  people: ReadonlyMap<string, UserCard>,
): Promise<Lookup> {
  const { id, askedBy, askedAt, state, progress, hasPicture, workId, performerId, fileId, likeness, readers, endedAt } = lookup
  const own = all.filter(({ lookupId }) => lookupId === id)
  const sent = new Map((fileId && own.length > 0 ? await files.viewers(db, fileId) : []).map((viewer) => [viewer.accountId, viewer]))
  const [aboutWork] = workId ? await workForms(db, [...(await works.find(db, [workId])).values()]) : []
  const [work] = fileId ? await workForms(db, (await works.ofFile(db, fileId)).slice(0, 1)) : []
  const performer = performerId ? people.get(performerId) : undefined
  const asker = people.get(askedBy)
  return {
    _id: id,
    ...(asker && { askedBy: asker }),
    askedAt: askedAt.toISOString(),
    state,
    progress,
    hasPicture,
    ...(aboutWork && { aboutWork }),
    ...(performer && { aboutPerformer: performer }),
    ...(work && { work }),
    isKnown: fileId !== null,
    ...(likeness !== null && { likeness }),
    ...(readers !== null && { readers }),
    named: own.map(({ accountId, z }) => {
      const person = people.get(accountId)
      const viewer = sent.get(accountId)
      return {
        accountId,
        ...(person && { person }),
        odds: oddsOf(readers ?? 0, z),
        ...(viewer && { firstAt: viewer.firstAt.toISOString(), lastAt: viewer.lastAt.toISOString() }),
      }
    }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  }
}

/** The chance of a wrong name is below one in ten to this power. */
/** A wrong name has a chance of less than one in ten to this power. */
export const oddsOf = (readers: number, z: number) => Math.floor(-Math.log10(Math.max(1e-300, marks.chanceOfError(readers, z))))

export async function workForms(db: Db, list: readonly works.Work[]): Promise<NamedWork[]> {
  const creators = await profiles.userCards(db, [...new Set(list.map(({ creatorId }) => creatorId))])
  return list.map((work) => {
    const { id, kind, title, words, creatorId } = work
    const creator = creators.get(creatorId)
    const [firstLine = ''] = words.split('\n')
    const path = pageOf(work)
    return { _id: id, kind, title: title || firstLine.slice(0, 120), ...(path && { path }), ...(creator && { creator }) }
  })
}
