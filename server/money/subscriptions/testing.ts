// A small theatre for the tests of subscriptions: performers with prices, fans with tokens, the sandbox with its webhooks, a
// clock that can be moved. Everyone in it is an invented adult.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { listen as issueInvoices } from '#server/money/invoices/listeners.ts'
import { act, type Act } from '#server/money/payments/gateways/sandbox.ts'
import { work as payingWork } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import { give, type Given, type Giving } from '#server/money/gifts/gifts.ts'
import { work as offering } from '#server/money/offers/jobs.ts'
import { listen as listenInOffers } from '#server/money/offers/listeners.ts'
import { promotions, tiers } from '#server/money/offers/offers.ts'
import { work as renewing } from '#server/money/renewals/jobs.ts'
import { listen as listenInRenewals } from '#server/money/renewals/listeners.ts'
import { remind } from '#server/money/renewals/reminding.ts'
import { change, type Change } from '#server/money/renewals/renewals.ts'
import { renewDue } from '#server/money/renewals/renewing.ts'
import { listen } from '#server/money/subscriptions/listeners.ts'
import {
  cancel,
  reactivate,
  runningBetween,
  subscribe,
  type Subscribed,
  type Subscription,
  type Wanted,
} from '#server/money/subscriptions/subscriptions.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as settings from '#server/site/settings/settings.ts'
import { answerBelow } from '#server/slices.ts'

/** By card, at the site's own gateway. */
export const byCard = { gateway: undefined }

export type Theatre = Awaited<ReturnType<typeof openTheatre>>

