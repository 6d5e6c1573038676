// A whole Stagedoor of one's own for a journey: the real application on a real port over a fresh database, with people in it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import type { Api } from '#contract/client.ts'
import type { PushName, Pushes } from '#contract/pushes.ts'
import { type App, type AppOptions, createApp } from '#server/app.ts'
import * as settings from '#server/site/settings/settings.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase, type ClonedDatabase } from '#server/platform/testing/clone.ts'
import { type People, peopleOf, type Person, picture } from '#journeys/people.ts'

export { picture, type Person } from '#journeys/people.ts'

export interface House extends People {
  app: App
  db: Database
  address: string
  clock: ReturnType<typeof movableClock>
  /** Everything announced has been heard and every due job has run. */
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * @param place a database that is migrated; one of its own otherwise
 * @param mount what stands beside the API, such as pages
 */
export async function openHouse(
  environment: Record<string, string> = {},
  {
    place = cloneDatabase(),
    mount,
  }: {
    place?: Promise<Pick<ClonedDatabase, 'host' | 'user' | 'database' | 'drop'>>
    mount?: (config: Config) => NonNullable<AppOptions['mount']>
  } = {},
): Promise<House> {
  const cloned = await place
  const dataDir = await mkdtemp(join(tmpdir(), 'stagedoor-journey-'))
  const clock = movableClock()
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '100000', LIVE_UDP_PORT: '0', LOG_LEVEL: 'silent', ...environment })
  const db = connect({ connection: { host: cloned.host, user: cloned.user, database: cloned.database }, maxConnections: 16, clock })
  const app = await createApp({ config, db, isDemo: false, ...(mount && { mount: mount(config) }) })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'sandbox' }, undefined))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    ...peopleOf({ db, address }),
    app,
    db,
    address,
    clock,
    async settle() {
      for (;;) {
        await app.outbox.drain()
        await app.jobs.runDue()
        // The house's own worker may be holding one: it is not due any more, and not done yet.
        const { left } = await db.one<{ left: number }>(sql`
          select (select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts < 3) + (select count(*) from outbox.events) as left`)
        if (left === 0) return
        await new Promise((again) => setTimeout(again, 20))
      }
    },
    async close() {
      await app.close()
      await db.close()
      await cloned.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Footage and sound are worked on after the answer. */
export async function ready({ api }: Person, fileId: string): Promise<void> {
  for (;;) {
    const { status } = await api.uploads.status({ id: fileId })
    if (status === 'finished') return
    if (status === 'error') throw new Error(`the file ${fileId} could not be read`)
    await new Promise((again) => setTimeout(again, 100))
  }
}

export type Act = Omit<Parameters<Api['payments']['sandboxPay']>[0], 'id'>

export const checkoutOf = (paymentUrl = '') => new URL(paymentUrl, 'http://house').pathname.split('/').at(-1) ?? ''

/** What is done at the sandbox's checkout, one act after the other, and heard of in the house. */
export async function atCheckout(house: House, paymentUrl: string | undefined, ...acts: Act[]): Promise<void> {
  for (const act of acts) await house.visitor().payments.sandboxPay({ id: checkoutOf(paymentUrl), ...act })
  await house.settle()
}

/** A post with one photo, published and shown. */
export async function publishes(
  house: House,
  creator: Person,
  post: { isSale: 'free' | 'followers' | 'subscription' | 'ppv'; price?: number; text?: string },
) {
  const file = await creator.api.feeds.uploadPhoto({ file: await picture(1200, 800, Math.floor(Math.random() * 1000)) })
  await house.settle()
  const feed = await creator.api.feeds.create({
    type: 'photo',
    text: post.text ?? 'Tonight’s rehearsal',
    fileIds: [file._id],
    isSale: post.isSale,
    ...(post.price !== undefined && { price: post.price }),
  })
  if (feed.status === 'pending_review') {
    const office = await house.staff()
    await office.api.admin.approveWork({ id: feed._id })
  }
  return feed
}

/** What a push brings to this person's open screens from here on. */
export async function listens<Name extends PushName>(
  house: House,
  { token }: Person,
  name: Name,
): Promise<{ heard: Pushes[Name][]; socket: Socket }> {
  const socket = io(house.address, { transports: ['websocket'], auth: { token }, query: { token } })
  const heard: Pushes[Name][] = []
  socket.on(name as string, (payload: Pushes[Name]) => heard.push(payload))
  await new Promise<void>((done) => socket.on('connect', () => socket.emit('auth/login', { token }, () => done())))
  return { heard, socket }
}
