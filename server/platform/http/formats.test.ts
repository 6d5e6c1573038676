// What a format takes, PostgreSQL and JavaScript take, too: otherwise a value that passed the check is a bug behind it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { startOfDay } from '#contract/zoned-time.ts'
import { formats } from '#server/platform/http/formats.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  const { host, user, database } = await cloneDatabase()
  db = connect({ connection: { host, user, database }, maxConnections: 2 })
})
afterAll(() => db.close())

const digits = (n: number) => fc.integer({ min: 0, max: 10 ** n - 1 }).map((value) => String(value).padStart(n, '0'))
const day = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'))
const offset = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+08', '+0800'),
  fc.tuple(fc.constantFrom('+', '-'), digits(2), digits(2)).map(([sign, h, m]) => `${sign}${h}:${m}`),
)
const near = fc.constantFrom('0000-01-01', '0001-01-01', '9999-12-31', '1900-02-29', '2024-02-29', '2023-02-29', '2030-06-30')
const instant = fc
  .tuple(
    fc.oneof(day, near),
    fc.constantFrom('T', 't', ' '),
    fc.oneof(
      fc.tuple(digits(2), digits(2), digits(2)).map((parts) => parts.join(':')),
      fc.constantFrom('23:59:60', '24:00:00', '23:59:59', '00:00:00'),
    ),
    fc.constantFrom('', '.5', '.123456789', `.${'1'.repeat(400)}`),
    offset,
  )
  .map((parts) => parts.join(''))

const takes = async (text: string, cast: 'uuid' | 'date' | 'timestamptz') => {
  await db.one(cast === 'uuid' ? sql`select ${text}::uuid` : cast === 'date' ? sql`select ${text}::date` : sql`select ${text}::timestamptz`)
}

test('every day that the format takes is a day for PostgreSQL and for JavaScript', async () => {
  for (const text of fc.sample(fc.oneof(day, near), 3000).filter((text) => formats.date(text))) {
    await takes(text, 'date')
    expect(new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10)).toBe(text)
  }
})

test('every instant that the format takes is one for PostgreSQL, as it was written and as JavaScript reads it', async () => {
  for (const text of fc.sample(instant, 20_000).filter((text) => formats['date-time'](text))) {
    await takes(text, 'timestamptz')
    await db.one(sql`select ${new Date(text)}::timestamptz`)
    expect(new Date(text).getUTCFullYear()).toBeGreaterThan(0)
  }
})

test.each(['2026-10-31', '0001-01-01', '9999-12-31', '2024-02-29'])('%s is a day', (text) => expect(formats.date(text)).toBe(true))
test.each([
  '0000-01-01',
  '2023-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '10000-01-01',
  '+010000-01-01',
  '2026-10-31T00:00:00Z',
  '',
])('%j is no day', (text) => expect(formats.date(text)).toBe(false))

test.each([
  '2030-01-01T00:00:00Z',
  '2030-01-01T08:00:00.123+08:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2030-01-01t00:00:00z',
])('%s is an instant', (text) => expect(formats['date-time'](text)).toBe(true))
test.each([
  '2030-06-30T23:59:60Z',
  '2030-01-01T24:00:00Z',
  '2030-01-01 00:00:00Z',
  '2030-01-01T00:00:00',
  '2030-01-01T00:00:00+24:00',
  '2030-01-01T00:00:00-15:00',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2030-02-30T00:00:00Z',
  `2030-01-01T00:00:00.${'1'.repeat(200)}Z`,
])('%s is no instant', (text) => expect(formats['date-time'](text)).toBe(false))

test('an id is written in one way only: another spelling of one’s own id is not somebody else’s', () => {
  expect(formats.uuid('0198f9a0-1111-7000-8000-00000000000a')).toBe(true)
  for (const text of [
    'urn:uuid:0198f9a0-1111-7000-8000-00000000000a',
    '0198F9A0-1111-7000-8000-00000000000A',
    '{0198f9a0-1111-7000-8000-00000000000a}',
    '0198f9a0111170008000000000000000',
    '0198f9a0-1111-7000-8000-00000000000a\n',
  ])
    expect(formats.uuid(text), text).toBe(false)
})

test('every time zone that the format takes is one for PostgreSQL, and begins its days at the same instants', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+12', 'est5edt', 'asia/taipei']
  expect(zones.every((zone) => formats['time-zone'](zone))).toBe(true)
  const days = ['2026-03-08', '2026-03-29', '2026-07-01', '2026-11-01']
  const rows = await db.many<{ zone: string; day: string; at: Date }>(sql`
    select zone, day::text as day, day::timestamp at time zone zone as at from unnest(${zones}::text[]) zone cross join unnest(${days}::date[]) day`)
  // Where a day begins with hours that its clocks leave out, the two may choose either side of the gap.
  const apart = rows.filter(({ zone, day, at }) => Math.abs(at.getTime() - Date.parse(startOfDay(day, zone) ?? '')) > 3_600_000)
  expect(apart).toEqual([])
})

test.each(['+08:00', 'GMT+8:00', 'Mars/Olympus', '../etc/passwd', "UTC'", '', 'Asia/Taipei/', `A${'/a'.repeat(40)}`])(
  '%s is no time zone',
  (text) => expect(formats['time-zone'](text)).toBe(false),
)
