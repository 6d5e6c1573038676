import { afterEach, expect, test, vi } from 'vitest'
import { forget, newIntention, recall, remember } from '#web/catalogue/works/unlock/intention.ts'

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
  remember('post', wish)
  expect(recall('post')).toEqual(wish)
  forget('post')
  expect(recall('post')).toBeUndefined()
})

test('a link from somebody else carries no wish: not for this post, nor out of what is no wish at all', () => {
  vi.stubGlobal('window', { sessionStorage })
  remember('another post', newIntention(120))
  expect(recall('post')).toBeUndefined()
  for (const text of ['', 'null', '{}', '{"key":1,"price":120}', '{"key":"k","price":"120"}']) {
    kept.set('unlock:post', text)
    expect(recall('post')).toBeUndefined()
  }
})

test('where storage is refused nothing breaks', () => {
  vi.stubGlobal('window', {
    get sessionStorage() {
      throw new Error('refused')
    },
  })
  remember('post', newIntention(120))
  expect(recall('post')).toBeUndefined()
})
