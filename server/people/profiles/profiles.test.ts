import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { store, useStore } from '#server/platform/storage/store.ts'
import { ownDatabase, somebody, tokenFor } from '#server/people/accounts/testing.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let folder: string
beforeAll(async () => {
  db = await ownDatabase()
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-profiles-'))
  useStore(diskStorage(folder, randomBytes(32)))
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

async function performer() {
  const person = await somebody(db, { role: 'performer' })
  await db.transaction((tx) => profiles.create(tx, person.id))
  return person
}
const edit = (id: string, changes: profiles.Edit) => db.transaction((tx) => profiles.update(tx, id, changes))
const picture = async () => {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#864' } })
    .png()
    .toBuffer()
  return store.receive(Readable.from([bytes]), { field: 'file', name: 'x.png', maxBytes: 1_000_000, sealed: false })
}

test('a performer edits what they show; what is not named stays', async () => {
  const { id } = await performer()
  await edit(id, {
    name: '紙上劇場',
    tagline: ' paper,\n light <b>and</b> hands ',
    tags: ['#Paper ', 'paper', '光影', ' '],
    languages: ['zh', 'en'],
    bodyInfo: { height: '164_166', eyes: 'hazel' },
    socials: { website: 'https://example.com', x: ' ' },
    monthlyPrice: 4.35,
    yearlyPrice: 41.6,
    messagePrice: 2.5,
    isFreeSubscription: true,
  })
  await edit(id, { bio: 'Hello', showsInRankings: false })
  expect(await profiles.find(db, id)).toMatchObject({
    tagline: 'paper, light and hands',
    tags: ['paper', '光影'],
    languages: ['zh', 'en'],
    body: { height: '164_166', eyes: 'hazel' },
    socials: { website: 'https://example.com' },
    monthlyPrice: 435,
    yearlyPrice: 4160,
    messagePrice: 250,
    hasFreeTrial: true,
    showsInRankings: false,
  })
  expect(await accounts.find(db, id)).toMatchObject({ name: '紙上劇場', bio: 'Hello' })
})

test('a subscription’s price stays within the site’s bounds, as they are now (specification.md sections 5 and 9)', async () => {
  const { id } = await performer()
  for (const field of ['monthlyPrice', 'yearlyPrice'] as const) {
    for (const price of [2.94, 300.01])
      await expect(edit(id, { [field]: price })).rejects.toMatchObject({
        code: 'price_out_of_bounds',
        status: 422,
        details: { minimum: 2.95, maximum: 300 },
        fields: [{ field, code: 'price_out_of_bounds' }],
      })
    for (const price of [2.95, 300]) await edit(id, { monthlyPrice: 2.95, [field]: price })
  }
  await db.transaction((tx) => settings.save(tx, { minimumSubscriptionPrice: 9 }, undefined))
  await expect(edit(id, { monthlyPrice: 5 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
  expect((await profiles.find(db, (await performer()).id))?.monthlyPrice).toBe(900)
  await db.transaction((tx) => settings.save(tx, { minimumSubscriptionPrice: 2.95 }, undefined))
})

test('the database itself keeps a subscription from being free', async () => {
  const { id } = await performer()
  await expect(db.pool.query('update profiles.performers set monthly_price = 0 where account_id = $1', [id])).rejects.toMatchObject({
    constraint: expect.stringContaining('monthly_price'),
  })
})

test('a self-description is made of the options that there are (specification.md section 3)', async () => {
  const { id } = await performer()
  await expect(edit(id, { bodyInfo: { height: '1_2', eyes: 'hazel', shoe: '38' } as profiles.Edit['bodyInfo'] })).rejects.toMatchObject({
    code: 'invalid',
    fields: [
      { field: 'bodyInfo.height', code: 'not_an_option' },
      { field: 'bodyInfo.shoe', code: 'not_an_option' },
    ],
  })
  await expect(edit(id, { languages: ['English'] })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'languages' }] })
})

test('a prohibited term is refused wherever a performer may write', async () => {
  const { id } = await performer()
  for (const [field, change] of Object.entries({
    tagline: 'jailbait',
    tags: ['ok', 'jail bait'],
    name: 'jailbait',
    bio: 'jailbait',
  }))
    await expect(edit(id, { [field]: change }), field).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field }] })
  await expect(edit(id, { socials: { instagram: 'jailbait' } })).rejects.toMatchObject({
    code: 'prohibited_term',
    fields: [{ field: 'socials' }],
  })
})

test('the first price and a changed one are on record with both values', async () => {
  const { id } = await performer()
  await edit(id, { monthlyPrice: 4.95, tagline: 'same price' })
  await edit(id, { monthlyPrice: 6 })
  expect(await db.many(sql`select detail from audit.entries where action = 'profiles.prices_changed' and subject_id = ${id}`)).toEqual([
    { detail: { monthlyPrice: { from: null, to: 4.95 }, currency: 'USD' } },
    { detail: { monthlyPrice: { from: 4.95, to: 6 }, currency: 'USD' } },
  ])
})

test('cards are of performers who may be shown, with their avatar and whether they are here', async () => {
  const [open, closed, fan] = [await performer(), await performer(), await somebody(db)]
  await db.transaction((tx) => accounts.setState(tx, closed.id, 'closed'))
  await tokenFor(db, open.id)
  const { url } = await profiles.receivePicture(db, open.id, 'avatar', await picture())
  const cards = await profiles.cards(db, [open.id, closed.id, fan.id])
  expect([...cards.values()]).toEqual([
    { _id: open.id, name: 'Somebody', username: open.username, avatar: url, isOnline: true, isVerified: true },
  ])
  expect((await profiles.userCards(db, [fan.id])).get(fan.id)).toEqual({ _id: fan.id, name: 'Somebody', username: fan.username })
})

test('a new picture takes the place of the old one, and a cover is another thing than an avatar', async () => {
  const { id } = await performer()
  const first = await profiles.receivePicture(db, id, 'avatar', await picture())
  const second = await profiles.receivePicture(db, id, 'avatar', await picture())
  const cover = await profiles.receivePicture(db, id, 'cover', await picture())
  expect(first.url).not.toBe(second.url)
  expect((await profiles.picturesOf(db, [id])).get(id)).toEqual({ avatar: second.url, cover: cover.url })
})

test('what is no picture is refused and changes nothing', async () => {
  const { id } = await performer()
  const text = await store.receive(Readable.from([Buffer.from('not a picture')]), {
    field: 'file',
    name: 'x.jpg',
    maxBytes: 1000,
    sealed: false,
  })
  await expect(profiles.receivePicture(db, id, 'avatar', text)).rejects.toMatchObject({ code: 'file_type_not_allowed' })
  expect((await profiles.picturesOf(db, [id])).size).toBe(0)
})
