import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import * as images from '#server/media/images/images.ts'
import { noise, received, ownPlace } from '#server/media/images/testing.ts'
import { listen } from '#server/office/admin/listeners.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'

const clock = movableClock()
let db: Database
let outbox: Outbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  outbox = createOutbox(
    db,
    createJobs(db, () => {}),
    (error) => {
      throw error
    },
  )
  listen(outbox)
})
afterAll(() => close())

const lettersTo = async (email: string) => {
  await outbox.drain()
  return (await letters(db, '', { recipient: email, limit: 50 })).filter(({ recipient }) => recipient === email)
}

test('staff get a letter about what somebody tried to bring back, in their language and once a day for each sender', async () => {
  const person = { passwordHash: 'x', emailVerified: true, role: 'staff' } as const
  await db.transaction(async (tx) => {
    await accounts.create(tx, { ...person, name: 'Lin', username: 'lin', email: 'lin@example.com', locale: 'zh-TW' })
    await accounts.create(tx, { ...person, name: 'Ann', username: 'ann', email: 'ann@example.com', locale: 'en-US' })
  })
  const sender = await db.transaction((tx) =>
    accounts.create(tx, { ...person, role: 'user', name: 'Rude', username: 'rude', email: 'rude@example.com' }),
  )
  const bytes = await noise(200, 150).jpeg().toBuffer()
  const send = async () => images.receive(db, await received(bytes), { purpose: 'photo', ownerId: sender.id })
  const first = await send()
  await db.transaction((tx) => fingerprints.block(tx, [first.id], { workId: first.id }))
  for (let time = 0; time < 3; time++) await expect(send()).rejects.toMatchObject({ code: 'file_blocked' })

  const [letter, ...more] = await lettersTo('ann@example.com')
  expect(more).toEqual([])
  expect(letter?.subject).toMatch(/matches what is blocked/)
  expect(JSON.stringify(letter)).toContain('@rude')
  expect((await lettersTo('lin@example.com')).map(({ subject }) => subject)).toEqual([expect.stringContaining('與封鎖內容相符')])
  expect(await lettersTo('rude@example.com')).toEqual([])

  clock.advance({ hours: 25 })
  await expect(send()).rejects.toMatchObject({ code: 'file_blocked' })
  expect(await lettersTo('ann@example.com')).toHaveLength(2)
})
