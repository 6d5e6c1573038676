// What the view rule depends on: one question for a reader and a list of works, and for everybody who asks in the same moment.
import type { Facts, Reader } from '#server/catalogue/access/rule.ts'
import { referenceOf } from '#server/catalogue/access/receipts.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import { sql, type Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

/** As much of a work as is asked about. */
export type Asked = Pick<Work, 'id' | 'creatorId'>

interface Question {
  viewerId: string | null
  country: string | null
  list: readonly Asked[]
}

const ask = gathered(async (db, asked: Question[]) => {
  const pairs = asked.flatMap(({ viewerId, country, list }) => list.map(({ id, creatorId }) => ({ viewerId, country, id, creatorId })))
  const [viewer, country, creator] = [sql`pair.viewer`, sql`pair.country`, sql`pair.creator`]
  // What is free today may have been sold yesterday, and what was bought stays readable after a block: so receipts are looked for always.
  const facts = await db.many<Facts>(sql`
    select ${await blocks.isHiddenIn(db, { viewer, country, performer: creator })} as "isHidden",
      ${isFollowing(viewer, creator)} as "isFollowed", ${isSubscribing(db, viewer, creator)} as "isSubscribed",
      ${wallet.hasReceipt(viewer, sql`pair.reference`)} as "isBought"
    from unnest(${pairs.map((pair) => pair.viewerId)}::uuid[], ${pairs.map((pair) => pair.country)}::text[], ${pairs.map((pair) => pair.creatorId)}::uuid[],
      ${pairs.map(({ id }) => referenceOf(id))}::text[]) with ordinality as pair (viewer, country, creator, reference, place)
    order by pair.place`)
  return asked.map(({ list }) => facts.splice(0, list.length))
})

export async function factsOf(db: Db, { viewer, country }: Reader, list: readonly Asked[]): Promise<Map<string, Facts>> {
  if (list.length === 0) return new Map()
  const [closed, facts] = await Promise.all([
    blocks.checkCountry(db, country),
    ask(db, { viewerId: idOf(viewer) ?? null, country: country ?? null, list }),
  ])
  return new Map(
    list.map(({ id }, place) => {
      const found = facts[place] ?? never()
      return [id, { ...found, isHidden: closed.blocked || found.isHidden }]
    }),
  )
}

function never(): never {
  throw new Error('a work without an answer')
}
