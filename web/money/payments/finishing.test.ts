import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, recall, remember, type Unfinished } from '#web/money/payments/finishing.ts'

const performer = { _id: 'lan', name: '阿嵐', username: 'lan' }
const tip: Unfinished = { kind: 'tip', performer, key: 'k', amount: '70', message: '謝謝你的夏天', feedId: 'post' }
const month: Unfinished = { kind: 'subscribe', performer, key: 'k', plan: 'monthly', price: 4.35 }
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('window', {
    sessionStorage: {
      setItem: (key: string, value: string) => void kept.set(key, value),
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tip comes back from the payment page with its words and its key, a month with its price', () => {
  for (const unfinished of [tip, month, { kind: 'subscribed', performer } as const]) {
    remember('mei', unfinished)
    expect(recall('mei')).toMatchObject(unfinished)
  }
  forget('mei')
  expect(recall('mei')).toBeUndefined()
})

test('what one person agreed to is not paid by whoever signs in after them in the same tab', () => {
  remember('mei', tip)
  expect(recall('an')).toBeUndefined()
})

test('a payment page that was left open for hours finishes nothing', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  remember('mei', tip)
  vi.setSystemTime(new Date('2026-11-21T14:00:01Z'))
  expect(recall('mei')).toBeUndefined()
})

test('what somebody else left in the storage finishes nothing', () => {
  const at = Date.now()
  for (const text of [
    '',
    'null',
    '7',
    'not json',
    JSON.stringify(tip),
    JSON.stringify({ ...tip, at, key: 7 }),
    JSON.stringify({ ...tip, at, performer: { name: '阿嵐' } }),
    JSON.stringify({ ...month, at, price: '4.35' }),
    JSON.stringify({ ...month, at, kind: 'refund' }),
  ]) {
    kept.set('finish:mei', text)
    expect(recall('mei'), text).toBeUndefined()
  }
})
