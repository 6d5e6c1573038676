// How the two people of a conversation stand to each other, and what it takes to write there (calls.md section 0): one question for all who ask
// in the same moment.
import type { Writing } from '#contract/talk/messaging.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import { sql, type Db } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Conversation, Side } from '#server/talk/messaging/conversation-queries.ts'

/** Somebody who acts, and from which country. */
export interface Actor {
  viewer: Member
  country: string | undefined
}

export interface Relation {
  /** A block of people or of countries stands between them. */
  isHidden: boolean
  isFollowing: boolean
  isSubscribing: boolean
  /** The other one is there and may be written to. */
  isThere: boolean
  /** What the performer asks for a message of those who do not subscribe, in hundredths; 0: they are not read. */
  messagePrice: number
  /** The performer takes requests for something of one's own. */
  takesRequests: boolean
}

interface Pair {
  performerId: string
  fanId: string
  /** Where the fan calls from; a performer who asks hides from no country. */
  country: string | null
  /** True when the fan asks: a country that a performer hides from is the fan's. */
  isFans: boolean
}

const ask = gathered(async (db, asked: Pair[][]) => {
  const pairs = asked.flat()
  const [fan, performer] = [sql`pair.fan`, sql`pair.performer`]
  const rows = await db.many<Relation>(sql`
    select ${await blocks.isHiddenIn(db, { viewer: fan, performer, country: sql`pair.country` })} as "isHidden",
      ${isFollowing(fan, performer)} as "isFollowing", ${isSubscribing(db, fan, performer)} as "isSubscribing",
      coalesce((select a.state = 'active' from accounts.accounts a where a.id = case when pair.is_fans then pair.performer else pair.fan end), false) as "isThere",
      ${profiles.messagePriceOf(performer)} as "messagePrice", ${profiles.takesRequestsOf(performer)} as "takesRequests"
    from unnest(${pairs.map(({ performerId }) => performerId)}::uuid[], ${pairs.map(({ fanId }) => fanId)}::uuid[], ${pairs.map(({ country }) => country)}::text[],
      ${pairs.map(({ isFans }) => isFans)}::boolean[]) with ordinality as pair (performer, fan, country, is_fans, place)
    order by pair.place`)
  return asked.map((list) => rows.splice(0, list.length))
})

type Two = Pick<Conversation, 'performerId' | 'fanId'>

export const sideOf = ({ performerId }: Pick<Two, 'performerId'>, accountId: string): Side =>
  performerId === accountId ? 'performer' : 'fan'

/** Of each of these pairs, in their order. */
export function relationsOf(
  db: Db,
  { viewer, country }: { viewer: Pick<Member, 'accountId'>; country: string | undefined },
  pairs: readonly Two[],
): Promise<Relation[]> {
  if (pairs.length === 0) return Promise.resolve([])
  return ask(
    db,
    pairs.map(({ performerId, fanId }) => {
      const isFans = fanId === viewer.accountId
      return { performerId, fanId, isFans, country: isFans ? (country ?? null) : ownNetwork }
    }),
  )
}

/** What it takes to write, in the order in which one would be told. */
export function writingOf(
  viewer: Pick<Member, 'accountId' | 'isAdult'>,
  conversation: Two & Pick<Conversation, 'fanWrote'>,
  relation: Relation,
): Writing {
  if (!viewer.isAdult) return { may: false, why: 'no_adult' }
  if (relation.isHidden) return { may: false, why: 'blocked' }
  if (!relation.isThere) return { may: false, why: 'gone' }
  if (viewer.accountId === conversation.performerId) {
    // Whoever wrote to them gets an answer, whatever they are to each other now.
    const may = relation.isSubscribing || relation.isFollowing || conversation.fanWrote
    return may ? { may } : { may, why: 'not_following' }
  }
  if (relation.isSubscribing) return { may: true }
  if (relation.messagePrice === 0) return { may: false, why: 'closed' }
  return { may: true, price: fromHundredths(relation.messagePrice) }
}
