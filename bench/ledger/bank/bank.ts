// A bank's test from outside: clients who know nothing but HTTP tip, buy, top up, are given back and read, while the house and its
// PostgreSQL are killed under them. In the end the ledger has exactly what they were told, and was back soon every time.
import { setTimeout as sleep } from 'node:timers/promises'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import * as settings from '#server/site/settings/settings.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { peopleOf, type Person, picture } from '#journeys/people.ts'
import { Dice } from '../proof/operations.ts'
import { Building, type Victim } from './building.ts'
import { Client, type Ware } from './client.ts'

export interface Plan {
  dataDir: string
  clients: number
  /** Of all clients together. */
  actions: number
  seed: number
  kills: readonly Victim[]
  durability?: 'off'
  say?: (line: string) => void
}

export interface Report {
  transfers: number
  reads: number
  refused: number
  /** Answers that a kill swallowed; each was asked for again. */
  lost: number
  /** How long the house was away after each kill. */
  awayMs: number[]
  surprises: string[]
}

const startTokens = 3000

export async function bank(plan: Plan): Promise<Report> {
  const building = new Building(plan.dataDir, plan.durability ?? 'on')
  try {
    const { clients, before } = await open(plan, building)
    await actAndKill(plan, building, clients)
    for (const client of clients) await client.read()
    const surprises = clients.flatMap((client) => client.surprises)
    surprises.push(...(await inDatabase(building, (db) => compare(db, clients, before))))
    const sum = (of: (client: Client) => number) => clients.reduce((total, client) => total + of(client), 0)
    return {
      transfers: sum(({ transfers, payments }) => transfers.size + payments.size),
      reads: sum(({ reads }) => reads),
      refused: sum(({ refused }) => refused),
      lost: sum(({ lost }) => lost),
      awayMs: building.awayMs.map(Math.round),
      surprises,
    }
  } finally {
    await building.stop()
  }
}

/** Two creators with six posts to buy, and a fan for each client. What was written so far is durable before anybody dies. */
function open({ clients, seed }: Plan, building: Building) {
  return inDatabase(building, async (db) => {
    await db.transaction((tx) => settings.save(tx, { paymentGateway: 'sandbox', reviewDefault: 'after' }, undefined))
    const people = peopleOf({ db, address: (await building.open).address })
    const creators = [await people.creator({ name: 'Lan' }), await people.creator({ name: 'Yu' })]
    const wares = (await Promise.all(creators.map(stock))).flat()
    const { token: officeToken } = await people.staff()
    const fans = await Promise.all(Array.from({ length: clients }, () => people.fan({ balance: startTokens })))
    const transfers = await db.many<{ id: string }>(sql`select id from wallet.transfers`)
    await checkpoint(await building.open)
    return {
      before: new Set(transfers.map(({ id }) => id)),
      clients: fans.map(
        ({ token }, number) =>
          new Client({
            building,
            dice: new Dice(seed * 1000 + number),
            token,
            officeToken,
            creators: creators.map(({ id }) => id),
            wares,
            balance: startTokens * 100,
          }),
      ),
    }
  })
}

async function stock(creator: Person): Promise<Ware[]> {
  const wares: Ware[] = []
  for (const price of [50, 80, 125.5]) {
    const { _id: fileId } = await creator.api.feeds.uploadPhoto({ file: await picture(320, 240, price) })
    const { _id: feedId } = await creator.api.feeds.create({ type: 'photo', text: 'Tonight', fileIds: [fileId], isSale: 'ppv', price })
    while ((await creator.api.feeds.one({ id: feedId })).status !== 'active') await sleep(100)
    wares.push({ feedId, price: price * 100 })
  }
  return wares
}

async function actAndKill({ actions, kills, say }: Plan, building: Building, clients: readonly Client[]): Promise<void> {
  let done = 0
  const killEvery = Math.ceil(actions / (kills.length + 1))
  let next = 0
  const deaths: Promise<void>[] = []
  await Promise.all(
    clients.map(async (client) => {
      while (done < actions) {
        done++
        const victim = done >= killEvery * (next + 1) ? kills[next] : undefined
        if (victim) {
          next++
          say?.(`${done} asked: kill -9 of the ${victim}`)
          deaths.push(building.kill(victim))
        }
        await client.act()
      }
    }),
  )
  await Promise.all(deaths)
}

async function checkpoint({ ownerUrl }: { ownerUrl: string }): Promise<void> {
  const owner = connect({ connection: { connectionString: ownerUrl }, maxConnections: 1 })
  await owner.pool.query('checkpoint')
  await owner.close()
}

async function inDatabase<T>(building: Building, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ connection: { connectionString: (await building.open).url }, maxConnections: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Every way in which the ledger differs from what the clients were told. */
async function compare(db: Database, clients: readonly Client[], before: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  const told = new Set(clients.flatMap(({ transfers }) => [...transfers]))
  const paid = new Set(clients.flatMap(({ payments }) => [...payments].map((id) => `payment:${id}`)))
  const rows = await db.many<{ id: string; key: string | null }>(sql`select id, key from wallet.transfers`)
  for (const { id, key } of rows) {
    if (before.has(id) || told.delete(id) || (key && paid.delete(key))) continue
    found.push(`happened without being acknowledged, or twice: ${id}`)
  }
  for (const id of [...told, ...paid]) found.push(`acknowledged and lost: ${id}`)
  for (const { what, id } of await disagreements(db)) found.push(`${what}: ${id}`)
  await proofs.seal(db)
  const { findings } = await db.transaction((tx) => proofs.verify(proofs.liveBooks(tx)))
  for (const { what, id } of findings) found.push(`${what}: ${id}`)
  const { issued, held, spent, reversed } = await proofs.totals(db)
  if (issued !== held + spent + reversed) found.push(`issued ${issued}, held ${held}, spent ${spent}, reversed ${reversed}`)
  return found
}
