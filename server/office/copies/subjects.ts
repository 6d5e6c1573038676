// What a found picture may be of, as staff name it: a work by its address or its words, a creator by name.
import { kindNames, workKinds } from '#contract/catalogue/kind-names.ts'
import * as works from '#server/catalogue/works/works.ts'
import { type Subject, workForms } from '#server/office/copies/forms.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'

/** A work that is named by its address comes also when it is not on show any more: its copies outlive it. */
export async function subjects(db: Db, q: string, limit: number): Promise<Subject> {
  const addressed = await workAt(db, q)
  if (addressed) return { works: await workForms(db, [addressed]), performers: [] }
  const found = await Promise.all(workKinds.map((kind) => works.glimpsed(db, { kind, text: q }, limit)))
  const ids = found.flatMap((each) => each.ids)
  const byId = await works.find(db, ids)
  const list = ids.flatMap((id) => byId.get(id) ?? []).slice(0, limit)
  const people = await accounts.page(db, [accounts.matching(q.replace(/^@/, ''), 'performer')], { limit, offset: 0 })
  const cards = await profiles.userCards(
    db,
    people.rows.map(({ id }) => id),
  )
  return { works: await workForms(db, list), performers: [...cards.values()] }
}

async function workAt(db: Db, address: string): Promise<works.Work | undefined> {
  for (const kind of workKinds) {
    const [, name] = new RegExp(`/${kindNames[kind].path}/([^/?#\\s]+)`).exec(address) ?? []
    const work = name && (await works.named(db, kind, name))
    if (work) return work
  }
  return undefined
}
