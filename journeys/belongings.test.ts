// What is kept of somebody, for them to take along: their own, all of it, and nothing of anybody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, publishes } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { forgetEnded } from '#server/windows/belongings/belongings.ts'

let house: House
let lan: Person
let fan: Person
beforeAll(async () => {
  house = await openHouse()
  lan = await house.creator({ name: 'Lan' })
  fan = await house.fan({ balance: 500, name: 'Mei' })
})
afterAll(() => house.close())

const dayMs = 86_400_000

const fileOf = ({ token }: Pick<Person, 'token'>) =>
  fetch(`${house.address}/api/auth/users/me/belongings/file.json`, { headers: { authorization: token } })

const lettersTo = (username: string) =>
  house.db.many<{ subject: string }>(
    sql`select subject from mail.letters where recipient = ${`${username}@stagedoor.example`} and subject ~ '資料可以下載|can be downloaded'`,
  )

test('a fan proves that it is them, takes along all that is theirs and nothing of others, once a day and for a week', async () => {
  await fan.api.follows.follow({ id: lan.id })
  const post = await publishes(house, lan, { isSale: 'ppv', price: 40, text: 'what the creator sells' })
  await fan.api.feeds.charge({ id: post._id, expectedPrice: 40 })
  await fan.api.earnings.tip({ id: lan.id, amount: 30, message: '安可' })
  await fan.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Lovely light.' })

  expect((await fileOf(fan)).status, 'before it was asked for').toBe(404)
  await expect(fan.api.belongings.ask({ currentPassword: 'not it, is it' })).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(fan.api.belongings.ask({})).rejects.toMatchObject({ code: 'wrong_password' })
  const asked = await fan.api.belongings.ask({ currentPassword: fan.password })
  expect(new Date(asked.readyUntil ?? 0).getTime() - house.clock.now().getTime()).toBeGreaterThan(6.9 * dayMs)
  expect(await lettersTo(fan.username)).toHaveLength(1)

  const answer = await fileOf(fan)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fan.username}.json"`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const text = await answer.text()
  const file = JSON.parse(text) as { profile: object; ledger: { change: number; isPurchase: boolean }[] }
  expect(file.profile).toMatchObject({ username: fan.username, email: `${fan.username}@stagedoor.example` })
  expect(file.ledger.map(({ change }) => change)).toContain(-30)
  expect(text, 'no digest of a password, and no way to what somebody else sells').not.toMatch(/argon2|passwordHash|renditions|signature/)
  expect(text, 'whose it was is no name of theirs').not.toContain(`${lan.username}@`)
  expect(file.ledger.filter(({ isPurchase }) => isPurchase)).toHaveLength(1)
  expect(text).toContain('Lovely light.')

  await expect(fan.api.belongings.ask({ currentPassword: fan.password })).rejects.toMatchObject({ status: 409, code: 'belongings_asked' })
  expect((await fileOf(lan)).status, 'somebody who did not ask').toBe(404)
  expect((await fileOf({ token: '' })).status, 'a visitor').toBe(401)

  house.clock.advance({ days: 8 })
  const { token } = await house.visitor().accounts.login({ username: fan.username, password: fan.password })
  expect((await fileOf({ token })).status, 'a week later').toBe(404)
  await house.db.transaction((tx) => forgetEnded(tx))
  expect(await house.db.many(sql`select from belongings.requests`), 'and at night it is forgotten that they asked').toEqual([])
  const again = await house.as(token).belongings.ask({ currentPassword: fan.password })
  expect(again.mayAskAt).not.toBeNull()
})

test('a creator’s file has their works with addresses and their files; messages are those that they wrote, by name', async () => {
  const [mia, reader] = [await house.creator({ name: 'Mia' }), await house.fan({ name: 'Reader' })]
  await reader.api.follows.follow({ id: mia.id })
  const title = 'Paper moons'
  await publishes(house, mia, { isSale: 'free', text: title })
  const { _id: id } = await mia.api.messaging.begin({ source: 'user', sourceId: reader.id })
  await mia.api.messaging.send({ id, text: 'said by Mia' })
  await mia.api.belongings.ask({ currentPassword: mia.password })
  const text = await (await fileOf(mia)).text()
  const file = JSON.parse(text) as { works: { link: string }[]; files: object[]; messages: { text: string; to: string }[] }
  expect(file.works).toHaveLength(1)
  expect(new URL(file.works[0]!.link).pathname).toContain('/posts/')
  expect(text).toContain(title)
  expect(file.files.length).toBeGreaterThan(0)
  expect(file.messages).toMatchObject([{ text: 'said by Mia', to: reader.username }])
  await reader.api.belongings.ask({ currentPassword: reader.password })
  const theirs = await (await fileOf(reader)).text()
  expect(JSON.parse(theirs)).toMatchObject({ messages: [], works: [] })
  expect(theirs, 'what was written to them is not theirs').not.toContain('said by Mia')
})

test('the database itself lets nobody ask twice within a day', async () => {
  await expect(
    house.db.transaction((tx) =>
      tx.run(sql`update belongings.requests set asked_at = asked_at + interval '1 hour', ends_at = ends_at + interval '1 hour'`),
    ),
  ).rejects.toThrow('once a day')
})
