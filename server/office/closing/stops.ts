// What stands in the way of closing an account: somebody else's money or goods, or one's own that would be lost on the way.
import type { ClosingStop } from '#contract/office/closing.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Db } from '#server/platform/db/db.ts'
import { stepOf, tokensInMoney } from '#server/platform/units/units.ts'
import * as live from '#server/stage/live/live.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as requests from '#server/talk/requests/requests.ts'

interface Stop {
  what: ClosingStop
  count: number
}

export interface Standing {
  stops: Stop[]
  /** Hundredths of a token. */
  balance: number
  earnings: number
  /** What goes back to subscribers. */
  givenBack: number
}

/** At this moment; in hundredths of a token. */
export async function standingOf(db: Db, account: accounts.Account): Promise<Standing> {
  const { id, role } = account
  const [balance, { freeze }, orders, asked, held, shows, paying] = [
    await wallet.balanceOf(db, id),
    await wallet.stateOf(db, id),
    await shop.underWay(db, id),
    await requests.openOf(db, id),
    await messaging.countHeldOf(db, id),
    await live.openOf(db, id),
    await payments.countUnderWay(db, id),
  ]
  const sold = role === 'performer' ? await asSeller(db, id) : undefined
  const other = await accounts.heldBy(db, id)
  const counted: Partial<Record<ClosingStop, number>> = {
    ...sold?.stops,
    shipments: orders.sold,
    shows: shows.shows,
    requests: asked.length,
    messages: held,
    orders: orders.bought,
    places: shows.places,
    payment: paying,
    frozen: Number(freeze !== undefined),
    // One that waits for staff, or was refused by them, nobody can enter: it goes along.
    other_account: Number(other?.state === 'active'),
    last_staff: Number(role === 'staff' && (await accounts.staff(db)).every((each) => each.id === id)),
  }
  return {
    stops: Object.entries(counted).flatMap(([what, count]) => (count > 0 ? [{ what: what as ClosingStop, count }] : [])),
    balance: Math.max(0, balance),
    earnings: sold?.earnings ?? 0,
    givenBack: sold?.givenBack ?? 0,
  }
}

/**
 * What is earned is paid out first, but for what goes back to subscribers, which has to be there: the site would pay it otherwise. What is left and less than
 * can be paid out stays in the books.
 */
async function asSeller(db: Db, id: string) {
  const [found, unused, open] = [await payouts.calculate(db, id), await subscriptions.unusedOf(db, id), await payouts.openOf(db, id)]
  const { balance, rate, currency, minimum } = found
  const free = balance - unused.ofEarnings
  const stops: Partial<Record<ClosingStop, number>> = {
    payout: Number(open !== undefined),
    earnings: Number(free > 0 && tokensInMoney(free, rate, stepOf(currency)) >= minimum),
    // What was taken back after it had been paid out is owed to the site, and only its creator can make it good.
    debt: Number(balance < 0),
    disputes: await earnings.countChargedBack(db, id, await payments.disputing(db)),
    subscribers: free < 0 && unused.ofEarnings > 0 ? (await subscriptions.runningOf(db, 'performer', id)).length : 0,
  }
  return { stops, earnings: Math.max(0, balance), givenBack: unused.tokens }
}
