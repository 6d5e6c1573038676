import { expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import { Intentions } from '#web/app/act.ts'

async function keysOf(...answers: (() => Promise<unknown>)[]): Promise<string[]> {
  const intentions = new Intentions()
  const keys: string[] = []
  for (const answer of answers) {
    const attempt = intentions.attempt(['a tip', 10], ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      return answer()
    })
    await attempt.catch(() => {})
  }
  return keys
}
const lost = () => Promise.reject(new TypeError('network'))
const away = () => Promise.reject(new Refused(503, { code: 'away' }))
const no = () => Promise.reject(new Refused(402, { code: 'not_enough_tokens' }))
const yes = () => Promise.resolve('given')

test('whoever presses again after an answer was lost tries the same thing, and pays once', async () => {
  const [first, second, third, fourth] = await keysOf(lost, away, yes, yes)
  expect(second).toBe(first)
  expect(third).toBe(first)
  expect(fourth).not.toBe(first)
})

test('after a no the next press is another try, and so is anything else that is asked for', async () => {
  const [first, second] = await keysOf(no, yes)
  expect(second).not.toBe(first)
  const intentions = new Intentions()
  const keys: string[] = []
  for (const amount of [10, 20]) await intentions.attempt([amount], async ({ idempotencyKey }) => keys.push(idempotencyKey))
  expect(new Set(keys).size).toBe(2)
})
