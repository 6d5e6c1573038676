// Where the site asks a second factor of its staff, whoever has none has nothing of staff's: no row, no work, no money, no page (SECURITY.md).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, openHouse, type Person, publishes } from '#journeys/house.ts'
import { enrol } from '#journeys/second-factor.ts'

let house: House
let office: Person
let lan: Person
let stolen: Person
let post: Awaited<ReturnType<typeof publishes>>
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
  await enrol(house, office)
  stolen = await house.staff()
  lan = await house.creator({ name: 'Lan' })
  post = await publishes(house, lan, { isSale: 'ppv', price: 50 })
  await office.api.admin.saveSettings({ values: { staffNeedTwoFactor: true } })
})
afterAll(() => house.close())

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]) => [`${slice}.${name}`, row] as const),
)
const foreignId = '0198f9a0-1111-7000-8000-000000000001'
const urlOf = ({ path }: Endpoint) => `/api${path.replace(/:\w+/g, foreignId)}`

test.each(rows.filter(([, row]) => row.for === 'staff'))('%s says what is missing', async (_name, row) => {
  const answer = await house.app.http.inject({ method: row.method, url: urlOf(row), headers: { authorization: stolen.token } })
  expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual([403, 'two_factor_needed'])
})

test('nor is it staff where a row is for others too: money, other people’s things, works that are locked', async () => {
  const fan = await house.fan({ name: 'Mei' })
  const seen = async ({ api }: Person) => {
    const { isBought, files } = await api.feeds.one({ id: post._id })
    return { isBought, locked: files?.map((file) => 'locked' in file && file.locked) }
  }
  expect(await seen(stolen)).toEqual(await seen(fan))
  expect((await stolen.api.payouts.search({})).total).toBe(0)
  await expect(stolen.api.payouts.update({ id: foreignId, status: 'approved' })).rejects.toMatchObject({ status: 404 })
  await expect(stolen.api.comments.list({ objectId: post._id, objectType: 'feed' })).rejects.toMatchObject({ status: 403 })
})

test('they may do what it takes: see that it is asked, and begin it, in a closed country and during maintenance too', async () => {
  await office.api.admin.saveSettings({ values: { maintenanceMode: true } })
  expect(await stolen.api.accounts.twoFactor({})).toMatchObject({ isOn: false, isRequired: true })
  const { recoveryCodes } = await enrol(house, stolen)
  expect(recoveryCodes).toHaveLength(10)
  expect((await stolen.api.admin.people({})).total).toBeGreaterThan(0)
  await office.api.admin.saveSettings({ values: { maintenanceMode: false } })
})
