// How many statements the calls behind the pages ask, and how many trips to the database wait for one another: none asks twice, and none
// asks one after the other what could be asked together. Whoever needs one more says so here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hears } from '#server/platform/testing/hears.ts'
import { type House, openHouse, type Person, publishes } from '#journeys/house.ts'

let house: House
let creator: Person
let fan: Person
beforeAll(async () => {
  house = await openHouse()
  creator = await house.creator({ name: 'Lan' })
  fan = await house.fan({ balance: 500 })
  await fan.api.follows.follow({ id: creator.id })
  for (const isSale of ['free', 'followers', 'subscription'] as const) await publishes(house, creator, { isSale, text: 'The last lamp' })
  const { _id } = await publishes(house, creator, { isSale: 'ppv', price: 20, text: 'The last lamp' })
  await fan.api.feeds.charge({ id: _id, expectedPrice: 20 })
  await house.settle()
}, 600_000)
afterAll(() => house.close())

/**
 * The fewest of some tries: what is kept for a second (settings, terms) is read anew in between, and whoever waits for that
 * is a trip behind.
 */
async function asks(url: string, as?: Person): Promise<{ statements: number; trips: number }> {
  let least = { statements: Number.POSITIVE_INFINITY, trips: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 12; n++) {
    const { statements, trips } = await hears(async () => {
      const answer = await house.app.http.inject({ url: `/api${url}`, headers: as ? { authorization: as.token } : {} })
      expect(answer.statusCode).toBe(200)
    })
    least = { statements: Math.min(least.statements, statements.length), trips: Math.min(least.trips, trips) }
  }
  return least
}

test('a feed page is seven statements in three trips: who asks, which posts, and all that stands in them', async () => {
  for (const asked of [
    '',
    '&scope=following',
    '&scope=subscribed',
    '&scope=discover',
    '&scope=all',
    '&type=photo',
    `&performerId=${creator.id}`,
  ]) {
    const { statements, trips } = await asks(`/user/feeds?limit=20${asked}`, fan)
    expect(statements, asked).toBeLessThanOrEqual(7)
    expect(trips, asked).toBeLessThanOrEqual(3)
  }
  expect(await asks('/user/feeds?limit=2', fan)).toEqual({ statements: 7, trips: 3 })
  expect(await asks('/user/feeds?limit=2')).toEqual({ statements: 6, trips: 2 })
  const { data } = await fan.api.timeline.home({ limit: 2 })
  expect(data).toHaveLength(2)
})

test('a profile is eleven statements in three trips: who asks, whose it is, and all that it says', async () => {
  expect(await asks(`/performers/${creator.username}`, fan)).toEqual({ statements: 11, trips: 3 })
  expect(await asks(`/performers/${creator.username}`)).toEqual({ statements: 10, trips: 2 })
})

test('explore is a page of ids and four statements about whom it shows', async () => {
  expect(await asks('/performers/user/search?limit=24', fan)).toEqual({ statements: 6, trips: 3 })
  expect(await asks('/performers/user/search?limit=24')).toEqual({ statements: 5, trips: 2 })
  expect(await asks('/performers/user/search?limit=24&q=lan', fan)).toEqual({ statements: 7, trips: 4 })
})

test('a wallet is its balance; its lines bring the works and people that they name', async () => {
  expect(await asks('/wallet', fan)).toEqual({ statements: 2, trips: 2 })
  expect(await asks('/wallet/charges/search?limit=20', fan)).toEqual({ statements: 8, trips: 4 })
})

test('a search of everything is one page of each kind: eighteen statements where posts and nothing else are found', async () => {
  const { statements, trips } = await asks('/search?q=lamp', fan)
  expect(statements).toBe(18)
  // One more where a busy machine takes so long each time that settings are read anew.
  expect(trips).toBeLessThanOrEqual(8)
})
