import { expect, test } from 'vitest'
import { drawName } from '#server/people/accounts/drawn-names.ts'
import { isReserved } from '#server/people/accounts/names.ts'

test('every drawn name keeps the rules of usernames and display names, and is nobody else’s address', () => {
  const drawn = Array.from({ length: 4000 }, (_, place) => drawName(place % 2 ? 'zh-TW' : 'en-US'))
  for (const { username, name } of drawn) {
    expect(username).toMatch(/^[a-z0-9._]{3,30}$/)
    expect(isReserved(username)).toBe(false)
    expect(Array.from(name).length).toBeLessThanOrEqual(60)
  }
  // Two in a few thousand may be alike; one name for all would not be drawn.
  expect(new Set(drawn.map(({ username }) => username)).size).toBeGreaterThan(3900)
})
