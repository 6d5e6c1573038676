import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import { sparingly } from '#server/platform/jobs/sparingly.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

function listener() {
  let at = 0
  const said: [string | undefined, number][] = []
  const says = sparingly(
    (error, times) => said.push([error === undefined ? undefined : (error as Error).message, times]),
    () => at,
  )
  return { said, ...says, passes: (seconds: number) => void (at += seconds * 1000) }
}

test('who is away all night is said once, then every five minutes with how often, and once more when it is back', () => {
  const { said, wrong, well, passes } = listener()
  well()
  for (let look = 0; look < 121; look++) {
    wrong(new Error('livekit is away'))
    passes(5)
  }
  well()
  well()
  expect(said).toEqual([
    ['livekit is away', 1],
    ['livekit is away', 60],
    ['livekit is away', 60],
    [undefined, 0],
  ])
})

test('other trouble is said at once, and how many rooms it has at the moment is no other trouble', () => {
  const { said, wrong } = listener()
  const away = () => new Refusal('live_unavailable')
  wrong(new AggregateError([away()], '1 went wrong'))
  wrong(new AggregateError([away(), away()], '2 went wrong'))
  wrong(new AggregateError([away(), new Error('no space left')], '2 went wrong'))
  expect(said).toEqual([
    ['1 went wrong', 1],
    ['2 went wrong', 2],
  ])
})

test('what comes and goes all the time is said no more often than what stays', () => {
  const { said, wrong, well, passes } = listener()
  for (let look = 0; look < 60; look++) {
    wrong(new Error('away'))
    passes(2)
    well()
    passes(2)
  }
  expect(said).toEqual([
    ['away', 1],
    [undefined, 0],
  ])
  passes(300)
  wrong(new Error('away'))
  expect(said.at(-1)).toEqual(['away', 60])
})

test('what is done again and again says its trouble once, and that it is over', async () => {
  let isAway = true
  let looks = 0
  const said: unknown[] = []
  const { stop } = repeatedly(
    1,
    (error) => said.push(error),
    async () => {
      looks++
      if (isAway) throw new Error('away')
    },
  )
  while (looks < 20) await sleep(1)
  isAway = false
  const before = looks
  while (looks < before + 3) await sleep(1)
  await stop()
  expect(said).toEqual([new Error('away'), undefined])
})
