// The other thirty fans. Who likes whom is written down; when exactly they clicked is chance with a seed, so it never changes.
// Top-ups follow from what is bought: whoever lacks tokens tops up a few minutes before, as people do.
import { chanceFor } from '../art/chance.ts'
import { creators, fans } from '../people.ts'
import { posts } from '../posts.ts'
import { costOf } from './cost.ts'
import { days, type Event, type PackageKey, packages } from './event.ts'
import { type Subscribed, told } from './subscription.ts'
import { tipWords } from './words.ts'

/** How many of the crowd each creator draws, out of ten. */
const draw: Readonly<Record<string, number>> = {
  papertheatre: 9,
  nightradio: 7,
  linmu: 8,
  inkworks: 5,
  'spot.three': 4,
  'velvet.curtain': 6,
  mistriver: 6,
  'ache.piano': 5,
  'lantern.lane': 4,
  'marlowe.cuts': 7,
  harborlight: 8,
  'ines.weaves': 8,
}

export function crowd(now: Date): Event[] {
  return fans
    .filter((fan) => fan.username !== 'xiaoman')
    .flatMap((fan) => lifeOf(fan.username, fan.locale === 'en-US', fan.joinedDaysAgo, now))
}

function lifeOf(fan: string, english: boolean, joinedDaysAgo: number, now: Date): Event[] {
  const chance = chanceFor(`life/${fan}`)
  const since = days(Math.min(58, joinedDaysAgo - 1))
  const events: Event[] = []
  for (const creator of creators) {
    const near = (creator.locale === 'en-US') === english
    const appeal = ((draw[creator.username] ?? 3) / 10) * (near ? 1 : 0.45)
    if (!chance.yes(appeal)) continue
    const followed = since - chance.between(1, since * 0.5)
    events.push({ kind: 'follow', hoursAgo: followed, fan, creator: creator.username })
    const subscription = subscriptionOf(fan, creator.username, creator.freeTrial, followed, chance.next(), chance.next())
    if (subscription) events.push(...told(subscription, now))
    for (const post of posts.filter((one) => one.creator === creator.username && one.hoursAgo < followed - 2)) {
      const seen = post.hoursAgo * chance.between(0.1, 0.96)
      if (post.audience === 'ppv' && chance.yes(0.3)) events.push({ kind: 'unlock', hoursAgo: seen, fan, post: post.key })
      if (post.audience === 'free' || post.audience === 'followers') {
        if (chance.yes(0.55)) events.push({ kind: 'like', hoursAgo: seen * 0.98, fan, post: post.key })
        if (chance.yes(0.09)) events.push({ kind: 'bookmark', hoursAgo: seen * 0.97, fan, post: post.key })
      }
    }
    const words = tipWords[creator.username]
    if (words && chance.yes(0.42))
      events.push({
        kind: 'tip',
        hoursAgo: chance.between(0.3, followed * 0.9),
        fan,
        creator: creator.username,
        tokens: chance.pick([10, 20, 30, 50, 50, 100, 200]),
        message: chance.pick(words),
      })
  }
  return withTopUps(fan, events, chance.pick(['first', 'evening', 'evening', 'season']))
}

/** About every third follower subscribes; the two numbers (0 to 1) decide whether and how. */
function subscriptionOf(
  fan: string,
  creator: string,
  trial: boolean,
  followed: number,
  whether: number,
  how: number,
): Subscribed | undefined {
  if (whether > 0.38 || followed < 30) return undefined
  const hoursAgo = followed * (0.6 + 0.35 * how)
  const base = { fan, creator, hoursAgo, period: 'monthly' as const }
  if (trial && how < 0.14) return { ...base, by: 'trial' }
  if (trial && how < 0.26) return { ...base, by: 'trial', afterTrial: 'card' }
  if (how < 0.38) return { ...base, by: 'card', cancelledHoursAgo: hoursAgo * 0.7 }
  if (how < 0.5) return { ...base, period: 'yearly', by: 'card' }
  return { ...base, by: how < 0.78 ? 'wallet' : 'card' }
}

function withTopUps(fan: string, events: Event[], usual: PackageKey): Event[] {
  const life: Event[] = []
  let balance = 0
  for (const event of events.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    while (balance < costOf(event)) {
      const bought = packages.find((one) => one.key === usual)
      if (!bought) break
      life.push({ kind: 'topUp', hoursAgo: event.hoursAgo + 0.1, fan, package: usual })
      balance += bought.tokens + bought.bonusTokens
    }
    balance -= costOf(event)
    life.push(event)
  }
  return life
}
