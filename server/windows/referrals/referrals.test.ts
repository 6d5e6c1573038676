import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostReferralCodes } from '#contract/windows/referrals.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as referrals from '#server/windows/referrals/referrals.ts'

let db: Database
const clock = movableClock(new Date('2026-11-21T12:00:00Z'))
beforeAll(async () => {
  db = await ownDatabase(clock)
  accounts.useArrivals(referrals.noteArrival)
})
afterAll(() => db.close())

const performer = (username?: string) => somebody(db, { role: 'performer', ...(username !== undefined && { username }) })
const change = (id: string, code?: string) => db.transaction((tx) => referrals.changeLink(tx, id, code))
const codeOf = async (id: string) => (await referrals.linkOf(db, id)).code
const comesBy = async (referralCode: string) => somebody(db, { referralCode })
const broughtBy = async (accountId: string) => (await referrals.referrerOf(db, accountId))?.performerId
const at = (iso: string) => clock.advance({ seconds: (Date.parse(iso) - clock.now().getTime()) / 1000 })

test('a creator’s link is drawn when it is looked at, once, whoever looks at the same time', async () => {
  const lan = await performer()
  const links = await Promise.all(Array.from({ length: 8 }, () => referrals.linkOf(db, lan.id)))
  expect(new Set(links.map(({ code }) => code)).size).toBe(1)
  expect(links[0]).toMatchObject({ older: [], left: mostReferralCodes - 1 })
  expect(links[0]?.code).toMatch(/^[a-hj-km-np-z2-9]{8}$/)
  expect(links[0]?.path).toBe(`/?ref=${links[0]?.code}`)
  expect(links[0]?.profilePath).toBe(`/${lan.username}?ref=${links[0]?.code}`)
})

test('a new code takes the place of the old one, which goes on leading to them and can be taken up again', async () => {
  const lan = await performer()
  const first = await codeOf(lan.id)
  expect(await change(lan.id, 'lantern-night')).toMatchObject({ code: 'lantern-night', older: [first] })
  expect(await broughtBy((await comesBy(first)).id)).toBe(lan.id)
  expect(await broughtBy((await comesBy(' Lantern-Night ')).id)).toBe(lan.id)
  expect(await change(lan.id, first)).toMatchObject({ code: first, older: ['lantern-night'], left: mostReferralCodes - 2 })
  expect((await change(lan.id)).older).toEqual([first, 'lantern-night'])
})

test('nobody takes another’s code or name, a word of the site’s, or more codes than there may be', async () => {
  const [lan, mei] = [await performer(), await performer('mei.of.mirrors')]
  await change(lan.id, 'mirrors')
  const at = { fields: [{ field: 'code', code: 'referral_code_taken' }] }
  await expect(change(mei.id, 'mirrors')).rejects.toMatchObject(at)
  await somebody(db, { username: 'moonlight' })
  await expect(change(mei.id, 'moonlight')).rejects.toMatchObject(at)
  for (const word of ['admin', 'stagedoor', 'wallet'])
    await expect(change(mei.id, word)).rejects.toMatchObject({ code: 'referral_code_reserved', status: 422 })
  for (let had = 0; had < mostReferralCodes; had++) await change(mei.id)
  await expect(change(mei.id)).rejects.toMatchObject({ code: 'too_many_referral_codes', details: { limit: mostReferralCodes } })
  // An own one of before is no new one.
  const { older } = await referrals.linkOf(db, mei.id)
  expect((await change(mei.id, older[0])).left).toBe(0)
})

test('a code that nobody has, or of who is not here any more, keeps nobody out and brings nobody', async () => {
  const lan = await performer()
  const code = await codeOf(lan.id)
  await db.transaction((tx) => accounts.setState(tx, lan.id, 'closed'))
  for (const sent of [code, 'nobody-at-all', '', '%', "'; drop", '/evil.example', 'ÿ'.repeat(50)])
    expect(await broughtBy((await comesBy(sent)).id)).toBeUndefined()
  expect(await referrals.arrive(db, code, false)).toBe(false)
})

