// Shows that are over: begun, watched, paid for and ended by the doors and looks that every show goes through. Only the cameras are played: an engine that
// says what reached whom, as the one that comes along would have.
import * as footage from '#server/media/footage/footage.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { throwAll } from '#server/platform/jobs/isolated.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { type Carried, nothing, theEngine, useEngine } from '#server/stage/live/engine.ts'
import * as live from '#server/stage/live/live.ts'
import * as metering from '#server/stage/live/metering.ts'
import * as polls from '#server/stage/live/polls.ts'
import * as privateShows from '#server/stage/live/private-shows.ts'
import * as streams from '#server/stage/live/queries.ts'
import { handOn } from '#server/stage/live/recording/preparing.ts'
import { look } from '#server/stage/live/watching.ts'
import { drawFilm } from '#database/town/art/film.ts'
import { arrived, mustBeFinished } from '#database/town/build/arriving.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { note } from '#database/town/build/leftovers.ts'
import { at, type Chapter, inside } from '#database/town/build/one-transaction.ts'
import type { Event } from '#database/town/history/event.ts'
import { shows } from '#database/town/streams.ts'

/** What the town's cameras send, by stream. */
export type Cameras = Map<string, Carried>

/** Until the town is built they are what carries every stream. */
export function setUpCameras(): { cameras: Cameras; takeDown: () => void } {
  const [cameras, real]: [Cameras, ReturnType<typeof theEngine>] = [new Map(), theEngine()]
  useEngine({
    publish: () => refuse('live_unavailable'),
    play: () => refuse('live_unavailable'),
    hangUp: async () => {},
    close: async () => {},
    carried: async () => new Map(cameras),
  })
  return { cameras, takeDown: () => useEngine(real) }
}

export interface Stage {
  cast: Cast
  cameras: Cameras
  /** The house's own: doors that open transactions get this one. */
  db: Database
  /** The streams that began so far, by their show's key. */
  shows: Map<string, string>
  /** As footage is drawn. */
  scale: number
}

const minuteMs = 60_000
const later = (tx: Tx, ms: number): Tx => at(tx, new Date(tx.now.getTime() + ms))

/** What whoever looks after shows sees and counts at this moment. */
async function looks(tx: Tx, { db }: Stage): Promise<void> {
  throwAll((await look(inside(tx, db), new Map())).wrong)
  await metering.bill(inside(tx, db))
}

export function showChapters(stage: Stage): Chapter[] {
  return shows.flatMap((show) => {
    const { key, creator, hoursAgo, minutes, watched, poll, recording, title, description, type, tipGoal, tipGoalTitle } = show
    const performerId = stage.cast.of(creator).member.accountId
    const idOf = () => stage.shows.get(key) ?? missing(key)
    const after = (minute: number, happen: (tx: Tx) => Promise<void>): Chapter => ({ hoursAgo: hoursAgo - minute / 60, happen })
    const seen = (minute: number) =>
      after(minute, async (tx) => {
        const viewers = watched.filter(([, from]) => from <= minute).map(([fan]) => stage.cast.of(fan).member.accountId)
        stage.cameras.set(idOf(), { ...nothing, isOnAir: true, viewers, run: key, flowed: new Map() })
        await looks(tx, stage)
      })
    let pollId = ''
    return [
      after(0, async (tx) => {
        const draft = { title, description, type, tipGoal, tipGoalTitle, record: true, recordPrivacy: recording.privacy }
        stage.shows.set(key, await live.begin(tx, performerId, draft))
      }),
      ...[...new Set(watched.map(([, from]) => from))].map((from) => seen(from + 0.1)),
      after(poll.asked, async (tx) => {
        pollId = await polls.start(tx, performerId, idOf(), { question: poll.question, options: poll.options })
        const { options } = await polls.showOne(tx, performerId, pollId)
        for (const [place, [fan, option]] of poll.votes.entries()) {
          const { member, country } = stage.cast.of(fan)
          await polls.vote(later(tx, (place + 1) * 20_000), { viewer: member, country }, options[option]?._id ?? '')
        }
      }),
      after(poll.ended, (tx) => polls.end(tx, performerId, pollId)),
      after(minutes - 0.1, async (tx) => {
        await live.beat(inside(tx, stage.db), performerId, { streamId: idOf(), duration: Math.round(minutes * 60) })
        await looks(tx, stage)
      }),
      after(minutes, async (tx) => {
        await live.edit(tx, performerId, idOf(), { status: 'ended' })
        stage.cameras.delete(idOf())
        await keep(later(tx, minuteMs), stage, { streamId: idOf(), ownerId: performerId, title, ...recording })
      }),
    ]
  })
}

type Kept = { streamId: string; ownerId: string; title: string } & Pick<(typeof shows)[number]['recording'], 'film'>

/** What was taped comes in as the film of a show does, becomes its performer's video, and is looked at some hours later. */
async function keep(tx: Tx, { cast, db, scale }: Stage, { streamId, ownerId, title, film }: Kept): Promise<void> {
  await note(`originals/${streamId}`, `renditions/${streamId}`, `work/${streamId}`)
  const taped = await arrived(await drawFilm(film, scale, 'mkv'), { sealed: false, name: 'film.mkv' })
  const [stream] = await streams.streams(tx, [streamId])
  if (!stream || !(await handOn(inside(tx, db), stream, taped.path))) throw new Error(`the show ${title} was not kept`)
  await footage.worked(inside(tx, db), streamId)
  await mustBeFinished(tx, streamId, title)
  const { recording } = await live.showOne(tx, { viewer: ownerOf(cast, ownerId) }, streamId)
  if (recording?.videoId === undefined) throw new Error(`the show ${title} was not kept: it is ${recording?.state}`)
  await videos.settleWaiting(tx, recording.videoId)
  await works.approve(later(tx, 5 * 60 * minuteMs), recording.videoId, cast.staffId)
}

const ownerOf = (cast: Cast, ownerId: string) => {
  const owner = [...cast.actors.values()].find(({ member }) => member.accountId === ownerId)
  return owner?.member ?? missing(ownerId)
}

/** Between two looks at a show that is paid for by the minute. */
const lookMs = 20_000

/** Asked for, accepted a moment later, and left by who pays when the last minute has begun. */
export async function privateShow(
  tx: Tx,
  stage: Stage,
  { fan, creator, minutes, note: said }: Extract<Event, { kind: 'privateShow' }>,
): Promise<void> {
  const { member: viewer, country } = stage.cast.of(fan)
  const performerId = stage.cast.of(creator).member.accountId
  const request = await privateShows.ask(tx, { viewer, country }, { performerId, note: said })
  const begun = later(tx, minuteMs)
  const streamId = await privateShows.accept(begun, performerId, request, false)
  const reaches = { ...nothing, isOnAir: true, viewers: [viewer.accountId], run: streamId }
  let ms = 0
  for (; ms < (minutes - 1) * minuteMs + lookMs; ms += lookMs) {
    stage.cameras.set(streamId, { ...reaches, flowed: new Map([[viewer.accountId, ms]]) })
    await looks(later(begun, ms), stage)
  }
  await live.beat(inside(later(begun, ms), stage.db), performerId, { streamId, duration: Math.round(ms / 1000) })
  await metering.leave(later(begun, ms), viewer.accountId, streamId)
  stage.cameras.delete(streamId)
}

function missing(name: string): never {
  throw new Error(`the show ${name} has not begun`)
}
