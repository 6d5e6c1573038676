// How people look in lists: names from accounts, pictures from here.
import type { PerformerCard, UserCard } from '#contract/people/person.ts'
import type { Tint } from '#contract/media/file.ts'
import * as files from '#server/media/files/files.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as queries from '#server/people/profiles/queries.ts'

/** The rendition that a page shows of each. */
const renditions = { avatar: '256', cover: 'large' } as const

export interface Pictures {
  avatar?: string
  cover?: string
}

/** Addresses of these people's pictures; someone without any has no entry. */
export async function picturesOf(db: Db, ids: readonly string[]): Promise<Map<string, Pictures>> {
  const all = new Map<string, Pictures>()
  if (ids.length === 0) return all
  for (const { accountId, kind, fileId } of await queries.pictures(db, ids)) {
    all.set(accountId, { ...all.get(accountId), [kind]: pictureUrl(kind, fileId) })
  }
  return all
}

/** The colour that somebody's page takes: of their cover, or of their face. */
export async function tintOf(db: Db, accountId: string): Promise<Tint | undefined> {
  const tints = await queries.tints(db, accountId)
  const found = tints.find(({ kind }) => kind === 'cover') ?? tints.find(({ kind }) => kind === 'avatar')
  return found && files.tintOf(found)
}

export function pictureUrl(kind: 'avatar' | 'cover', fileId: string): string {
  return files.publicUrl(fileId, renditions[kind])
}

/** A performer as lists know them. */
export interface Face {
  card: PerformerCard
  cover?: string
  bio: string
  country: string | null
}

/** Those of these accounts who are performers that may be shown: active, hence approved. Blocks are the asker's to apply. */
export const faces: (db: Db, ids: readonly string[]) => Promise<Map<string, Face>> = gatheredById(
  async (db, ids) =>
    (await queries.faces(db, ids))
      .filter(({ role, state }) => role === 'performer' && state === 'active')
      .map(
        ({ id, name, username, isOnline, avatar, cover, bio, country }): Face => ({
          card: { _id: id, name, username, ...(avatar !== null && { avatar: pictureUrl('avatar', avatar) }), isOnline, isVerified: true },
          ...(cover !== null && { cover: pictureUrl('cover', cover) }),
          bio,
          country,
        }),
      ),
  ({ card }) => card._id,
)

/** The same, without what only lists of performers say. */
export async function cards(db: Db, ids: readonly string[]): Promise<Map<string, PerformerCard>> {
  return new Map([...(await faces(db, ids))].map(([id, { card }]) => [id, card]))
}

/** Cards of anyone, for those who may know of them (a performer's fans, the other side of a line of money). */
export async function userCards(db: Db, ids: readonly string[]): Promise<Map<string, UserCard>> {
  const people = ids.length > 0 ? await queries.names(db, ids) : []
  return new Map(
    people.map(({ id, name, username, avatar }) => [
      id,
      { _id: id, name, username, ...(avatar !== null && { avatar: pictureUrl('avatar', avatar) }) },
    ]),
  )
}

/** Those of these performers who closed their account, for whoever bought something of theirs. */
export async function cardsOfGone(db: Db, ids: readonly string[]): Promise<Map<string, PerformerCard>> {
  if (ids.length === 0) return new Map()
  const found = (await queries.faces(db, ids)).filter(
    ({ role, state }) => role === 'performer' && (state === 'closing' || state === 'closed'),
  )
  return new Map(found.map(({ id, name, username }) => [id, { _id: id, name, username, isOnline: false, isVerified: true }]))
}
