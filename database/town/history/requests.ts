// What the town's fans asked for, step by step among all other events. What is accepted leaves a wallet at once, and comes back where nothing is delivered.
import { daysToAccept } from '#contract/talk/request-names.ts'
import { type TownRequest, requests } from '../requests.ts'
import { days, type Event, type RequestStep } from './event.ts'

/** What ran out is written down by the next job. */
const untilWrittenDown = 0.05

export const asking = (): Event[] => [
  // Whoever lacks the tokens tops up before; 小滿’s wallet ends as it would have without.
  { kind: 'topUp', hoursAgo: days(11) + 0.3, fan: 'xiaoman', package: 'first' },
  { kind: 'topUp', hoursAgo: days(4.5) + 0.2, fan: 'zhi.yin', package: 'first' },
  ...requests.flatMap((request) =>
    stepsOf(request)
      .filter(([, hoursAgo]) => hoursAgo > 0)
      .map(([step, hoursAgo]): Event => {
        const { fan, creator, key } = request
        return { kind: 'request', hoursAgo, fan, creator, request: key, step }
      }),
  ),
]

function stepsOf({ hoursAgo, quote, acceptedHoursAgo, end }: TownRequest): [RequestStep, number][] {
  const steps: [RequestStep, number][] = [['asked', hoursAgo]]
  if (quote) steps.push(['quoted', quote.hoursAgo])
  if (acceptedHoursAgo !== undefined) steps.push(['accepted', acceptedHoursAgo])
  if (end) steps.push([end.how, end.hoursAgo])
  else if (quote && acceptedHoursAgo !== undefined) steps.push(['overdue', acceptedHoursAgo - days(quote.days) - untilWrittenDown])
  else if (quote) steps.push(['expired', quote.hoursAgo - days(daysToAccept) - untilWrittenDown])
  return steps
}
