import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { sharedBy } from '#server/shared-pages.ts'

const nameOf = (cookies: Record<string, string>) =>
  sharedBy({ url: '/explore', headers: { host: 'stage.example' }, cookies } as unknown as FastifyRequest, 'TW')?.name

test('cookies that a page reads alike make one name, so that nobody fills the memory with nonsense', () => {
  expect(nameOf({ theme: 'a1' })).toBe(nameOf({ theme: 'light' }))
  const bare = nameOf({})
  for (const nonsense of [
    { i18nextLng: 'xx-XX' },
    { tz: 'Nowhere/At.all' },
    { tz: 'x'.repeat(5000) },
    { analytics: 'perhaps' },
    { somebodys: 'own' },
  ])
    expect(nameOf(nonsense), JSON.stringify(nonsense)).toBe(bare)
  expect(nameOf({ tz: 'Asia/Calcutta' })).toBe(nameOf({ tz: 'Asia/Kolkata' }))
})

test('cookies that a page reads otherwise make a name each; whoever may be signed in has none', () => {
  const told = [
    {},
    { theme: 'dark' },
    { theme: 'light' },
    { i18nextLng: 'en-US' },
    { tz: 'Asia/Tokyo' },
    { analytics: 'yes' },
    { analytics: 'no' },
  ]
  expect(new Set(told.map((cookies) => nameOf(cookies as Record<string, string>))).size).toBe(told.length)
  expect(nameOf({ token: 'any' })).toBeUndefined()
})

test('a creator’s link makes no page of its own, whatever stands in it', () => {
  const at = (url: string) => sharedBy({ url, headers: { host: 'stage.example' }, cookies: {} } as unknown as FastifyRequest, 'TW')
  for (const path of ['/', '/lan.of.lamps', '/explore?sort=new']) {
    const linked = [1, 2, 3].map((each) => at(`${path}${path.includes('?') ? '&' : '?'}ref=code-${each}`))
    expect(new Set(linked.map((each) => each?.name))).toEqual(new Set([at(path)?.name]))
    expect(linked[0]?.url).toBe(path)
  }
})