/** @param opening the evening on which the clock starts */
export async function openTheatre(opening: string) {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: true })
  const clock = movableClock(new Date(opening))
  const db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  const failures: unknown[] = []
  const jobs = createJobs(db, (error) => failures.push(error))
  const outbox = createOutbox(db, jobs, (error) => failures.push(error))
  payingWork(jobs, db)
  offering(jobs, db)
  renewing(jobs, db)
  listenInOffers(outbox)
  listen(outbox)
  listenInRenewals(outbox)
  issueInvoices(outbox)
  answerBelow()
  payments.useReach({ siteUrl: () => 'http://127.0.0.1', fetch: deliveringWebhooks(db) })

  return {
    db,
    clock,
    failures,
    /** What was announced is received and what is due is done, webhooks included. */
    async settle() {
      for (let round = 0; round < 3; round++) {
        await outbox.drain()
        await jobs.runDue()
      }
    },
    /** What must hold of it all, at the end. */
    async closes() {
      expect(await disagreements(db)).toEqual([])
      expect(failures).toEqual([])
      await db.close()
    },
    renew: () => renewDue(db),
    fan: (balance = 0) => enter(db, 'user', balance),
    balance: ({ accountId }: Member) => wallet.balanceOf(db, accountId),
    topsUp: ({ accountId: to }: Member, amount: number) =>
      db.transaction((tx) => wallet.deposit(tx, { to, amount, kind: 'top_up', key: `payment:${randomUUID()}`, title: 'Top-up' })),
    blocks: ({ accountId }: Member, { accountId: targetId }: Member) => db.transaction((tx) => blocks.block(tx, accountId, { targetId })),
    async performer(
      prices: { monthly?: number; three?: number | null; six?: number | null; yearly?: number | null; trial?: boolean } = {},
    ) {
      const performer = await enter(db, 'performer', 0)
      const { monthly = 495, three = 1350, six = 2500, yearly = 4950, trial = false } = prices
      await db.transaction((tx) =>
        tx.run(sql`
          insert into profiles.performers (account_id, monthly_price, three_month_price, six_month_price, yearly_price, has_free_trial, approved_at, priced_at, currency)
          values (${performer.accountId}, ${monthly}, ${three}, ${six}, ${yearly}, ${trial}, ${tx.now}, ${tx.now}, 'USD')`),
      )
      return performer
    },
    async subscribes(fan: Member, performer: Member, wanted: Partial<Wanted> = {}): Promise<Subscription> {
      const outcome = await this.tries(fan, performer, wanted)
      if (outcome.status !== 'succeeded') throw new Error(`it ended as ${outcome.status}`)
      return outcome.subscription
    },
    tries: (fan: Member, performer: Member, wanted: Partial<Wanted> = {}) =>
      db.transaction((tx) =>
        subscribe(tx, fan, undefined, { performerId: performer.accountId, type: 'monthly', gateway: 'wallet', ...wanted }),
      ),
    running: async (fan: Member, { accountId }: Member) => (await runningBetween(db, fan.accountId, [accountId])).get(accountId),
    /** A tier of theirs; its prices in minor units. */
    tier: (performer: Member, of: Partial<tiers.NewTier> = {}) =>
      db.transaction((tx) => tiers.create(tx, performer.accountId, { name: 'Balcony', monthlyPrice: 995, yearlyPrice: 9950, ...of })),
    /** Half price for everybody, for a week. */
    promotes: (performer: Member, of: Partial<promotions.Asked> = {}) =>
      db.transaction((tx) =>
        promotions.create(tx, performer.accountId, {
          percentOff: 50,
          appliesTo: 'all',
          types: ['monthly'],
          tierId: null,
          maxUses: null,
          startsAt: undefined,
          endsAt: new Date(tx.now.getTime() + 7 * 86_400_000),
          ...of,
        }),
      ),
    gives: (giver: Member, recipient: Member, performer: Member, of: Partial<Giving> = {}) =>
      db.transaction((tx) =>
        give(tx, giver, undefined, {
          performerId: performer.accountId,
          type: 'three_months',
          giftTo: recipient.username,
          gateway: 'wallet',
          ...of,
        }),
      ),
    changes: (fan: Member, id: string, to: Change) => db.transaction((tx) => change(tx, fan.accountId, id, { gateway: 'wallet', ...to })),
    remind: () => remind(db),
    /** Moves the clock to a moment after this instant, and so many days further. */
    goTo(instant: Date | undefined, days = 0) {
      const seconds = Math.ceil(((instant?.getTime() ?? 0) - clock.now().getTime()) / 1000) + 1 + days * 86_400
      if (seconds > 0) clock.advance({ seconds })
    },
    cancels: (who: Member, id: string) => db.transaction((tx) => cancel(tx, who, id)),
    reactivates: (who: Member, id: string) => db.transaction((tx) => reactivate(tx, who, id)),
    /** Goes to the sandbox and does this there; what it reports is received. */
    async pays(outcome: Subscribed | Given, ...acts: Act[]) {
      if (outcome.status !== 'redirect') throw new Error('there is no page to pay at')
      const id = outcome.paymentUrl.split('/').at(-1) ?? ''
      for (const each of acts.length > 0 ? acts : [{ action: 'pay', card: 'success' } as const])
        await db.transaction((tx) => act(tx, id, each))
      await this.settle()
    },
    /** What a bank or a gateway's staff does at the page of somebody's latest payment. */
    async atTheGateway({ accountId }: Member, ...acts: Act[]) {
      const { id } = await db.one<{ id: string }>(sql`
        select c.id from payments.sandbox_checkouts c join payments.transactions t on t.gateway_ref = c.reference
        where t.account_id = ${accountId} order by t.created_at desc, t.id desc limit 1`)
      for (const each of acts) await db.transaction((tx) => act(tx, id, each))
      await this.settle()
    },
    find: (id: string) =>
      db.one<{
        status: string
        endedReason: string | null
        gateway: string
        type: string
        cycles: number
        spent: number
        expiresAt: Date
        renewsAt: Date | null
      }>(sql`
        select status, ended_reason as "endedReason", gateway, type, cycles, spent, expires_at as "expiresAt", renews_at as "renewsAt"
        from subscriptions.subscriptions where id = ${id}`),
    /** What the latest letter to somebody says. */
    async lastLetterTo({ username }: Member) {
      return db.one<{ paragraphs: string[]; also: { label: string; path: string } | null }>(sql`
        select content -> 'paragraphs' as paragraphs, content -> 'also' as also from mail.letters
        where recipient = ${`${username}@stagedoor.example`} order by created_at desc, id desc limit 1`)
    },
    /** Subjects of the letters that somebody got, oldest first. */
    async lettersTo({ username }: Member): Promise<string[]> {
      const rows = await db.many<{ subject: string }>(
        sql`select subject from mail.letters where recipient = ${`${username}@stagedoor.example`} order by id`,
      )
      return rows.map(({ subject }) => subject)
    },
  }
}

/** The site's own end of a webhook, without the cable. */
function deliveringWebhooks(db: Database) {
  return async (_url: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    const post = {
      header: (name: string) => headers.get(name) ?? undefined,
      query: {},
      ip: '127.0.0.1',
      body: Buffer.from(init?.body as string),
    }
    const event = payments.verify('sandbox', post, db.now)
    const received = event && (await db.transaction((tx) => payments.receive(tx, 'sandbox', event)))
    return new Response('{}', { status: received === 'received' ? 200 : 422 })
  }
}

async function enter(db: Database, role: Member['role'], balance: number): Promise<Member> {
  const accountId = randomUUID()
  const username = `p${accountId.replaceAll('-', '').slice(0, 20)}`
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into accounts.accounts (id, role, name, username, email, birth_date, locale, created_at)
      values (${accountId}, ${role}, ${role === 'user' ? 'Mei' : 'Lan'}, ${username}, ${`${username}@stagedoor.example`}, '1990-05-17', 'en-US', ${tx.now})`)
    if (balance > 0)
      await wallet.deposit(tx, { to: accountId, amount: balance, kind: 'top_up', key: `payment:${randomUUID()}`, title: 'Top-up' })
  })
  return { kind: 'member', accountId, sessionId: randomUUID(), role, username, isAdult: true }
}
