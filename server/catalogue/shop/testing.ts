// A shop for the tests: its keeper, something to send, something to download, and buyers with an address. All are invented adults.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { member } from '#server/catalogue/feeds/testing.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { listen } from '#server/catalogue/shop/listeners.ts'
import { store } from '#server/platform/storage/store.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'

const home: addresses.PostalAddress = {
  name: '林小美',
  country: 'TW',
  city: '臺北市',
  streetAddress: '忠孝西路一段1號',
  zipCode: '100',
  phone: '+886 2 0000 0000',
}

/** A fan with tokens, and where they live. */
export async function buyer(db: Database, balance = 100_000): Promise<{ who: Member; addressId: string }> {
  const who = await member(db, 'user', { balance })
  return { who, addressId: await addressOf(db, who) }
}

export function addressOf(db: Database, who: Member, more: Partial<addresses.PostalAddress> = {}): Promise<string> {
  return db.transaction((tx) => addresses.create(tx, who.accountId, { ...home, ...more }))
}

/** A finished file for buyers to download: text that means nothing. */
export async function download(db: Database, owner: Member, name = 'score.txt'): Promise<string> {
  const bytes = Buffer.from(`Notes for a lantern song, ${randomBytes(8).toString('hex')}\n`)
  const received = await store.receive(Readable.from([bytes]), { field: 'digitalFile', name, maxBytes: 1_000_000, sealed: false })
  return (await uploads.receive(db, received, { purpose: 'download', ownerId: owner.accountId })).id
}

export function print(db: Database, seller: Member, more: Partial<shop.Draft> = {}): Promise<string> {
  return db.transaction((tx) =>
    shop.create(tx, seller.accountId, {
      ...more,
      name: more.name ?? 'Lantern print',
      type: 'physical',
      price: more.price ?? 30_000,
      stock: more.stock ?? 3,
    }),
  )
}

export async function score(db: Database, seller: Member, more: Partial<shop.Draft> = {}): Promise<string> {
  const file = more.file ?? (await download(db, seller))
  return db.transaction((tx) =>
    shop.create(tx, seller.accountId, { ...more, name: more.name ?? 'Lantern score', type: 'digital', price: more.price ?? 12_000, file }),
  )
}

export function buys(
  db: Database,
  { who, addressId }: { who: Member; addressId?: string },
  workId: string,
  more: Partial<Omit<shop.Wanted, 'workId'>> = {},
): Promise<shop.Bought> {
  return db.transaction((tx) => shop.buy(tx, who, undefined, { workId, quantity: 1, note: '', addressId, ...more }))
}

/** Lets the shop hear what was announced: letters are written, refunds by other hands are followed. */
export async function drainOutbox(db: Database): Promise<void> {
  const jobs = createJobs(db, (error) => {
    throw error
  })
  const outbox = createOutbox(db, jobs, (error) => {
    throw error
  })
  listen(outbox)
  await outbox.drain()
}
