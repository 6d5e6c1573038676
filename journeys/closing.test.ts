// The end of a right is the end of its bytes: of a subscription that runs out, of a post whose hours are over; at the next request, and
// while bytes are flowing, with nobody there to press a button.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, publishes, ready } from '#journeys/house.ts'
import * as works from '#server/catalogue/works/works.ts'
import { tone } from '#server/media/footage/testing.ts'
import * as files from '#server/media/files/files.ts'
import { slowly } from '#server/media/files/testing.ts'
import { store } from '#server/platform/storage/store.ts'

let house: House
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  lan = await house.creator({ name: 'Lan', monthlyPrice: 5 })
})
afterAll(() => house.close())

/** They come back another day. */
async function back(person: Person): Promise<Person> {
  const { token } = await house.visitor().accounts.login({ username: person.username, password: person.password })
  return { ...person, token, api: house.as(token) }
}
const opens = async (url: string, { token }: Person) => (await fetch(house.address + url, { headers: { cookie: `token=${token}` } })).status
const addressFor = async ({ api }: Person, id: string) => (await api.feeds.one({ id })).files[0]?.url ?? 'locked'

async function sings(isSale: 'free' | 'subscription'): Promise<string> {
  const { _id } = await lan.api.feeds.uploadAudio({ file: new File([new Uint8Array(await tone())], 'tone.mp3') })
  await ready(lan, _id)
  return (await lan.api.feeds.create({ type: 'audio', text: 'Rain', fileIds: [_id], isSale }))._id
}

/** More than sockets hold, so that most of it is still here when the right ends. */
async function makeHeavy(postId: string): Promise<void> {
  const [work] = (await works.find(house.db, [postId])).values()
  const [file] = (await files.find(house.db, work!.media)).values()
  await writeFile(store.localPath(file!.renditions['sound']!.key), randomBytes(24_000_000))
}

test('a cancelled subscription runs out: what it opened closes, though its address is still good, and a transfer is cut', async () => {
  let mei = await house.fan({ balance: 500 })
  const [locked, free] = [await sings('subscription'), await sings('free')]
  const { subscription } = await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', useWallet: true })
  await mei.api.subscriptions.cancel({ type: 'wallet', id: subscription!._id })
  const left = Date.parse(subscription!.expiredAt) - house.clock.now().getTime()
  house.clock.advance({ seconds: left / 1000 - 120 })

  mei = await back(mei)
  const [url, other] = [await addressFor(mei, locked), await addressFor(mei, free)]
  expect([await opens(url, mei), await opens(other, mei)]).toEqual([200, 200])
  for (const id of [locked, free]) await makeHeavy(id)
  const cookie = `token=${mei.token}`
  const [going, whole] = [await slowly(house.address + url, cookie), await slowly(house.address + other, cookie)]

  house.clock.advance({ seconds: 130 })
  expect([await opens(url, mei), await opens(other, mei)], 'the address of the free one is as old').toEqual([404, 200])
  // The right is asked for again every few seconds, by the house's own clockwork.
  await new Promise((wait) => setTimeout(wait, 4000))
  for (const { answer } of [going, whole]) answer.resume()
  expect([await going.ended, await whole.ended]).toEqual(['cut', 'whole'])
  expect(await mei.api.feeds.one({ id: locked })).toMatchObject({ canView: false, isSubscribed: false, files: [{ locked: true }] })
})

test('a post whose hours are over takes its picture with it, for everyone but who made it', async () => {
  const mei = await house.fan()
  lan = await back(lan)
  const { _id } = await publishes(house, lan, { isSale: 'free' })
  await lan.api.feeds.update({ id: _id, expiresAt: new Date(house.clock.now().getTime() + 120_000).toISOString() })
  const [url, own] = [await addressFor(mei, _id), await addressFor(lan, _id)]
  expect([await opens(url, mei), await opens(own, lan)]).toEqual([200, 200])
  house.clock.advance({ seconds: 130 })
  expect([await opens(url, mei), await opens(own, lan)]).toEqual([404, 200])
  await expect(mei.api.feeds.one({ id: _id })).rejects.toMatchObject({ code: 'not_found' })
})
