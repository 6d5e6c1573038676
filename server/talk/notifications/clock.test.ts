import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow, member, openHouse } from '#server/catalogue/feeds/testing.ts'
import { sql } from '#server/platform/db/db.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { sweepMessages } from '#server/talk/notifications/sweeping.ts'
import { texts } from '#server/talk/notifications/testing.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('a clock that was a day ahead and is right again keeps nobody’s messages from being told of', async () => {
  const { db, clock } = house
  const [lan, mei] = [await member(db, 'performer'), await member(db, 'user')]
  await follow(db, mei, lan)
  const actor = { viewer: lan, country: undefined }
  const id = await db.transaction((tx) => messaging.begin(tx, actor, { source: 'user', sourceId: mei.accountId }))
  await sweepMessages(db)
  await db.transaction((tx) => tx.run(sql`update notifications.sweeps set reached = uuidv7(interval '1 day')`))
  await messaging.send(db, actor, id, { text: 'In its time' })
  expect(await sweepMessages(db)).toBe(0)
  clock.advance({ minutes: 2 })
  expect(await sweepMessages(db)).toBe(1)
  expect(await texts(db, mei)).toEqual([expect.stringMatching(/ sent you a message$/)])
})