test('by whose link somebody came is written as their account is made, and holds against plain SQL', async () => {
  const [lan, mei] = [await performer(), await performer()]
  const [code, other] = [await codeOf(lan.id), await codeOf(mei.id)]
  const fan = await comesBy(code)
  const member = await somebody(db)
  const run = (query: ReturnType<typeof sql>) => db.transaction((tx) => tx.run(query))
  for (const query of [
    sql`update referrals.arrivals set performer_id = ${mei.id}, code = ${other} where account_id = ${fan.id}`,
    sql`delete from referrals.arrivals where account_id = ${fan.id}`,
    sql`insert into referrals.arrivals (account_id, performer_id, code, came_at) values (${member.id}, ${lan.id}, ${code}, now())`,
    sql`update referrals.codes set performer_id = ${mei.id} where code = ${code}`,
    sql`delete from referrals.codes where code = ${code}`,
    sql`insert into referrals.codes (code, performer_id, made_at) values ('of-a-fan', ${fan.id}, now())`,
  ])
    await expect(run(query)).rejects.toMatchObject({ code: '23514' })
  await expect(
    run(sql`insert into referrals.arrivals (account_id, performer_id, code, came_at)
      select id, ${mei.id}, ${code}, created_at from accounts.accounts where id = ${member.id}`),
  ).rejects.toMatchObject({ constraint: 'by_a_code_of_theirs' })
  await expect(
    run(sql`insert into referrals.arrivals (account_id, performer_id, code, came_at)
      select id, ${lan.id}, ${code}, created_at from accounts.accounts where id = ${lan.id}`),
  ).rejects.toMatchObject({ constraint: 'nobody_brings_themselves' })
  expect(await broughtBy(fan.id)).toBe(lan.id)
})

test('a creator reads who came in figures, by their own days, and nobody else’s', async () => {
  at('2026-11-21T15:30:00Z')
  const [lan, mei] = [await performer(), await performer()]
  const code = await codeOf(lan.id)
  await referrals.arrive(db, code, false)
  await referrals.arrive(db, code.toUpperCase(), false)
  await referrals.arrive(db, code, true)
  const fan = await comesBy(code)
  const quiet = await comesBy(code)
  const stranger = await somebody(db)
  for (const { id } of [fan, quiet, stranger])
    await db.transaction((tx) => wallet.deposit(tx, { to: id, amount: 500_00, key: `payment:${id}`, kind: 'top_up', title: 'Top-up' }))
  const buys = (buyer: string, creator: string, amount: number, detail = {}) =>
    db.transaction((tx) => earnings.sell(tx, { buyer, creator, amount, kind: 'feed', title: 'A post', detail }))
  // Half past midnight in Taipei.
  at('2026-11-21T16:30:00Z')
  await buys(fan.id, lan.id, 30_00)
  await buys(fan.id, mei.id, 70_00)
  await buys(stranger.id, lan.id, 90_00)
  await buys(quiet.id, lan.id, 40_00, { isAnonymous: true })
  at('2026-11-23T03:00:00Z')
  await buys(fan.id, lan.id, 12_50)
  const back = await buys(quiet.id, lan.id, 55_00)
  await db.transaction((tx) => wallet.reverse(tx, back.transferId, { reason: 'refund', by: null }))

  const span = { from: '2026-11-21', to: '2026-11-24', timeZone: 'Asia/Taipei' }
  const nothing = { visits: 0, registrations: 0, buyers: 0, tokens: 0 }
  expect(await referrals.statsOf(db, lan.id, span)).toEqual({
    visits: 2,
    registrations: 2,
    buyers: 1,
    tokens: 42.5,
    series: [
      { date: '2026-11-21', ...nothing, visits: 2, registrations: 2 },
      { date: '2026-11-22', ...nothing, buyers: 1, tokens: 30 },
      { date: '2026-11-23', ...nothing, tokens: 12.5 },
      { date: '2026-11-24', ...nothing },
    ],
  })
  // They bought before, so that nobody became a buyer on that day.
  expect(await referrals.statsOf(db, lan.id, { ...span, from: '2026-11-23', to: '2026-11-23' })).toMatchObject({ buyers: 0, tokens: 12.5 })
  expect((await referrals.statsOf(db, lan.id, { ...span, timeZone: 'UTC' })).series[0]).toMatchObject({ buyers: 1, tokens: 30 })
  expect(await referrals.statsOf(db, mei.id, span)).toMatchObject(nothing)
})

test('of a visit nothing is kept but that there was one in that hour', async () => {
  const columns = await db.many<{ name: string }>(
    sql`select column_name::text as name from information_schema.columns where table_schema = 'referrals' and table_name = 'visits' order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual(['hour', 'performer_id', 'visits'])
})
