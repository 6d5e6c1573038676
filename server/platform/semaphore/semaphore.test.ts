import { expect, test } from 'vitest'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'

const later = <T>() => Promise.withResolvers<T>()

test('two work at a time, the others follow in the order they came, and one who fails makes room as well', async () => {
  const cores = semaphore(2)
  const heard: string[] = []
  const held = new Map(['a', 'b', 'c', 'd'].map((name) => [name, later<void>()]))
  const all = [...held].map(([name, { promise }]) =>
    cores.run(async () => {
      heard.push(name)
      await promise
      return name
    }),
  )
  await Promise.resolve()
  expect(heard).toEqual(['a', 'b'])
  held.get('a')?.reject(new Error('a failed'))
  await expect(all[0]).rejects.toThrow('a failed')
  expect(heard).toEqual(['a', 'b', 'c'])
  for (const name of ['b', 'c', 'd']) held.get(name)?.resolve()
  expect(await Promise.all(all.slice(1))).toEqual(['b', 'c', 'd'])
})

test('those who are dismissed while they wait never begin, and the next who comes is served', async () => {
  const cores = semaphore(1)
  const held = later<string>()
  const first = cores.run(() => held.promise)
  const second = cores.run(async () => 'never')
  cores.rejectWaiting(new Error('closing'))
  await expect(second).rejects.toThrow('closing')
  held.resolve('first')
  expect(await first).toBe('first')
  expect(await cores.run(async () => 'third')).toBe('third')
})
