// A new kind of work is a table, a folder and a page: what this test adds beside the product, a zine, stands on the three registries and shows up
// wherever works of all kinds are shown. Nothing else names it.
import type { Static } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { items } from '#contract/catalogue/items.ts'
import { kindNames, type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { stopRecording } from '#server/platform/testing/asked.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

const zine = 'zine' as WorkKind
// The line in contract/catalogue/kind-names.ts, and its schema: before anything is made of them.
Object.assign(kindNames, { zine: { plural: 'zines', path: 'zines', total: 'totalZines', media: 'fileIds', preview: 'thumbnailId' } })
workKinds.push(zine)
Object.assign(items, { zine: items.gallery })

const { openHouse } = await import('#journeys/house.ts')
const { kinds } = await import('#server/catalogue/kinds/kinds.ts')
const access = await import('#server/catalogue/access/access.ts')
const showing = await import('#server/catalogue/showing/showing.ts')
const works = await import('#server/catalogue/works/works.ts')
const { sql } = await import('#server/platform/db/db.ts')
type House = Awaited<ReturnType<typeof openHouse>>
type Zine = Static<(typeof items)['gallery']>

// Its folder: what it shows of itself.
Object.assign(kinds, {
  zine: {
    async show(db, reader, ids) {
      const found = await works.find(db, ids)
      const shown = await showing.present(
        db,
        reader,
        ids.flatMap((id) => found.get(id) ?? []),
      )
      return shown.map(({ common }) => ({ ...common, slug: common._id, description: 'Folded by hand', totalPhotos: 0 }) as Zine)
    },
    async asPosts(db, reader, list) {
      const zines = await this.show(
        db,
        reader,
        list.map(({ id }) => id),
      )
      return zines.map((each) => ({ ...each, type: 'text', text: '', tagline: each.title, isPinned: false }) as unknown as Feed)
    },
    textsOf: async (_db, ids) => new Map(ids.map((id) => [id, 'Folded by hand'])),
  } satisfies (typeof kinds)['gallery'],
})

let house: House
beforeAll(async () => {
  stopRecording()
  house = await openHouse()
  // Its migration.
  await asOwner(house.db, sql`insert into works.kinds (name) values ('zine')`)
})
afterAll(() => house.close())

async function publishesZine(creatorId: string, title: string): Promise<string> {
  const draft = {
    kind: zine,
    medium: 'photo',
    creatorId,
    tags: [],
    words: 'paper',
    participants: [],
    audience: 'ppv',
    price: 500,
    title,
    pinned: false,
  } as const
  const nothing = { scheduledAt: null, expiresAt: null, isDraft: false, media: [], preview: null, teaser: null, isForFront: false }
  return house.db.transaction((tx) => works.create(tx, { ...draft, ...nothing }))
}

test('a zine is reviewed, found, followed, kept, unlocked and counted like any work, and nothing but the registries knows of zines', async () => {
  const [lan, mei, staff] = [await house.creator({ name: 'Lan' }), await house.fan({ balance: 100 }), await house.staff()]
  const id = await publishesZine(lan.id, 'Riverside folds')

  const waiting = await staff.api.admin.works({ status: 'waiting' })
  expect(waiting.data).toMatchObject([{ _id: id, kind: 'zine', text: 'Folded by hand', path: expect.stringMatching(/^\/zines\//) }])
  await staff.api.admin.approveWork({ id })
  await house.settle()

  const found = (await mei.api.search.everything({ q: 'riverside' })) as unknown as Record<string, { data: { _id: string }[] }>
  expect(found['zines']?.data).toMatchObject([{ _id: id, description: 'Folded by hand' }])
  expect(found['feeds']?.data).toEqual([])

  await mei.api.follows.follow({ id: lan.id })
  expect((await mei.api.timeline.home({ scope: 'following' })).data).toMatchObject([{ _id: id, canView: false }])

  await mei.api.reactions.react({ objectId: id, objectType: zine, action: 'bookmark' })
  const kept = (mei.api.bookmarks as unknown as Record<string, (input: object) => Promise<{ data: object[] }>>)['zines']
  expect(await kept?.({})).toMatchObject({ data: [{ _id: id }], total: 1 })

  await house.db.transaction(async (tx) => {
    const buyer = { kind: 'member', accountId: mei.id, sessionId: '', role: 'user', username: 'mei', isAdult: true } as const
    await access.buy(tx, buyer, undefined, id)
  })
  await house.settle()
  expect((await mei.api.bookmarks.bought({})).data).toMatchObject([{ kind: 'zine', zine: { _id: id, canView: true } }])
  expect((await mei.api.wallet.lines({})).data[0]).toMatchObject({ type: 'zine', targetTitle: 'Riverside folds' })
  expect((await mei.api.directory.performer({ id: lan.id })).stats).toMatchObject({ totalZines: 1, totalFeeds: 0 })
})

test('the database knows no kind that nobody added', async () => {
  const lan = await house.creator({ name: 'Lan' })
  await expect(
    house.db.transaction((tx) =>
      tx.run(sql`
        insert into works.works (kind, medium, creator_id, audience, state, title, created_at, updated_at)
        values ('mural', 'text', ${lan.id}, 'free', 'draft', 'Wall', now(), now())`),
    ),
  ).rejects.toMatchObject({ code: '23503' })
})
