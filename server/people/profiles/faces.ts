// How people look in lists: names from accounts, pictures from here.
import type { PerformerCard, UserCard } from '#contract/people/person.ts'
import type { Tint } from '#contract/media/file.ts'
import * as files from '#server/media/files/files.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
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
  const pictures = await queries.pictures(db, [accountId])
  const found = await files.find(
    db,
    pictures.map(({ fileId }) => fileId),
  )
  for (const wanted of ['cover', 'avatar']) {
    const file = found.get(pictures.find(({ kind }) => kind === wanted)?.fileId ?? '')
    if (file) return files.tintOf(file)
  }
  return undefined
}

export function pictureUrl(kind: 'avatar' | 'cover', fileId: string): string {
  return files.publicUrl(fileId, renditions[kind])
}

/** Cards of those of these accounts who are performers that may be shown: active, hence approved. Blocks are the asker's to apply. */
export const cards: (db: Db, ids: readonly string[]) => Promise<Map<string, PerformerCard>> = gatheredById(
  async (db, ids) => {
    const [people, pictures] = await Promise.all([accounts.peopleNow(db, ids), picturesOf(db, ids)])
    return people.flatMap(({ id, name, username, role, state, isOnline }): PerformerCard[] => {
      if (role !== 'performer' || state !== 'active') return []
      const avatar = pictures.get(id)?.avatar
      return [{ _id: id, name, username, ...(avatar && { avatar }), isOnline, isVerified: true }]
    })
  },
  ({ _id }) => _id,
)

/** Cards of anyone, for those who may know of them (a performer's fans, the other side of a line of money). */
export async function userCards(db: Db, ids: readonly string[]): Promise<Map<string, UserCard>> {
  const all = new Map<string, UserCard>()
  if (ids.length === 0) return all
  const people = await accounts.people(db, ids)
  const pictures = await picturesOf(db, ids)
  for (const { id, name, username } of people.values()) {
    const avatar = pictures.get(id)?.avatar
    all.set(id, { _id: id, name, username, ...(avatar && { avatar }) })
  }
  return all
}
