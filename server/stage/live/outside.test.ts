// How those who carry streams are looked after.
import { afterEach, expect, test, vi } from 'vitest'
import { watchProviders } from '#server/stage/live/outside.ts'
import { useProviders, type Provider } from '#server/stage/live/providers.ts'

afterEach(() => {
  vi.useRealTimers()
  useProviders([])
})

test('a provider whose answer is long in coming, or that fails, keeps no other from being looked after', async () => {
  vi.useFakeTimers()
  const said: unknown[] = []
  const looks = { well: 0, failing: 0 }
  const slow = Promise.withResolvers<void>()
  const named = (reconcile?: () => Promise<void>) => ({ ...(reconcile && { reconcile }) }) as Provider
  useProviders([
    named(),
    named(() => slow.promise),
    named(async () => {
      looks.failing += 1
      throw new Error('away')
    }),
    named(async () => void (looks.well += 1)),
  ])
  const watch = watchProviders((error) => said.push(error))
  await vi.advanceTimersByTimeAsync(21_000)
  expect(looks).toEqual({ well: 5, failing: 5 })
  // It is said once, and again when some minutes have passed.
  expect(said).toEqual([new Error('away')])
  slow.resolve()
  await watch.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual({ well: 5, failing: 5 })
})
