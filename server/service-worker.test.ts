// The service worker as a browser runs it, with a browser of the test's own around it: the one that tells our stories shows no notifications at all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../web/public/sw.js'), 'utf8')
const site = 'https://stage.example'

type Told = Record<string, unknown>
let listeners: Map<string, (event: Told) => void>
let shown: [string, Told][]
let opened: string[]
let focused: string[]
let tabs: string[]
let badge: number | undefined
let isCut: boolean
let cached: Map<string, string>

beforeEach(() => {
  listeners = new Map()
  ;[shown, opened, focused, tabs, badge, isCut, cached] = [[], [], [], [], undefined, false, new Map()]
  const self = {
    addEventListener: (name: string, listener: (event: Told) => void) => void listeners.set(name, listener),
    location: { origin: site },
    navigator: { setAppBadge: async (count: number) => void (badge = count) },
    registration: { showNotification: async (title: string, options: Told) => void shown.push([title, options]) },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  const caches = {
    open: async () => ({
      put: async (key: string, page: { body: string }) => void cached.set(key, page.body),
      match: async (key: string) => (cached.has(key) ? { body: cached.get(key) } : undefined),
    }),
  }
  const fetch = async (asked: string | { url: string }) => {
    if (isCut) throw new TypeError('Failed to fetch')
    return { ok: true, body: `the network’s ${typeof asked === 'string' ? asked : asked.url}` }
  }
  runInNewContext(source, { self, caches, fetch, URL, URLSearchParams, Response: { error: () => ({ body: 'error' }) } })
})

/** Resolves when the worker has done what the event made it promise; with its answer, where it gave one. */
async function happens(name: string, event: Told): Promise<unknown> {
  const promised: unknown[] = []
  let answer: unknown
  listeners.get(name)!({ ...event, waitUntil: (work: unknown) => promised.push(work), respondWith: (given: unknown) => (answer = given) })
  await Promise.all(promised)
  return answer
}
const pushes = (said: Told) => happens('push', { data: { json: () => said } })
const clicks = (path: string) => happens('notificationclick', { notification: { close: () => {}, data: { path } } })
const goesTo = (url: string) => happens('fetch', { request: { url, mode: 'navigate' }, preloadResponse: Promise.resolve(undefined) })

test('what is pushed is shown in its own words, and the site’s mark says how much is unread', async () => {
  await pushes({ title: 'Stagedoor', body: 'Lan sent you a message', path: '/messages/1', tag: 'one', unread: 3 })
  expect(shown).toMatchObject([['Stagedoor', { body: 'Lan sent you a message', tag: 'one', data: { path: '/messages/1' } }]])
  expect(badge).toBe(3)
})

test('a press leads to the tab that shows it, and to a new one where the others show something else', async () => {
  tabs = [`${site}/creator/publish`, `${site}/messages/1`]
  await clicks('/messages/1')
  expect([focused, opened]).toEqual([[`${site}/messages/1`], []])
  await clicks('/orders/7')
  expect([focused.length, opened]).toEqual([1, [`${site}/orders/7`]])
})

test('a press leads nowhere else than to this site', async () => {
  await clicks('//elsewhere.example/messages')
  await clicks('https://elsewhere.example/')
  expect(opened).toEqual([])
})

test('a page is what the network says, and without it the one that was kept, in the language and theme that a page told', async () => {
  await happens('message', { data: { locale: 'zh-TW', theme: 'dark' } })
  expect(await goesTo('/home')).toMatchObject({ body: 'the network’s /home' })
  isCut = true
  expect(await goesTo('/home')).toEqual({ body: 'the network’s /offline?locale=zh-TW&theme=dark' })
  cached.clear()
  expect(await goesTo('/home')).toEqual({ body: 'error' })
})

test('what is no page is left to the browser, and nothing pushes a waiting worker forward', async () => {
  isCut = true
  expect(await happens('fetch', { request: { url: '/assets/a.js', mode: 'cors' } })).toBeUndefined()
  expect(source).not.toMatch(/skipWaiting|clients\.claim/)
})
