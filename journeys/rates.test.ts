// A commission of one's own: agreed by staff, counting from the next sale.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

test('an agreed rate counts from the next sale on, what was sold keeps its own, and the log knows who changed it', async () => {
  const [office, lan, mei] = [await house.staff(), await house.creator(), await house.fan({ balance: 1000 })]
  expect(await office.api.earnings.rate({ id: lan.id })).toEqual({ site: 20 })
  await mei.api.earnings.tip({ id: lan.id, amount: 100 })
  expect(await office.api.earnings.agreeRate({ id: lan.id, percent: 12.5 })).toEqual({ agreed: 12.5, site: 20 })
  await mei.api.earnings.tip({ id: lan.id, amount: 100 })
  expect(await office.api.earnings.agreeRate({ id: lan.id })).toEqual({ site: 20 })
  await mei.api.earnings.tip({ id: lan.id, amount: 100 })
  const { data } = await lan.api.earnings.lines({ sort: 'asc', sortBy: 'createdAt' })
  expect(data.map(({ siteCommission, netPrice }) => [siteCommission, netPrice])).toEqual([
    [20, 80],
    [12.5, 87.5],
    [20, 80],
  ])
  const deeds = (await office.api.admin.audit({ action: 'profiles.commission' })).data
  expect(deeds.map(({ detail }) => detail)).toEqual([
    { from: 12.5, to: null },
    { from: null, to: 12.5 },
  ])
})

test('a fan has no rate, a percentage has its bounds, and performers cannot agree with themselves', async () => {
  const [office, lan, mei] = [await house.staff(), await house.creator(), await house.fan()]
  await expect(office.api.earnings.agreeRate({ id: mei.id, percent: 5 })).rejects.toMatchObject({ status: 404 })
  for (const percent of [-1, 100.01, 0.001])
    await expect(office.api.earnings.agreeRate({ id: lan.id, percent })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(lan.api.earnings.agreeRate({ id: lan.id, percent: 0 })).rejects.toMatchObject({ status: 403 })
})
