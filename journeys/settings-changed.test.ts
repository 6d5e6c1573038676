// What the operator changes reaches the screens that are open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

test('members hear that the site was changed, and ask what it is now; what only staff may know stays quiet', async () => {
  const [mei, staff] = [await house.fan(), await house.staff()]
  const { heard, socket } = await listens(house, mei, 'settings/changed')
  await staff.api.admin.saveSettings({ values: { contactEmail: 'doors@stagedoor.example' } })
  await staff.api.admin.saveSettings({ values: { siteName: 'Lantern House' } })
  await house.settle()
  await expect.poll(() => heard).toEqual([{}])
  expect((await mei.api.settings.public({})).siteName).toBe('Lantern House')
  socket.close()
})
