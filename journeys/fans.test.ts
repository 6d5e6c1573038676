// Who a creator's fans are to them: how they stand in the lists (calls.md section 11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

test('a creator sees first who spent most on them: not what came back, not without a name, not what went to others', async () => {
  const [lan, other] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Other' })]
  const people: Person[] = []
  for (const name of ['Anna', 'Bing', 'Cai', 'Dai']) {
    const fan = await house.fan({ name, balance: 500 })
    await fan.api.follows.follow({ id: lan.id })
    people.push(fan)
  }
  const [anna, bing, cai, dai] = people as [Person, Person, Person, Person]
  const tips = (fan: Person, amount: number, more: { to?: Person; anonymous?: boolean } = {}) =>
    fan.api.earnings.tip({ id: (more.to ?? lan).id, amount, ...(more.anonymous && { anonymous: true }) })
  await tips(anna, 20)
  await tips(anna, 400, { to: other })
  await tips(bing, 200)
  await tips(cai, 30)
  await tips(cai, 25)
  await tips(dai, 300, { anonymous: true })
  const office = await house.staff()
  const { data } = await office.api.admin.transfers({ q: bing.username })
  await office.api.admin.refund({ id: data.find(({ kind }) => kind === 'tip')!._id, reason: 'Asked for' })
  const stand = ({ data: rows }: { data: { name: string; spentTokens: number }[] }) =>
    rows.map(({ name, spentTokens }) => [name, spentTokens])

  const byName = [
    ['Anna', 20],
    ['Bing', 0],
    ['Cai', 55],
    ['Dai', 0],
  ]
  expect(stand(await lan.api.directory.fans({}))).toEqual(byName)
  expect(stand(await lan.api.directory.fans({ sortBy: 'spent' }))).toEqual([
    ['Cai', 55],
    ['Anna', 20],
    ['Bing', 0],
    ['Dai', 0],
  ])
  expect(stand(await lan.api.directory.fans({ sortBy: 'spent', list: 'followers', limit: 1, offset: 1 }))).toEqual([['Anna', 20]])
  expect(stand(await lan.api.directory.fans({ sortBy: 'spent', q: 'ai' }))).toEqual([
    ['Cai', 55],
    ['Dai', 0],
  ])
  await expect(lan.api.directory.fans({ sortBy: 'age' as 'spent' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'sortBy' }] })

  expect((await lan.api.directory.fans({ sortBy: 'spent', sort: 'asc' })).data.map(({ name }) => name)).toEqual([
    'Bing',
    'Dai',
    'Anna',
    'Cai',
  ])

  const { _id: id } = await lan.api.fans.createList({ name: 'Front row' })
  for (const { id: fanId } of [cai, anna, dai]) {
    house.clock.advance({ minutes: 1 })
    await lan.api.fans.addMembers({ id, fanIds: [fanId] })
  }
  expect(stand(await lan.api.fans.members({ id }))).toEqual([
    ['Dai', 0],
    ['Anna', 20],
    ['Cai', 55],
  ])
  expect(stand(await lan.api.fans.members({ id, sortBy: 'spent' }))).toEqual([
    ['Cai', 55],
    ['Anna', 20],
    ['Dai', 0],
  ])
  await expect(other.api.fans.members({ id, sortBy: 'spent' })).rejects.toMatchObject({ code: 'not_found' })
})
