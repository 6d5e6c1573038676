// A whole Stagedoor of one's own for a journey: the real application on a real port over a fresh database, and people
// who act through the same typed client as the web. All of them are invented adults; their pictures are drawn here.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Api, createApi, type Request, type Send } from '#contract/client.ts'
import { type App, createApp } from '#server/app.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as settings from '#server/site/settings/settings.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

export interface Person {
  api: Api
  id: string
  username: string
  password: string
  token: string
  /** In tokens. */
  balance(): Promise<number>
}

export interface House {
  app: App
  db: Database
  address: string
  clock: ReturnType<typeof movableClock>
  visitor(language?: string): Api
  /** A request as it goes over the wire, for what the typed client would not send. */
  raw(
    request: Partial<Request> & { url: string },
    token?: string,
  ): Promise<{ status: number; json: Record<string, unknown>; headers: Headers }>
  /** @param balance in tokens */
  fan(options?: { balance?: number; name?: string }): Promise<Person>
  creator(options?: { name?: string; monthlyPrice?: number }): Promise<Person>
  staff(): Promise<Person>
  as(token: string, language?: string): Api
  /** Everything announced has been heard and every due job has run. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function openHouse(environment: Record<string, string> = {}): Promise<House> {
  const cloned = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'stagedoor-journey-'))
  const clock = movableClock()
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent', ...environment })
  const db = connect({ connection: { host: cloned.host, user: cloned.user, database: cloned.database }, maxConnections: 10, clock })
  const app = await createApp({ config, db, isDemo: false })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'sandbox' }, undefined))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })

  const send =
    (token: string | undefined, language: string): Send =>
    async ({ method, url, headers, body }) => {
      const answer = await fetch(address + url, {
        method,
        headers: { ...headers, 'content-language': language, ...(token && { authorization: token }) },
        body: body ?? null,
      })
      return { status: answer.status, json: await answer.json() }
    }
  const as = (token: string, language = 'en-US') => createApi(send(token, language))
  const visitor = (language = 'en-US') => createApi(send(undefined, language))

  const createStaff = async (who: { username: string; email: string; password: string }) =>
    void (await db.transaction((tx) => accounts.createStaff(tx, { name: 'Office', ...who })))
  let count = 0
  const newcomer = (kind: string) => {
    const username = `${kind}${++count}${randomBytes(3).toString('hex')}`
    return { username, email: `${username}@stagedoor.example`, password: `correct horse ${username}` }
  }
  const terms = async () => (await visitor().settings.public({})).termsVersion

  async function signIn(who: { username: string; password: string }): Promise<Person> {
    const { token } = await visitor().accounts.login({ username: who.username, password: who.password })
    const api = as(token)
    const { _id } = await api.me.user({})
    return { api, id: _id, username: who.username, password: who.password, token, balance: async () => (await api.me.user({})).balance }
  }

  const house: House = {
    app,
    db,
    address,
    clock,
    visitor,
    as,
    async raw({ method = 'GET', url, headers = {}, body }, token) {
      const answer = await fetch(address + url, {
        method,
        headers: { ...headers, ...(token && { authorization: token }) },
        body: body ?? null,
      })
      return { status: answer.status, headers: answer.headers, json: (await answer.json().catch(() => ({}))) as Record<string, unknown> }
    },
    async fan({ balance = 0, name = 'Fan' } = {}) {
      const who = newcomer('fan')
      await visitor().accounts.register({ ...who, name, dateOfBirth: '1990-05-17', acceptedTermsVersion: await terms() })
      const person = await signIn(who)
      if (balance > 0) {
        const key = `payment:${randomBytes(8).toString('hex')}`
        await db.transaction((tx) =>
          wallet.deposit(tx, { to: person.id, amount: Math.round(balance * 100), kind: 'top_up', key, title: 'Top-up' }),
        )
      }
      return person
    },
    async creator({ name = 'Creator', monthlyPrice } = {}) {
      const who = newcomer('creator')
      await visitor().identity.register({
        ...who,
        name,
        gender: 'female',
        dateOfBirth: '1988-02-03',
        country: 'TW',
        phone: '+886 900 000 000',
        acceptedTermsVersion: await terms(),
        acceptedAgreement: true,
        idVerification: await picture(600, 400, 1),
        documentVerification: await picture(600, 400, 2),
      })
      const office = await house.staff()
      const { data } = await office.api.admin.performers({ state: 'pending', q: who.username })
      await office.api.admin.approvePerformer({ id: data[0]!._id })
      const person = await signIn(who)
      if (monthlyPrice) await person.api.me.updatePerformer({ monthlyPrice })
      return person
    },
    async staff() {
      const who = newcomer('staff')
      await createStaff(who)
      return signIn(who)
    },
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
  return house
}

/** A harmless picture: two colours and a circle. */
export async function picture(width: number, height: number, seed = 0): Promise<Blob> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${(seed * 67) % 360} 60% 40%)"/><circle cx="50%" cy="50%" r="25%" fill="hsl(${(seed * 67 + 180) % 360} 60% 70%)"/></svg>`
  return new File([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], `picture-${seed}.jpg`, { type: 'image/jpeg' })
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
