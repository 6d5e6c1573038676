// What was paid in shows that are over: tips while they went on, and private shows by the minute. Whoever pays tops up before.
import { shows } from '../streams.ts'
import { days, type Event } from './event.ts'

const forTwo = { fan: 'xiaoman', creator: 'papertheatre', hoursAgo: days(2) + 3, minutes: 9 } as const

export const inShows = (): Event[] => [
  ...shows.flatMap(({ key, creator, hoursAgo, tips }) =>
    tips.flatMap(([fan, minute, tokens, message]): Event[] => [
      { kind: 'topUp', hoursAgo: hoursAgo + 0.5, fan, package: 'first' },
      { kind: 'tip', hoursAgo: hoursAgo - minute / 60, fan, creator, tokens, message, show: key },
    ]),
  ),
  // Nine minutes cost what she tops up: 小滿’s wallet ends as it would have without.
  { kind: 'topUp', hoursAgo: forTwo.hoursAgo + 0.2, fan: forTwo.fan, package: 'evening' },
  { kind: 'privateShow', ...forTwo, note: '想看你把那隻鶴重新摺一次' },
]
