import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import { listen } from '#server/people/profiles/listeners.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Database } from '#server/platform/db/db.ts'
import * as finding from '#server/platform/finding/finding.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'

let db: Database
let outbox: Outbox
beforeAll(async () => {
  db = await ownDatabase()
  const fails = (error: unknown): never => {
    throw error
  }
  outbox = createOutbox(db, createJobs(db, fails), fails)
  listen(outbox)
})
afterAll(() => db.close())

/** What the index itself holds: no window filters here. */
async function found(query: string): Promise<string[]> {
  const { ids } = await finding.find(db, { collection: 'performer', query, allow: async (all) => new Set(all), limit: 10, offset: 0 })
  return ids
}

async function performer(name: string) {
  const person = await somebody(db, { role: 'performer', name })
  await db.transaction(async (tx) => {
    await profiles.create(tx, person.id)
    await accounts.setState(tx, person.id, 'active')
    await profiles.approve(tx, person.id)
  })
  await outbox.drain()
  return person
}

const edits = async (id: string, edit: accounts.Edit) => {
  await db.transaction((tx) => accounts.update(tx, id, edit))
  await outbox.drain()
}

test('a performer who renames their account is found under the new names and no longer under the old ones', async () => {
  const { id, username } = await performer('Lantern Keeper')
  expect(await found('lantern')).toEqual([id])
  await edits(id, { name: 'Harbour Pilot', username: 'harbour_pilot' })
  expect(await found('harbour')).toEqual([id])
  expect(await found('lantern')).toEqual([])
  expect(await found(username)).toEqual([])
})

test('a performer who tells something new of themselves through their account is found by it', async () => {
  const { id } = await performer('Chrysalis')
  await edits(id, { bio: 'Origami in candlelight' })
  expect(await found('origami')).toEqual([id])
})

test('a performer whose account is closed leaves the index, and is back when it is opened again', async () => {
  const { id } = await performer('Vermilion')
  const becomes = async (state: 'active' | 'closed') => {
    await db.transaction((tx) => accounts.setState(tx, id, state))
    await outbox.drain()
  }
  await becomes('closed')
  expect(await found('vermilion')).toEqual([])
  await becomes('active')
  expect(await found('vermilion')).toEqual([id])
})

test('a fan is not to be found, whatever they call themselves', async () => {
  const { id } = await somebody(db, { name: 'Quiet Reader' })
  await edits(id, { name: 'Saffron Reader' })
  expect(await found('saffron')).toEqual([])
})
