// Whom a mass message is for. One query counts them and walks through them: the parts that are included, without those that are excluded, and
// without whoever may not be addressed. For the walk each part is read from an index by the fan's id, no further than a batch goes. Each account is
// looked up: a plan that is made before PostgreSQL knows how many there are would read them all for each of them.
import type { Segment, SegmentPart } from '#contract/talk/campaigns.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { followerIds } from '#server/people/follows/follows.ts'
import { empty, instantsOf, join, sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import * as fans from '#server/talk/fans/fans.ts'
import { leftCampaignIds } from '#server/talk/messaging/messaging.ts'

/** @throws list_gone for a list that is another's or was taken away; invalid for a part that does not say whom it means, or says more than it may */
export async function refuseSegment(db: Db, performerId: string, { include, exclude }: Segment): Promise<void> {
  for (const [field, parts] of Object.entries({ include, exclude })) {
    for (const [place, { of, listId, atLeast, since }] of parts.entries()) {
      const code = (said: unknown, isAsked: boolean) =>
        isAsked && said === undefined ? 'required' : !isAsked && said !== undefined ? 'unknown' : undefined
      const wrongs = Object.entries({
        listId: code(listId, of === 'list'),
        atLeast: code(atLeast, of === 'spenders'),
        since: of === 'spenders' ? undefined : code(since, false),
      }).flatMap(([name, wrong]) => (wrong ? [{ field: `segment.${field}.${place}.${name}`, code: wrong }] : []))
      if (wrongs.length > 0) throw new Refusal('invalid', {}, wrongs)
    }
  }
  const lists = Object.entries({ include, exclude }).flatMap(([field, parts]) =>
    parts.flatMap(({ listId }, place) => (listId === undefined ? [] : [{ listId, field: `segment.${field}.${place}.listId` }])),
  )
  const owned = await fans.ownAmong(
    db,
    performerId,
    lists.map(({ listId }) => listId),
  )
  const gone = lists.find(({ listId }) => !owned.has(listId))
  if (gone) refuseField(gone.field, 'list_gone')
}

/** How many would hear it at this moment. */
export async function count(db: Db, performerId: string, segment: Segment): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*)::integer as total from (${await candidates(db, performerId, segment)}) candidates where "isHeard"`)
  return total
}

export interface Candidate {
  id: string
  name: string
  /** False for whoever is excluded, or may not be addressed. */
  isHeard: boolean
}

/** The next of those who are included, in the order of their ids. */
export async function next(
  db: Db,
  performerId: string,
  segment: Segment,
  window: { after: string | null; limit: number },
): Promise<Candidate[]> {
  return db.many<Candidate>(sql`${await candidates(db, performerId, segment, window)} order by id`)
}

async function candidates(
  db: Db,
  performerId: string,
  { include, exclude, timeZone }: Segment,
  window?: { after: string | null; limit: number },
): Promise<Sql> {
  const idsOf = (part: SegmentPart) => partIds(db, performerId, part, timeZone)
  const after = window && window.after !== null ? sql`where id > ${window.after}` : empty
  const included = include.map((part) =>
    window ? sql`(select id from (${idsOf(part)}) part ${after} order by id limit ${window.limit})` : idsOf(part),
  )
  // Those further on are none of this batch's.
  const upTo = window ? sql`${after === empty ? sql`where` : sql`${after} and`} id <= (select last from reached)` : empty
  const excluded = exclude.map((part) => sql`a.id in (select id from (${idsOf(part)}) part ${upTo})`)
  const conditions = [
    sql`a.state = 'active' and a.role = 'user'`,
    sql`not ${await blocks.isHiddenFrom(db, performerId, { person: sql`a.id`, country: sql`a.country` })}`,
    sql`a.id not in (${leftCampaignIds(performerId)})`,
    ...(excluded.length > 0 ? [sql`not (${join(excluded, ' or ')})`] : []),
  ]
  return sql`
    with included as materialized (
      select id from (${join(included, ' union ')}) parts ${window ? sql`order by id limit ${window.limit}` : empty}
    ), reached as materialized (select id as last from included order by id desc limit 1)
    select a.id, a.name, (${join(conditions, ' and ')}) as "isHeard" from included i
      cross join lateral (select id, name, state, role, country from accounts.accounts where id = i.id limit 1) a`
}

function partIds(db: Db, performerId: string, { of, listId, atLeast = 0, since }: SegmentPart, timeZone: string | undefined): Sql {
  switch (of) {
    case 'followers':
      return followerIds(performerId)
    case 'subscribers':
      return subscriptions.subscriberIds(db, performerId)
    case 'expired':
      return subscriptions.formerSubscriberIds(db, performerId)
    case 'spenders':
      return earnings.spenderIds(performerId, { atLeast: toHundredths(atLeast), since: instantsOf({ fromDate: since, timeZone }).from })
    case 'list':
      return fans.memberIds(listId ?? refuse('not_found'))
  }
}
