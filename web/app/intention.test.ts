import { expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import { intend } from '#web/app/intention.ts'

test('a fan who presses again because no answer came sends the same key, and another one after an answer', async () => {
  const held = new Map<string, string>()
  const keys: (string | undefined)[] = []
  const press = (wanted: unknown, ends: 'answered' | 'refused' | 'lost') =>
    intend(held, wanted, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (ends === 'lost') throw new TypeError('fetch failed')
      if (ends === 'refused') throw new Refused(422, {})
    }).catch(() => undefined)
  await press({ id: 1 }, 'lost')
  await press({ id: 2 }, 'lost')
  await press({ id: 1 }, 'refused')
  await press({ id: 1 }, 'answered')
  await press({ id: 1 }, 'answered')
  expect(keys[2], 'the answer to the first press was lost').toBe(keys[0])
  expect(new Set(keys).size, 'what is wanted anew has a key of its own').toBe(4)
})
