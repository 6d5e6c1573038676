import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Wish } from '#web/people/accounts/door/wish.ts'

const tip: Wish = { key: 'tip:lan', kind: 'tip', of: { name: '阿嵐' }, cost: '70代幣', typed: { amount: '70', message: '謝謝' } }
let kept: Map<string, string>

/** Each time as a page that was just loaded: what it found is read once. */
async function page() {
  vi.resetModules()
  return import('#web/people/accounts/door/wish.ts')
}

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('window', {
    location: { pathname: '/lan' },
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

test('what a visitor wanted is there after a reload, with what they typed, for what it was wanted of, and once', async () => {
  ;(await page()).keep(tip)
  const { take } = await page()
  expect(take('tip:someone else')).toBeUndefined()
  expect(take('tip:lan')).toMatchObject(tip)
  expect(take('tip:lan')).toBeUndefined()
  expect((await page()).take('tip:lan')).toBeUndefined()
})

test('what is wanted now waits in its own sheet: nothing else on the page takes it up', async () => {
  const { keep, take } = await page()
  expect(take('tip:lan')).toBeUndefined()
  keep(tip)
  expect(take('tip:lan')).toBeUndefined()
})

test('who leaves the sheet wants nothing any more, and neither does who comes back after hours', async () => {
  const first = await page()
  first.keep(tip)
  first.drop()
  expect((await page()).take('tip:lan')).toBeUndefined()
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  ;(await page()).keep(tip)
  vi.setSystemTime(new Date('2026-11-21T14:00:01Z'))
  expect((await page()).take('tip:lan')).toBeUndefined()
})

test('who went on to another page has left it, there and on the way back', async () => {
  ;(await page()).keep(tip)
  window.location.pathname = '/explore'
  expect((await page()).take('tip:lan')).toBeUndefined()
  window.location.pathname = '/lan'
  expect((await page()).take('tip:lan')).toBeUndefined()
})

test('what is no wish is none, and where storage is refused nothing breaks', async () => {
  for (const text of ['', 'null', '7', '{}', '{"key":"tip:lan"}', '{"key":"tip:lan","kind":"tip","of":{"name":"x"}}', 'not json']) {
    kept.set('wish', text)
    expect((await page()).take('tip:lan'), text).toBeUndefined()
  }
  const refuse = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('window', { location: { pathname: '/lan' }, sessionStorage: { setItem: refuse, getItem: refuse, removeItem: refuse } })
  const { keep, take, drop } = await page()
  keep(tip)
  drop()
  expect(take('tip:lan')).toBeUndefined()
})
