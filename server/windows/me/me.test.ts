import { afterAll, beforeAll, expect, test } from 'vitest'
import { member } from '#server/catalogue/feeds/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as me from '#server/windows/me/me.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

test('a fan sees who they are and what they have, in tokens, and nothing that is secret (calls.md section 1)', async () => {
  const fan = await member(db, 'user', { balance: 12_345 })
  const user = await me.currentUser(db, fan)
  expect(user).toMatchObject({
    _id: fan.accountId,
    balance: 123.45,
    isPerformer: false,
    roles: ['user'],
    ageVerified: true,
    emailVerified: false,
    kycStatus: 'none',
  })
  expect(user).not.toHaveProperty('performerId')
  expect(user).not.toHaveProperty('impersonatedBy')
  expect(JSON.stringify(user)).not.toMatch(/password|hash/i)
})

test('someone without a birth date is not age-verified, and an impersonated session says by whom', async () => {
  const fan = await member(db, 'user', { isAdult: false })
  const user = await me.currentUser(db, { ...fan, actorId: fan.accountId })
  expect(user).toMatchObject({ ageVerified: false, impersonatedBy: fan.accountId })
  expect(user).not.toHaveProperty('dateOfBirth')
})

test('a performer sees their profile with prices in money, their commission in percent and their totals (calls.md section 11)', async () => {
  const creator = await member(db, 'performer')
  expect(await me.currentUser(db, creator)).toMatchObject({ isPerformer: true, performerId: creator.accountId })
  expect(await me.ownProfile(db, creator.accountId)).toMatchObject({
    monthlyPrice: 4.95,
    commission: 20,
    totals: { feeds: 0, followers: 0, subscribers: 0 },
    documents: [],
  })
  await expect(me.ownProfile(db, (await member(db, 'user')).accountId)).rejects.toMatchObject({ code: 'not_found' })
})

test('the commission that a performer reads is the one that their next sale is charged', async () => {
  const creator = await member(db, 'performer')
  const fan = await member(db, 'user', { balance: 100_00 })
  const read = async () => (await me.ownProfile(db, creator.accountId)).commission
  const charged = async () =>
    (
      await db.transaction((tx) =>
        wallet.charge(tx, {
          from: fan.accountId,
          to: creator.accountId,
          amount: 10_00,
          commissionBasisPoints: 2000,
          kind: 'tip',
          title: 'Tip',
        }),
      )
    ).commission
  expect([await read(), await charged()]).toEqual([20, 2_00])
  await db.transaction((tx) => wallet.agreeCommission(tx, creator.accountId, 1250))
  expect([await read(), await charged()]).toEqual([12.5, 1_25])
})
