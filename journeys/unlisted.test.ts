// What is sent in a message is a work that stands in no list (docs/adr/0014): one is made, let out and bought, and every row that answers without
// being asked for one thing by its id is asked for it, as everybody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { sql } from '#server/platform/db/db.ts'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import { couple } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

/** Where staff decide, and where files are told: those do know it. */
const knowing: ReadonlySet<string> = new Set([
  'admin.works',
  'uploads.library',
  'messaging.conversation',
  'messaging.conversations',
  'messaging.search',
  'messaging.messages',
  'messaging.changes',
])

const readable = Object.entries<Endpoints>(contract).flatMap(([slice, table]) =>
  Object.entries<Endpoint>(table).flatMap(([name, row]) => (row.method === 'GET' ? [{ name: `${slice}.${name}`, row }] : [])),
)

/** Its address with everything that one could name of this house; undefined where it asks for what nobody has here. */
function addressOf({ path }: Pick<Endpoint, 'path'>, { lan, mei, id }: { lan: Person; mei: Person; id: string }): string[] {
  const names = [lan.id, lan.username, mei.id, id]
  if (!path.includes(':')) return [path]
  return [...new Set(names)].map((name) => path.replaceAll(/:\w+/g, name))
}

test('no list, no search, no total and no page of anybody knows what was sent in a message', async () => {
  const { lan, mei, id } = await couple(house)
  const { stats: before } = await mei.api.directory.performer({ id: lan.id })
  const word = 'Quicksilverlamp'
  const sends = async (more: { isSale?: 'ppv'; price?: number }) => {
    const { _id } = await lan.api.messaging.uploadOpenPhoto({ file: await picture(600, 400, more.price ?? 1) })
    await house.settle()
    await lan.api.messaging.send({ id, text: word, fileIds: [_id], ...more })
    return _id
  }
  const files = [await sends({}), await sends({ isSale: 'ppv', price: 10 })]
  const staff = await house.staff()
  for (const work of (await staff.api.admin.works({ status: 'waiting' })).data) await staff.api.admin.approveWork({ id: work._id })
  await house.settle()
  const sold = (await mei.api.messaging.messages({ id })).data.find(({ isSale }) => isSale === 'ppv')!
  await mei.api.messaging.charge({ id: sold._id })
  await house.settle()
  const works = (
    await house.db.many<{ id: string }>(
      sql`select id from works.works where creator_id = ${lan.id} and kind = 'message' and state = 'active'`,
    )
  ).map((work) => work.id)
  expect(works).toHaveLength(2)

  const stranger = await house.fan()
  const seen: string[] = []
  let answered = 0
  for (const { name, row } of readable) {
    if (knowing.has(name)) continue
    for (const path of addressOf(row, { lan, mei, id })) {
      for (const [who, token] of [
        ['lan', lan.token],
        ['mei', mei.token],
        ['stranger', stranger.token],
        ['staff', staff.token],
        ['visitor', undefined],
      ] as const) {
        const asked = [`/api${path}`, ...(row.query ? [`/api${path}?q=${word}`, `/api${path}?keyword=${word}`] : [])]
        for (const url of asked) {
          const { status, json } = await house.raw({ method: 'GET', url }, token)
          if (status === 200) answered++
          const told = JSON.stringify(json)
          // A file's address is told to whom it was sent, and by their purchases; its work is named to nobody.
          if (works.some((work) => told.includes(work)) && !isOwnMoney(name, who)) seen.push(`${who} ${url}`)
          if (!isOwnMoney(name, who) && files.some((file) => told.includes(file))) seen.push(`${who} ${url} (file)`)
        }
      }
    }
  }
  expect(answered).toBeGreaterThan(200)
  expect(seen).toEqual([])
  expect((await mei.api.directory.performer({ id: lan.id })).stats).toEqual(before)
  for (const action of ['like', 'bookmark'] as const)
    await expect(mei.api.reactions.react({ objectId: works[0]!, objectType: 'feed', action })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.comments.write({ objectId: works[0]!, objectType: 'feed', content: 'There' })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.feeds.one({ id: works[0]! })).rejects.toMatchObject({ status: 404 })
})

/** What one paid for, and what one was paid for. */
const isOwnMoney = (name: string, who: string) =>
  (who === 'mei' && /^(wallet|bookmarks)\./.test(name)) ||
  (who === 'lan' && /^(earnings|statements)\./.test(name)) ||
  (who === 'staff' && name.startsWith('admin.'))
