// Every picture of the town, drawn here and taken in by the door that uploads take: sniffed, decoded and derived like anybody's.
import { randomUUID } from 'node:crypto'
import * as images from '#server/media/images/images.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Database } from '#server/platform/db/db.ts'
import { drawAvatar, drawCover, drawPicture } from '#database/town/art/draw.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { arrived, eachConcurrently } from '#database/town/build/arriving.ts'
import { note } from '#database/town/build/leftovers.ts'
import { promotion } from '#database/town/news.ts'
import { threads } from '#database/town/letters.ts'
import { galleries } from '#database/town/galleries.ts'
import { applicant, type Creator, creators, type Fan, fans } from '#database/town/people.ts'
import { type PhotoPost, posts } from '#database/town/posts.ts'
import { requests } from '#database/town/requests.ts'

interface Picture {
  draw(scale: number): Promise<Buffer>
  take(bytes: Buffer): Promise<void>
}

export interface Hanging {
  db: Database
  cast: Cast
  /** 1 for people; less where nobody looks (tests). */
  scale: number
  say: (line: string) => void
}

/** Draws and takes in all of them; answers the files of each post and gallery by its key, in their order. */
export async function hang({ db, cast, scale, say }: Hanging): Promise<Map<string, string[]>> {
  const filesOf = new Map<string, string[]>()
  const performers = [...creators, applicant]
  const all = [
    ...posts.flatMap((post) => (post.type === 'photo' ? photos(db, cast, post, filesOf) : [])),
    ...galleries.flatMap((gallery) => photos(db, cast, gallery, filesOf)),
    ...threads.flatMap(({ lines, ...two }) =>
      lines.flatMap(({ by, enclosed }) => (enclosed ? photos(db, cast, { ...enclosed, creator: two[by] }, filesOf) : [])),
    ),
    ...requests.flatMap(({ key, creator, end }) =>
      end?.how === 'delivered' ? photos(db, cast, { key, creator, pictures: end.pictures }, filesOf) : [],
    ),
    poster(db, cast, filesOf),
    ...performers.map((person) => cover(db, cast, person)),
    ...[...performers, ...fans].map((person) => face(db, cast, person)),
  ]
  let done = 0
  await eachConcurrently(all, async (picture) => {
    await picture.take(await picture.draw(scale))
    if (++done % 40 === 0 || done === all.length) say(`  drawing ${done}/${all.length}`)
  })
  return filesOf
}

type Pictured = Pick<PhotoPost, 'key' | 'creator' | 'pictures'>

function photos(db: Database, cast: Cast, { key, creator, pictures }: Pictured, filesOf: Map<string, string[]>): Picture[] {
  const files: string[] = []
  filesOf.set(key, files)
  return pictures.map((spec, index) => ({
    draw: (scale) => drawPicture(spec, scale),
    async take(bytes) {
      files[index] = await receive(db, cast.of(creator).member.accountId, 'photo', bytes)
    },
  }))
}

function cover(db: Database, cast: Cast, { username, cover: spec }: Creator): Picture {
  return {
    draw: (scale) => drawCover({ ...spec, seed: `${username}-cover` }, scale),
    take: (bytes) => wear(db, cast, username, 'cover', bytes),
  }
}

function face(db: Database, cast: Cast, { username, avatar }: Creator | Fan): Picture {
  return {
    draw: (scale) => drawAvatar(avatar, scale),
    take: (bytes) => wear(db, cast, username, 'avatar', bytes),
  }
}

/** What the house puts forward; it is staff's. */
function poster(db: Database, cast: Cast, filesOf: Map<string, string[]>): Picture {
  return {
    draw: (scale) => drawCover(promotion.picture, scale),
    async take(bytes) {
      filesOf.set(promotion.key, [await receive(db, cast.staffId, 'promo', bytes)])
    },
  }
}

async function wear(db: Database, cast: Cast, username: string, kind: 'avatar' | 'cover', bytes: Buffer): Promise<void> {
  const { accountId } = cast.of(username).member
  const fileId = await receive(db, accountId, kind, bytes)
  await db.transaction((tx) => profiles.setPicture(tx, { accountId, kind, fileId }))
}

async function receive(db: Database, ownerId: string, purpose: 'photo' | 'avatar' | 'cover' | 'promo', bytes: Buffer): Promise<string> {
  const fileId = randomUUID()
  await note(`originals/${fileId}`, `renditions/${fileId}`)
  await images.receivePicture(db, await arrived(bytes, { sealed: false }), { purpose, ownerId, fileId })
  return fileId
}
