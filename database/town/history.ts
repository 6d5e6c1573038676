// Everything that happened in the town before today, oldest first: feed it to the doors in this order.
// Promises (and town.test.ts proves) that no wallet is ever overdrawn and nobody buys what was not yet published.
import { crowd } from './history/crowd.ts'
import { days, type Event } from './history/event.ts'
import { asking } from './history/requests.ts'
import { shopping } from './history/shopping.ts'
import { inShows } from './history/shows.ts'
import { told } from './history/subscription.ts'
import { xiaoman } from './history/xiaoman.ts'

export { reckon } from './history/bookkeeper.ts'
export { costOf } from './history/cost.ts'
export { type Event, inTokens } from './history/event.ts'

/** What goes wrong in any town: a month that staff gave back, a dispute that was lost, and a refund that no report had told of. */
const mishaps: readonly Event[] = [
  { kind: 'topUp', hoursAgo: days(5) + 0.4, fan: 'dong.zhi', package: 'first' },
  { kind: 'subscribe', hoursAgo: days(5), fan: 'dong.zhi', creator: 'velvet.curtain', period: 'monthly', by: 'wallet' },
  {
    kind: 'refundPeriod',
    hoursAgo: days(4),
    fan: 'dong.zhi',
    creator: 'velvet.curtain',
    period: 'monthly',
    reason: '按錯了，還沒有看任何內容，全額退回',
  },
  { kind: 'topUp', hoursAgo: 84, fan: 'kuo.midnight', package: 'first' },
  { kind: 'disputed', hoursAgo: 80, fan: 'kuo.midnight', package: 'first' },
  { kind: 'disputeLost', hoursAgo: 20, fan: 'kuo.midnight' },
  { kind: 'topUp', hoursAgo: 30, fan: 'umbrella.hsu', package: 'evening' },
  { kind: 'gaveBack', hoursAgo: 7, fan: 'umbrella.hsu', package: 'evening', dollars: 12 },
]

/** What a town also needs to show: a trial still running, a patron, one fan and one country kept out. */
const byHand = (now: Date): Event[] => [
  ...told({ fan: 'yun.ching', creator: 'spot.three', hoursAgo: 9, period: 'monthly', by: 'trial', afterTrial: 'card' }, now),
  { kind: 'tip', hoursAgo: 0.2, fan: 'chen.yuan', creator: 'papertheatre', tokens: 88, message: '潮水那一幕，我看了三遍' },
  { kind: 'topUp', hoursAgo: 40, fan: 'chen.yuan', package: 'patron', coupon: 'AUTUMN' },
  { kind: 'tip', hoursAgo: 38, fan: 'chen.yuan', creator: 'velvet.curtain', tokens: 1500, message: '給停電那晚的每一個人' },
  {
    kind: 'blockFan',
    hoursAgo: days(6),
    creator: 'harborlight',
    fan: 'dario.m',
    reason: 'Kept asking for recordings of other people in the house.',
  },
  { kind: 'blockCountry', hoursAgo: days(30), creator: 'harborlight', country: 'IE' },
]

/** Oldest first. Everything but the months of subscriptions is the same whenever it is told. */
export function historyUntil(now: Date): Event[] {
  return [...xiaoman(now), ...crowd(now), ...shopping(), ...asking(), ...inShows(), ...byHand(now), ...mishaps]
    .filter((event) => !afterBlock(event))
    .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
}

/** Harbor Light and the fan she blocked have nothing more to do with each other after that day. */
function afterBlock(event: Event): boolean {
  if (!('fan' in event) || event.fan !== 'dario.m' || event.hoursAgo >= days(6) || event.kind === 'topUp') return false
  return ('creator' in event && event.creator === 'harborlight') || ('post' in event && (event.post?.startsWith('harbor-') ?? false))
}
