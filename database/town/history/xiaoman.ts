// 小滿, the fan whose sign-in the demo gives away. Her wallet ends at exactly 1,280 tokens, with 《零點之後》 still locked,
// so that a newcomer can unlock it first thing.
import { days, type Event } from './event.ts'
import { told } from './subscription.ts'

const fan = 'xiaoman'

export const xiaoman = (now: Date): Event[] => [
  ...['papertheatre', 'nightradio', 'linmu', 'mistriver', 'ache.piano', 'harborlight'].map(
    (creator, index): Event => ({ kind: 'follow', hoursAgo: days(56) - index * 30, fan, creator }),
  ),
  { kind: 'topUp', hoursAgo: days(55), fan, package: 'evening' },
  ...told({ fan, creator: 'papertheatre', hoursAgo: days(48), period: 'monthly', by: 'card' }, now),
  { kind: 'unlock', hoursAgo: days(52), fan, post: 'paper-monologue' },
  { kind: 'tip', hoursAgo: days(47), fan, creator: 'linmu', tokens: 30, message: '第一次聽現場，謝謝你唱那首慢的' },
  ...told({ fan, creator: 'nightradio', hoursAgo: days(36), period: 'monthly', by: 'card', cancelledHoursAgo: days(2.5) }, now),
  { kind: 'topUp', hoursAgo: days(33), fan, package: 'first' },
  { kind: 'unlock', hoursAgo: days(30), fan, post: 'mist-eaves' },
  { kind: 'declined', hoursAgo: days(20) + 0.2, fan, package: 'evening' },
  { kind: 'topUp', hoursAgo: days(20), fan, package: 'evening', keepsCard: true, coupon: 'WELCOME' },
  { kind: 'tip', hoursAgo: days(16), fan, creator: 'inkworks', tokens: 30, message: '印泥那顆太陽，我笑了很久' },
  { kind: 'unlock', hoursAgo: days(3) + 2, fan, post: 'ink-winter' },
  { kind: 'tip', hoursAgo: days(3) + 1.8, fan, creator: 'papertheatre', tokens: 50, message: '海好美' },
  { kind: 'unlock', hoursAgo: 46, fan, post: 'mist-request' },
  { kind: 'refund', hoursAgo: 26.4, fan, post: 'mist-request', reason: '霧川取消了點播，代幣退回' },
  { kind: 'unlock', hoursAgo: 26, fan, post: 'mist-storm' },
  { kind: 'topUp', hoursAgo: 1, fan, package: 'season' },
  { kind: 'tip', hoursAgo: 0.8, fan, creator: 'linmu', tokens: 50, message: '安可', post: 'linmu-encore' },
  ...['paper-tide', 'linmu-encore', 'mist-river', 'piano-three', 'harbor-ghost', 'ink-morning', 'paper-moon', 'radio-letter'].map(
    (post, index): Event => ({ kind: 'like', hoursAgo: 0.6 + index * 0.02, fan, post }),
  ),
  ...['paper-tide', 'ink-leaf', 'cuts-arches', 'lantern-new'].map(
    (post, index): Event => ({ kind: 'bookmark', hoursAgo: 0.5 + index * 0.02, fan, post }),
  ),
]
