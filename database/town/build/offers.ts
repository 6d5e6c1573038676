// Offers are made by the doors that creators use, on their days; a gift is paid as a fan would pay it.
import type { Tx } from '#server/platform/db/db.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as payments from '#server/money/payments/payments.ts'
import { give } from '#server/money/gifts/gifts.ts'
import * as offers from '#server/money/offers/offers.ts'
import * as settings from '#server/site/settings/settings.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { at } from '#database/town/build/one-transaction.ts'
import { bundles, gifts, promotions, resting, tiers } from '#database/town/offers.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** After the history is told: what its people paid then is what was asked then. */
export async function offer(tx: Tx, cast: Cast): Promise<void> {
  const daysAgo = (days: number) => at(tx, new Date(tx.now.getTime() - days * dayMs))
  const idOf = (username: string) => cast.of(username).member.accountId
  for (const [creator, prices] of Object.entries(bundles)) await profiles.update(daysAgo(50), idOf(creator), prices)
  for (const { creator, name, description, benefits, freeMessages = false, monthlyPrice, yearlyPrice } of tiers)
    await offers.tiers.create(daysAgo(40), idOf(creator), {
      name,
      description,
      benefits: [...benefits],
      freeMessages,
      monthlyPrice: toHundredths(monthlyPrice),
      yearlyPrice: yearlyPrice === undefined ? null : toHundredths(yearlyPrice),
    })
  for (const { creator, startedDaysAgo, startsInDays, days, types, maxUses = null, ...rest } of promotions) {
    const then = daysAgo(startedDaysAgo)
    const startsAt = startsInDays === undefined ? then.now : new Date(tx.now.getTime() + startsInDays * dayMs)
    const endsAt = new Date(startsAt.getTime() + days * dayMs)
    await offers.promotions.create(then, idOf(creator), {
      ...rest,
      types: [...types],
      tierId: null,
      maxUses,
      startsAt,
      endsAt,
    })
  }
  for (const { giver, recipient, creator, daysAgo: days, ...gift } of gifts) {
    const then = daysAgo(days)
    const { member, country } = cast.of(giver)
    const given = await give(then, member, country, { ...gift, performerId: idOf(creator), giftTo: recipient })
    if (given.status !== 'succeeded') await payments.settleAtOnce(at(tx, new Date(then.now.getTime() + 40_000)), given.transactionId)
  }
  await rest(at(tx, new Date(tx.now.getTime() - resting.hoursAgo * hourMs)), cast)
}

/** For an hour the site counted in another currency. Whoever said their prices in that hour has prices of that currency. */
async function rest(tx: Tx, cast: Cast): Promise<void> {
  const { currency } = await settings.current(tx)
  await count(tx, resting.currency, cast.staffId)
  await profiles.update(tx, cast.of(resting.creator).member.accountId, { monthlyPrice: resting.monthlyPrice })
  await count(at(tx, new Date(tx.now.getTime() + hourMs)), currency, cast.staffId)
}

async function count(tx: Tx, currency: string, by: string): Promise<void> {
  await settings.save(tx, { currency }, by)
  settings.forget()
}
