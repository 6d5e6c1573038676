// What the view rule depends on: one question for a reader and a list of works, and for everybody who asks in the same moment.
import type { Facts, Reader } from '#server/catalogue/access/rule.ts'
import { referenceOf } from '#server/catalogue/access/receipts.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isGone } from '#server/people/accounts/accounts.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import { sql, type Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

/** As much of a work as is asked about. What says no kind is none that is sent in messages. */
export type Asked = Pick<Work, 'id' | 'creatorId'> & Partial<Pick<Work, 'kind' | 'audience'>>

interface Question {
  viewerId: string | null
  country: string | null
  list: readonly Asked[]
}

type Found = Omit<Facts, 'isReceived' | 'isAdmitted' | 'isSecret'> & { isGone: boolean }

const ask = gathered(async (db, asked: Question[]) => {
  const pairs = asked.flatMap(({ viewerId, country, list }) => list.map(({ id, creatorId }) => ({ viewerId, country, id, creatorId })))
  const [viewer, country, creator] = [sql`pair.viewer`, sql`pair.country`, sql`pair.creator`]
  // What is free today may have been sold yesterday, and what was bought stays readable after a block: so receipts are looked for always.
  const facts = await db.many<Found>(sql`
    select ${await blocks.isHiddenIn(db, { viewer, country, performer: creator })} as "isHidden",
      ${isGone(creator)} as "isGone", ${isFollowing(viewer, creator)} as "isFollowed", ${isSubscribing(db, viewer, creator)} as "isSubscribed",
      ${wallet.hasReceipt(viewer, sql`pair.reference`)} as "isBought"
    from unnest(${pairs.map((pair) => pair.viewerId)}::uuid[], ${pairs.map((pair) => pair.country)}::text[], ${pairs.map((pair) => pair.creatorId)}::uuid[],
      ${pairs.map(({ id }) => referenceOf(id))}::text[]) with ordinality as pair (viewer, country, creator, reference, place)
    order by pair.place`)
  return asked.map(({ list }) => facts.splice(0, list.length))
})

export async function factsOf(db: Db, { viewer, country }: Reader, list: readonly Asked[]): Promise<Map<string, Facts>> {
  if (list.length === 0) return new Map()
  const viewerId = idOf(viewer)
  const [closed, facts, received, shutOut, admitted] = await Promise.all([
    blocks.checkCountry(db, country),
    ask(db, { viewerId: viewerId ?? null, country: country ?? null, list }),
    receivedAmong(
      db,
      viewerId,
      list.filter(({ kind }) => kind === 'message').map(({ id }) => id),
    ),
    shutOutAmong(
      db,
      viewerId,
      list.filter(({ kind }) => kind === 'stream').map(({ creatorId }) => creatorId),
    ),
    admittedTo(
      db,
      viewerId,
      list.filter(({ audience }) => audience === 'metered').map(({ id }) => id),
    ),
  ])
  return new Map(
    list.map(({ id, kind, creatorId }, place) => {
      const { isGone: isAway, ...found } = facts[place] ?? never()
      return [
        id,
        {
          ...found,
          isHidden: closed.blocked || found.isHidden || isAway || (kind === 'stream' && shutOut.has(creatorId)),
          isReceived: received.has(id),
          ...(admitted.get(id) ?? { isAdmitted: false, isSecret: false }),
        },
      ]
    }),
  )
}

async function receivedAmong(db: Db, viewerId: string | undefined, workIds: readonly string[]): Promise<ReadonlySet<string>> {
  return viewerId === undefined || workIds.length === 0 ? new Set() : messages.received(db, viewerId, workIds)
}

async function shutOutAmong(db: Db, viewerId: string | undefined, creatorIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (viewerId === undefined || creatorIds.length === 0) return new Set()
  const is = await isShutOut(
    db,
    creatorIds.map((creatorId) => ({ viewerId, creatorId })),
  )
  return new Set(creatorIds.filter((_id, place) => is[place]))
}

async function admittedTo(db: Db, viewerId: string | undefined, streamIds: readonly string[]): Promise<ReadonlyMap<string, Admission>> {
  if (streamIds.length === 0) return new Map()
  const how = await stages.admissions(
    db,
    streamIds.map((streamId) => ({ viewerId: viewerId ?? null, streamId })),
  )
  return new Map(streamIds.map((id, place) => [id, how[place] ?? never()]))
}

type Admission = Pick<Facts, 'isAdmitted' | 'isSecret'>

/** Of each: how this person stands to this show that is paid for by the minute. */
export type Admissions = (db: Db, pairs: readonly { viewerId: string | null; streamId: string }[]) => Promise<readonly Admission[]>

/** Of each: whether this creator lets this person into their streams no more. The stage answers; access stands below it. */
export type ShutOut = (db: Db, pairs: readonly { viewerId: string; creatorId: string }[]) => Promise<readonly boolean[]>

interface Stages {
  isShutOut: ShutOut
  admissions: Admissions
}

let stages: Stages = {
  isShutOut: async (_db, pairs) => pairs.map(() => false),
  admissions: async (_db, pairs) => pairs.map(() => ({ isAdmitted: false, isSecret: true })),
}

/** Wired once at start. Until then nobody was shown the door, and nobody pays by the minute. */
export function useStages(answer: Stages): void {
  stages = answer
}

export const isShutOut: ShutOut = (db, pairs) => stages.isShutOut(db, pairs)

/** What messaging knows of what was sent; access stands below it. */
export interface Messages {
  /** Those of these works that reached somebody in a message that stands. */
  received: (db: Db, readerId: string, workIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether a file that stands in no work was sent in a message of one's own conversation, by a fan, that stands. */
  maySee: (db: Db, readerId: string, fileId: string) => Promise<boolean>
}

let messages: Messages = { received: async () => new Set(), maySee: async () => false }

/** Wired once at start. Until then nothing was sent to anybody. */
export function useMessages(answer: Messages): void {
  messages = answer
}

export const maySeeSent: Messages['maySee'] = (db, readerId, fileId) => messages.maySee(db, readerId, fileId)

function never(): never {
  throw new Error('a work without an answer')
}
