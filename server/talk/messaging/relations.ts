// How the two people of a conversation stand to each other, and what it takes to write there (calls.md section 0): one question for all who ask
// in the same moment.
import type { Writing } from '#contract/talk/messaging.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { conversationColumns, type Conversation, type Side } from '#server/talk/messaging/conversation-queries.ts'

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

/** Of a pair of the query around it. */
async function relationColumns(db: Db): Promise<Sql> {
  const [fan, performer] = [sql`pair.fan`, sql`pair.performer`]
  return sql`
    ${await blocks.isHiddenIn(db, { viewer: fan, performer, country: sql`pair.country` })} as "isHidden",
    ${isFollowing(fan, performer)} as "isFollowing", ${isSubscribing(db, fan, performer)} as "isSubscribing",
    coalesce((select a.state = 'active' from accounts.accounts a where a.id = case when pair.is_fans then pair.performer else pair.fan end), false) as "isThere",
    ${profiles.messagePriceOf(performer)} as "messagePrice", ${profiles.takesRequestsOf(performer)} as "takesRequests"`
}

const ask = gathered(async (db, asked: Pair[][]) => {
  const pairs = asked.flat()
  const rows = await db.many<Relation>(sql`
    select ${await relationColumns(db)}
    from unnest(${pairs.map(({ performerId }) => performerId)}::uuid[], ${pairs.map(({ fanId }) => fanId)}::uuid[], ${pairs.map(({ country }) => country)}::text[],
      ${pairs.map(({ isFans }) => isFans)}::boolean[]) with ordinality as pair (performer, fan, country, is_fans, place)
    order by pair.place`)
  return asked.map((list) => rows.splice(0, list.length))
})

/** One's own conversation and how its two people stand to each other, for whoever writes there; undefined for anybody else's. */
export function standingOf(db: Db, { viewer, country }: Actor, id: string): Promise<(Conversation & Relation) | undefined> {
  return askStanding(db, { id, accountId: viewer.accountId, country: country ?? null })
}

const askStanding = gathered(async (db, asked: { id: string; accountId: string; country: string | null }[]) => {
  const rows = await db.many<Conversation & Relation & { place: number }>(sql`
    select pair.place, ${conversationColumns}, ${await relationColumns(db)}
    from (
      select asked.place, asked.id, o.performer_id as performer, o.fan_id as fan, o.fan_id = asked.account_id as is_fans,
        case when o.fan_id = asked.account_id then asked.country else ${ownNetwork} end as country
      from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ accountId }) => accountId)}::uuid[], ${asked.map(({ country }) => country)}::text[])
        with ordinality as asked (id, account_id, country, place)
      join messaging.conversations o on o.id = asked.id and o.kind = 'private' and asked.account_id in (o.fan_id, o.performer_id)
    ) as pair join messaging.conversations c on c.id = pair.id`)
  const found = new Map(rows.map(({ place, ...standing }) => [place, standing]))
  return asked.map((_each, nth) => found.get(nth + 1))
})

type Two = Pick<Conversation, 'performerId' | 'fanId'>

export const sideOf = ({ performerId }: Pick<Two, 'performerId'>, accountId: string): Side =>
  performerId === accountId ? 'performer' : 'fan'

/** Whether this one of the two wants it to be unread although they read it. */
export const isMarkedUnread = (conversation: Conversation, accountId: string): boolean =>
  sideOf(conversation, accountId) === 'performer' ? conversation.markedUnreadByPerformer : conversation.markedUnreadByFan

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

/** Words that come with a tip are words: whoever pays for a message gives as much at least. @param amount hundredths of a token */
export const mayCarryWords = ({ price }: Writing, amount: number): boolean => price === undefined || amount >= toHundredths(price)
