import type { offers } from '#contract/money/offers.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { promotions, tiers } from '#server/money/offers/offers.ts'
import { shownOwnPromotion, shownOwnTier, shownPromotion, shownTier } from '#server/money/offers/shown.ts'
import { current } from '#server/site/settings/settings.ts'

export const handlers: Handlers<typeof offers> = {
  async ofPerformer(call, { id }) {
    const viewerId = idOf(call.viewer)
    const performer = (await accounts.people(call.db, [id])).get(id)
    if (performer?.role !== 'performer' || performer.state !== 'active') refuse('not_found')
    if ((await blocks.isHidden(call.db, viewerId, call.country(), [id])).has(id)) refuse('not_found')
    const [sold, open] = [await tiers.sold(call.db, id), await promotions.openTo(call.db, id, viewerId)]
    return { tiers: sold.map(shownTier), promotions: open.map(shownPromotion) }
  },

  async tiers({ db, viewer }) {
    const { currency } = await current(db)
    return (await tiers.all(db, viewer.accountId)).map((tier) => shownOwnTier(tier, tier.subscribers, currency))
  },

  async createTier({ db, viewer }, { name, monthlyPrice, ...rest }) {
    const asked = { ...changesOf(rest), name, monthlyPrice: toHundredths(monthlyPrice) }
    const tier = await db.transaction((tx) => tiers.create(tx, viewer.accountId, asked))
    return shownOwnTier(tier, 0, tier.currency)
  },

  async editTier({ db, viewer }, { id, ...changes }) {
    const tier = await db.transaction((tx) => tiers.edit(tx, viewer.accountId, id, changesOf(changes)))
    return shownOwnTier(tier, await tiers.subscribersOf(db, id), (await current(db)).currency)
  },

  async retireTier({ db, viewer }, { id }) {
    const tier = await db.transaction((tx) => tiers.retire(tx, viewer.accountId, id))
    return shownOwnTier(tier, await tiers.subscribersOf(db, id), (await current(db)).currency)
  },

  async promotions({ db, viewer }, filter) {
    const { rows, total } = await promotions.list(db, viewer.accountId, filter)
    return { data: rows.map((row) => shownOwnPromotion(row, db.now)), total }
  },

  async createPromotion({ db, viewer }, { tierId = null, maxUses = null, startsAt, endsAt, ...asked }) {
    const dates = { startsAt: startsAt === undefined ? undefined : new Date(startsAt), endsAt: new Date(endsAt) }
    const promotion = await db.transaction((tx) => promotions.create(tx, viewer.accountId, { ...asked, tierId, maxUses, ...dates }))
    return shownOwnPromotion(promotion, db.now)
  },

  async endPromotion({ db, viewer }, { id }) {
    return shownOwnPromotion(await db.transaction((tx) => promotions.end(tx, viewer.accountId, id)), db.now)
  },
}

interface Sent {
  name?: string
  description?: string
  benefits?: string[]
  freeMessages?: boolean
  monthlyPrice?: number
  threeMonthPrice?: number | null
  sixMonthPrice?: number | null
  yearlyPrice?: number | null
}

const words = ['name', 'description', 'benefits', 'freeMessages'] as const
const amounts = ['monthlyPrice', 'threeMonthPrice', 'sixMonthPrice', 'yearlyPrice'] as const

/** What was sent, and nothing else: an absent field leaves what stands. */
function changesOf(sent: Sent): Partial<tiers.Words> {
  const changes: Record<string, unknown> = {}
  for (const key of words) if (sent[key] !== undefined) changes[key] = sent[key]
  for (const key of amounts) {
    const amount = sent[key]
    if (amount !== undefined) changes[key] = amount === null ? null : toHundredths(amount)
  }
  return changes
}
