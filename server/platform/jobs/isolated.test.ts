import { expect, test } from 'vitest'
import { runIsolated } from '#server/platform/jobs/isolated.ts'

test('what hangs or fails keeps no other from its turn, and what went wrong is told', async () => {
  let release = () => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  const done: string[] = []
  const all = runIsolated(
    ['hangs', 'fails', 'third', 'fourth'],
    async (each) => {
      if (each === 'hangs') await hanging
      if (each === 'fails') throw new Error(each)
      done.push(each)
      if (each === 'fourth') release()
    },
    2,
  )
  expect(await all).toEqual([new Error('fails')])
  expect(done).toEqual(['third', 'fourth', 'hangs'])
})

test('one after the other, where nothing else is asked for; of none, none', async () => {
  let under = 0
  const most: number[] = []
  await runIsolated([1, 2, 3], async () => {
    most.push(++under)
    await Promise.resolve()
    under--
  })
  expect(most).toEqual([1, 1, 1])
  expect(await runIsolated([], () => Promise.reject(new Error('never')), 4)).toEqual([])
})
