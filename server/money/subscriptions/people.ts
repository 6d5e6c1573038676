// The two sides of a subscription as they travel: a name beside an id, also of somebody who left.
import type { PerformerCard, UserCard } from '#contract/people/person.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as profiles from '#server/people/profiles/profiles.ts'

const nobody = (id: string) => ({ _id: id, name: '', username: '' })

/** Fans by id. */
export async function fansOf(db: Db, ids: readonly string[]): Promise<(id: string) => UserCard> {
  const cards = await profiles.userCards(db, ids)
  return (id) => cards.get(id) ?? nobody(id)
}

/** Performers by id. Someone who left is no card to show elsewhere, but their name stays in one's own history. */
export async function performersOf(db: Db, ids: readonly string[]): Promise<(id: string) => PerformerCard> {
  const [cards, people] = [await profiles.cards(db, ids), await fansOf(db, ids)]
  return (id) => cards.get(id) ?? { ...people(id), isOnline: false, isVerified: false }
}
