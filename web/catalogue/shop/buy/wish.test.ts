import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changed, forget, newWish, recall, remember } from '#web/catalogue/shop/buy/wish.ts'

const mine = { accountId: 'mei', productId: 'print' }
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      setItem: (key: string, value: string) => void kept.set(key, value),
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a wish comes back as it was left, for its own product only', () => {
  const wish = changed(newWish(300), { quantity: 2, addressId: 'home', note: '請平放' })
  remember(mine, wish)
  expect(recall(mine)).toEqual(wish)
  expect(recall({ ...mine, productId: 'another' })).toBeUndefined()
  forget(mine)
  expect(recall(mine)).toBeUndefined()
})

test('another quantity, address or price is another purchase; the same is the same', () => {
  const wish = newWish(300)
  for (const part of [{ quantity: 2 }, { addressId: 'home' }, { note: 'x' }, { price: 320 }])
    expect(changed(wish, part).key).not.toBe(wish.key)
})

test('what somebody else left in the storage is no wish', () => {
  for (const text of ['', 'null', '7', '{}', '{"key":"k"}', '{"key":"k","price":"3","quantity":1,"note":""}', 'not json']) {
    window.sessionStorage.setItem('buy:mei:print', text)
    expect(recall(mine), text).toBeUndefined()
  }
})

test('a wish is its owner’s: whoever signs in after them in the same tab buys nothing by it, and reads nothing', () => {
  remember(mine, newWish(300))
  expect(recall({ ...mine, accountId: 'an' })).toBeUndefined()
  expect(recall(mine)).toMatchObject({ price: 300 })
})

test('where storage is refused nothing breaks', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('window', { sessionStorage: { setItem: refuse, getItem: refuse, removeItem: refuse } })
  remember(mine, newWish(300))
  expect(recall(mine)).toBeUndefined()
  forget(mine)
})
