import { expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import { Intentions, isNo } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'

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

test('only a no says that nothing was done: a lost answer does not, nor one that something broke on the way', () => {
  for (const status of [402, 409, 422, 429]) expect(isNo(new Refused(status, { code: 'price_changed' })), `${status}`).toBe(true)
  for (const status of [500, 502, 503, 504]) expect(isNo(new Refused(status, undefined)), `${status}`).toBe(false)
  expect(isNo(new TypeError('network'))).toBe(false)
  // Judged before anything began: a list that a file is held against is not there.
  expect(isNo(new Refused(503, { code: 'file_check_unavailable', errors: [{ field: 'file', code: 'x', message: '…' }] }))).toBe(true)
})

test('whoever answers without words, as a proxy does, is not quoted: what is usually said then is said', () => {
  expect(sentenceOf(new Refused(502, undefined), '不確定有沒有完成')).toBe('不確定有沒有完成')
  expect(sentenceOf(new Refused(503, { code: 'maintenance', message: '維護中' }), '不確定有沒有完成')).toBe('維護中')
})
