import { expect, test } from 'vitest'
import { createPageCache, type Page } from '#server/platform/page-cache/page-cache.ts'

const page = (html: string, mayBeKept = true): Page => ({ status: 200, headers: {}, html, mayBeKept })
const clocked = () => {
  let at = 1
  const kept = createPageCache(() => at)
  return { kept, passes: (ms: number) => (at += ms) }
}

test('a page is made once for all who ask in the same moment, and serves others for five seconds', async () => {
  const { kept, passes } = clocked()
  let drawn = 0
  const draw = async () => page(`<p>${++drawn}</p>`)
  const all = await Promise.all(Array.from({ length: 50 }, () => kept.make('home', draw)))
  expect(new Set(all.map(({ page: { html } }) => html))).toEqual(new Set(['<p>1</p>']))
  passes(4999)
  expect(kept.find('home')?.page.html).toBe('<p>1</p>')
  passes(2)
  expect(kept.find('home')).toBeUndefined()
})

test('what went wrong is told to those who waited for it, and to nobody after them', async () => {
  const { kept } = clocked()
  const failing = Promise.all([kept.make('home', () => Promise.reject(new Error('away'))), kept.make('home', async () => page('no'))])
  await expect(failing).rejects.toThrow('away')
  expect((await kept.make('home', async () => page('yes'))).page.html).toBe('yes')
})

test('what was made for one caller only is not kept', async () => {
  const { kept } = clocked()
  await kept.make('gone', async () => page('<h1>not found</h1>', false))
  expect(kept.find('gone')).toBeUndefined()
  expect(kept.all()).toEqual([])
})

test('who asks in the same moment for what is not for all has it made for themselves', async () => {
  const { kept } = clocked()
  let views = 0
  const draw = async () => page(`seen ${++views} times`, false)
  const both = await Promise.all([kept.make('gallery', draw), kept.make('gallery', draw)])
  expect(both.map(({ page: { html } }) => html)).toEqual(['seen 1 times', 'seen 2 times'])
})

test('whatever is asked for, no more than 32 MB are kept, and no page that is a large part of it', async () => {
  const { kept } = clocked()
  for (let n = 0; n < 2000; n++) await kept.make(`?x=${n}`, async () => page('x'.repeat(100_000)))
  const bytes = kept.all().reduce((sum, { html }) => sum + 3 * html.length, 0)
  expect(bytes).toBeGreaterThan(16 * 1024 * 1024)
  expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
  await kept.make('huge', async () => page('x'.repeat(1_000_000)))
  expect(kept.find('huge')).toBeUndefined()
})

test('a page is encoded once for each encoding', async () => {
  const { kept } = clocked()
  const home = await kept.make('home', async () => page('<p>'))
  let times = 0
  const encode = async (html: string) => Buffer.from(`${html}${++times}`)
  const [one, again, other] = [await home.encoded('br', encode), await home.encoded('br', encode), await home.encoded('gzip', encode)]
  expect([one, again, other].map(String)).toEqual(['<p>1', '<p>1', '<p>2'])
})
