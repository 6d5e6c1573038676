// Creators who earned something, for the tests of payouts. All of them are invented adults.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BankDetails } from '#contract/money/destinations.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { looksAtPapers, papers } from '#server/people/identity/testing.ts'
import * as identity from '#server/people/identity/identity.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import type { Database } from '#server/platform/db/db.ts'
import * as settings from '#server/site/settings/settings.ts'

const dayMs = 86_400_000
export const daysAgo = (db: Database, days: number) => new Date(db.now.getTime() - days * dayMs)

/** A site with somebody who pays out. */
export async function openOffice(clock?: Clock): Promise<{ db: Database; staff: payouts.Actor }> {
  useSecret(randomBytes(32))
  const db = await ownDatabase(clock)
  const { id: accountId } = await somebody(db, { role: 'staff' })
  return { db, staff: { accountId, role: 'staff' } }
}

/** Its books agree when the tests are over. */
export async function closeOffice(db: Database): Promise<void> {
  expect(await disagreements(db)).toEqual([])
  expect(await payouts.disagreements(db)).toEqual([])
  settings.forget()
  await db.close()
}

export const bankOfMei: BankDetails = {
  firstName: 'Mei',
  lastName: 'Lin',
  bankName: 'Harbour Bank, Old Town',
  bankAccount: '0012 3456 7890',
  address: '7 Tide Lane',
  city: 'Taipei',
  country: 'TW',
}

export interface Creator {
  who: payouts.Actor
  id: string
  email: string
}

/** Applied, approved, and her bank details older than their hold. */
export async function creator(
  db: Database,
  { legalName = 'Mei Lin', bank = bankOfMei }: { legalName?: string; bank?: BankDetails | null } = {},
) {
  const username = `mei${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const staff = await somebody(db, { role: 'staff' })
  const email = `${username}@stagedoor.example`
  const id = await db.transaction(
    async (tx) => {
      const person = {
        name: 'Mei',
        username,
        email,
        gender: 'female',
        dateOfBirth: '1990-05-17',
        country: 'TW',
        phone: '+886 900 000 000',
        legalName,
      }
      const made = await identity.apply(tx, { ...person, passwordHash: 'x', locale: 'en-US' }, papers())
      await looksAtPapers(tx, made.id, staff.id)
      await identity.approve(tx, made.id, staff.id)
      if (bank) await destinations.saveBank(tx, made.id, bank)
      return made.id
    },
    { at: daysAgo(db, 30) },
  )
  return { id, email, who: { accountId: id, role: 'performer' } } satisfies Creator
}

/** A subscription by card, in tokens; the site keeps a fifth. Answers its transfer. */
export async function earns(db: Database, creatorId: string, tokens: number, at = daysAgo(db, 10)): Promise<string> {
  const fan = await somebody(db)
  const sale = {
    buyer: fan.id,
    creator: creatorId,
    amount: tokens * 125,
    key: `payment:${randomUUID()}`,
    kind: 'subscription',
    title: 'Mei',
  }
  return (await db.transaction((tx) => earnings.sellByCard(tx, sale), { at })).transferId
}
