import { afterEach, expect, test, vi } from 'vitest'
import { forget, newIntention, recall, remember } from '#web/catalogue/works/unlock/intention.ts'

const mine = { accountId: 'mei', workId: 'post' }
const kept = new Map<string, string>()
const sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
}
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

test('what someone agreed to before paying waits in the tab, with its key and price', () => {
  vi.stubGlobal('window', { sessionStorage })
  const wish = newIntention(120)
  remember(mine, wish)
  expect(recall(mine)).toEqual(wish)
  forget(mine)
  expect(recall(mine)).toBeUndefined()
})

test('a link from somebody else carries no wish: not for this post, nor out of what is no wish at all', () => {
  vi.stubGlobal('window', { sessionStorage })
  remember({ ...mine, workId: 'another post' }, newIntention(120))
  expect(recall(mine)).toBeUndefined()
  for (const text of ['', 'null', '{}', '{"key":1,"price":120}', '{"key":"k","price":"120"}']) {
    kept.set('unlock:mei:post', text)
    expect(recall(mine)).toBeUndefined()
  }
})

test('a wish is its owner’s: whoever signs in after them in the same tab buys nothing by it', () => {
  vi.stubGlobal('window', { sessionStorage })
  remember(mine, newIntention(120))
  expect(recall({ ...mine, accountId: 'an' })).toBeUndefined()
  expect(recall(mine)).toMatchObject({ price: 120 })
})

test('where storage is refused nothing breaks', () => {
  vi.stubGlobal('window', {
    get sessionStorage() {
      throw new Error('refused')
    },
  })
  remember(mine, newIntention(120))
  expect(recall(mine)).toBeUndefined()
})
