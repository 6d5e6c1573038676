// Polls, streams, films and sound in the feed, and what is said under posts: each by the door that people use.
import { randomUUID } from 'node:crypto'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as audio from '#server/media/audio/audio.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { drawSound } from '#database/town/art/film.ts'
import { arrived, mustBeFinished } from '#database/town/build/arriving.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { note } from '#database/town/build/leftovers.ts'
import { at, type Chapter } from '#database/town/build/one-transaction.ts'
import { type Evening, evenings, type Remark, remarks } from '#database/town/posts/evenings.ts'

const hourMs = 3_600_000

/** Takes the recordings in; answers the file of each by its post's key. */
export async function record({ db, cast }: { db: Database; cast: Cast }): Promise<Map<string, string>> {
  const soundOf = new Map<string, string>()
  for (const { key, creator, sound } of evenings) {
    if (!sound) continue
    const fileId = randomUUID()
    await note(`originals/${fileId}`, `renditions/${fileId}`, `work/${fileId}`)
    const { accountId: ownerId } = cast.of(creator).member
    await audio.receive(db, await arrived(await drawSound(sound), { sealed: false, name: `${key}.m4a` }), {
      ownerId,
      fileId,
      name: `${key}.m4a`,
    })
    await audio.worked(db, fileId)
    await mustBeFinished(db, fileId, key)
    soundOf.set(key, fileId)
  }
  return soundOf
}

interface Backstage {
  cast: Cast
  filmOf: ReadonlyMap<string, string>
  soundOf: ReadonlyMap<string, string>
  /** The works that were published so far, by their post's key. */
  works: Map<string, string>
}

/** @param now the instant that the town is built for */
export function eveningChapters(backstage: Backstage, now: Date): Chapter[] {
  const { cast, works: there } = backstage
  return [
    ...evenings.flatMap((evening) => [
      { hoursAgo: evening.hoursAgo, happen: (tx: Tx) => publish(tx, backstage, evening, now) },
      { hoursAgo: evening.hoursAgo - 1, happen: (tx: Tx) => works.approve(tx, workOf(there, evening.key), cast.staffId) },
    ]),
    ...remarks.map((remark) => ({ hoursAgo: remark.hoursAgo, happen: (tx: Tx) => say(tx, backstage, remark, now) })),
  ]
}

async function publish(tx: Tx, { cast, filmOf, soundOf, works: there }: Backstage, evening: Evening, now: Date): Promise<void> {
  const { key, creator, text, tagline, tags, audience, film, sound, streamsIn, poll } = evening
  const { accountId } = cast.of(creator).member
  const media = [film && filmOf.get(film), sound && soundOf.get(key)].filter((id) => id !== undefined)
  const options: string[] = []
  for (const description of poll?.options ?? []) options.push((await feeds.makeOption(tx, accountId, { description, expiresAt: null })).id)
  const type = film ? 'video' : sound ? 'audio' : streamsIn === undefined ? 'text' : 'scheduled-streaming'
  const id = await feeds.publish(tx, accountId, {
    type,
    text,
    tagline,
    tags,
    audience,
    media,
    streamingAt: streamsIn === undefined ? undefined : onTheHour(now, streamsIn),
    pollOptions: options,
    pollQuestion: poll?.question,
    pollExpiresAt: poll && onTheHour(now, poll.closesIn),
  })
  there.set(key, id)
  for (const [fan, place] of poll?.votes ?? []) await feeds.vote(tx, cast.of(fan).member, cast.of(fan).country, options[place] ?? '')
}

const onTheHour = (now: Date, hours: number): Date => new Date(Math.ceil(now.getTime() / hourMs + hours) * hourMs)

async function say(tx: Tx, { cast, works: there }: Backstage, remark: Remark, now: Date): Promise<void> {
  const actor = (username: string) => ({ viewer: cast.of(username).member, country: cast.of(username).country })
  const target = { objectId: workOf(there, remark.under), objectType: 'feed' } as const
  const id = await comments.write(tx, actor(remark.by), target, remark.text)
  for (const fan of remark.likedBy ?? [])
    await reactions.react(tx, { by: cast.of(fan).member.accountId, targetId: id, targetKind: 'comment', action: 'like' })
  for (const { by, hoursAgo, text } of remark.answers ?? [])
    await comments.write(at(tx, new Date(now.getTime() - hoursAgo * hourMs)), actor(by), { objectId: id, objectType: 'comment' }, text)
  const owner = (await works.find(tx, [target.objectId])).get(target.objectId)?.creatorId
  const host = [...cast.actors.values()].find(({ member }) => member.accountId === owner)
  if (remark.isPinned && host) await comments.pin(tx, { viewer: host.member, country: host.country }, id)
}

function workOf(there: ReadonlyMap<string, string>, key: string): string {
  const id = there.get(key)
  if (!id) throw new Error(`the post ${key} is not published yet`)
  return id
}
