// The galleries of the town, put up by the door that creators use, looked at by staff, named people answering for themselves.
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { type Gallery, galleries as all } from '#database/town/galleries.ts'

/** What happened with galleries, by its age. @param filesOf the files of each post and gallery, by its key */
export function galleryChapters(cast: Cast, filesOf: ReadonlyMap<string, readonly string[]>): Chapter[] {
  return all.flatMap((gallery) => {
    let id = ''
    return [
      { hoursAgo: gallery.hoursAgo, happen: async (tx: Tx) => void (id = await hang(tx, cast, filesOf, gallery)) },
      {
        hoursAgo: gallery.hoursAgo - 5,
        happen: async (tx: Tx) => {
          await works.approve(tx, id, cast.staffId)
          if (gallery.front === 'open') await openToAll(tx, cast, id)
        },
      },
      { hoursAgo: gallery.hoursAgo - 6, happen: (tx: Tx) => answered(tx, cast, id, gallery) },
      { hoursAgo: gallery.hoursAgo - 8, happen: (tx: Tx) => liked(tx, cast, id, gallery) },
    ]
  })
}

async function hang(tx: Tx, cast: Cast, filesOf: ReadonlyMap<string, readonly string[]>, gallery: Gallery): Promise<string> {
  const { creator, title, description, tags, audience, key, alsoFrom = [], named = [], front } = gallery
  const photos = [key, ...alsoFrom].flatMap((from) => filesOf.get(from) ?? [])
  const participants = named.map(({ username }) => cast.of(username).member.accountId)
  const price = gallery.audience === 'ppv' ? toHundredths(gallery.price) : 0
  const { accountId } = cast.of(creator).member
  return galleries.create(
    tx,
    accountId,
    { title, description, tags, audience, price, participants, isForFront: front !== undefined },
    photos,
  )
}

/** Staff find it fit for everyone, as it stands. */
export async function openToAll(tx: Tx, { staffId }: Cast, workId: string): Promise<void> {
  const work = (await works.find(tx, [workId])).get(workId)
  if (work) await works.findFitForAll(tx, workId, staffId, work.updatedAt)
}

async function answered(tx: Tx, cast: Cast, workId: string, { named = [] }: Gallery): Promise<void> {
  for (const { username, said } of named) if (said) await works.answerNaming(tx, workId, cast.of(username).member.accountId, said)
}

async function liked(tx: Tx, cast: Cast, targetId: string, { likedBy = [] }: Gallery): Promise<void> {
  for (const fan of likedBy) {
    const { accountId: by } = cast.of(fan).member
    await reactions.viewed(tx, by, targetId)
    await reactions.react(tx, { by, targetId, targetKind: 'gallery', action: 'like' })
  }
}
