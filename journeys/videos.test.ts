// A video's life over HTTP: sent with its teaser and thumbnail, worked on, shown by itself, sold, opened, given back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { clip } from '#server/media/footage/testing.ts'

let house: House
let film: Blob
beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  film = new File([new Uint8Array(await clip({ seconds: 2 }))], 'tram.mp4')
}, 600_000)
afterAll(() => house.close())

async function answers(url: string | undefined, who?: Person): Promise<number> {
  if (!url) return 0
  return (await fetch(house.address + url, { headers: who ? { authorization: who.token } : {} })).status
}

test('a video is sent, worked on, goes out by itself, is sold, plays, is given back and closes', { timeout: 90_000 }, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const sent = await lan.api.videos.upload({
    title: '末班電車',
    description: '一鏡到底',
    isSale: 'ppv',
    price: 40,
    video: film,
    teaser: film,
    thumbnail: await picture(640, 360, 4),
  })
  expect(sent).toMatchObject({ status: 'inactive', progress: expect.any(Number) })
  const fileId = sent.files[0]!._id
  const progress = await lan.api.videos.fileStatus({ id: sent._id, fileId })
  expect(['created', 'processing']).toContain(progress.status)
  await expect
    .poll(async () => (await lan.api.videos.fileStatus({ id: sent._id, fileId })).status, { timeout: 60_000, interval: 200 })
    .toBe('finished')
  await house.settle()

  const mei = await house.fan({ balance: 100 })
  const locked = await mei.api.videos.one({ id: sent.slug })
  expect(locked).toMatchObject({ status: 'active', canView: false, cover: { isBlurred: false }, files: [{ locked: true }] })
  expect(locked.duration).toBeCloseTo(2, 0)
  expect(await answers(locked.teaser?.url, mei)).toBe(200)
  expect(await mei.api.videos.fileStatus({ id: sent._id, fileId })).toEqual({ status: 'finished', progress: 100 })

  const bought = await mei.api.videos.charge({ id: sent._id, expectedPrice: 40 })
  const url = bought.item?.files[0]?.url
  expect([await answers(url, mei), await answers(url), await answers(url, await house.fan())]).toEqual([200, 404, 404])
  expect(await mei.api.videos.fileStatus({ id: sent._id, fileId })).toMatchObject({ url: expect.stringContaining('/hls') })
  expect(await mei.api.videos.view({ id: sent._id })).toEqual({ totalViews: 1 })
  expect(await mei.api.videos.view({ id: sent._id })).toEqual({ totalViews: 1 })

  await expect(lan.api.videos.removeFile({ id: sent._id, type: 'video' })).rejects.toMatchObject({ status: 409, code: 'media_is_sold' })
  const edited = await lan.api.videos.update({ id: sent._id, title: '末班電車（加長版）', thumbnail: await picture(640, 360, 5) })
  expect(edited).toMatchObject({ title: '末班電車（加長版）', totalSold: 1 })
  expect(edited.thumbnail?.url).not.toBe(sent.thumbnail?.url)
  expect((await lan.api.videos.removeFile({ id: sent._id, type: 'teaser' })).teaser?.url).toContain(fileId)

  const office = await house.staff()
  const { data: transfers } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: transfers.find(({ kind }) => kind === 'video')!._id, reason: 'Bought by mistake' })
  expect((await mei.api.videos.one({ id: sent._id })).files[0]).toMatchObject({ locked: true })
  await expect.poll(() => answers(url, mei), { timeout: 10_000 }).toBe(404)
})

test('what does not fit is refused by name, and changes nothing', { timeout: 60_000 }, async () => {
  const [lan, yun] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yun' })]
  const draft = await lan.api.videos.upload({ title: 'Draft', video: film, status: 'inactive' })
  const mei = await house.fan({ balance: 50 })
  const feed = await lan.api.feeds.create({ type: 'text', text: 'No video' })
  const refused: [() => Promise<unknown>, object][] = [
    [() => lan.api.videos.upload({ title: 'Nothing' }), { status: 422, code: 'file_required', errors: [{ field: 'video' }] }],
    [
      () => lan.api.videos.upload({ title: 'x', video: new File(['#EXTM3U'], 'a.mp4') }),
      { status: 422, code: 'file_type_not_allowed', errors: [{ field: 'video' }] },
    ],
    [() => lan.api.videos.upload({ title: 'x', isSale: 'ppv', video: film }), { status: 422, code: 'price_required' }],
    [() => mei.api.videos.upload({ title: 'x', video: film }), { status: 403 }],
    [() => yun.api.videos.update({ id: draft._id, title: 'Theirs' }), { status: 404 }],
    [() => yun.api.videos.removeFile({ id: draft._id, type: 'video' }), { status: 404 }],
    [() => yun.api.videos.remove({ id: draft._id }), { status: 404 }],
    [() => yun.api.videos.ownOne({ id: draft._id }), { status: 404 }],
    [() => mei.api.videos.one({ id: draft._id }), { status: 404 }],
    [() => mei.api.videos.view({ id: draft._id }), { status: 404 }],
    [() => mei.api.videos.charge({ id: draft._id }), { status: 404 }],
    [() => mei.api.videos.charge({ id: feed._id }), { status: 404 }],
    [() => mei.api.videos.fileStatus({ id: draft._id, fileId: draft.files[0]!._id }), { status: 404 }],
    [() => lan.api.videos.fileStatus({ id: draft._id, fileId: feed._id }), { status: 404 }],
  ]
  for (const [attempt, answer] of refused) await expect(attempt()).rejects.toMatchObject(answer)
  // What came with a refused call is not left in the library.
  expect((await lan.api.uploads.library({ purpose: 'video' })).total).toBe(1)
  expect(await lan.api.videos.own({ status: 'inactive', q: 'draf' })).toMatchObject({ total: 1, data: [{ title: 'Draft' }] })
  await lan.api.videos.upload({ title: 'Free', fileId: draft.files[0]!._id })
  expect((await mei.api.videos.search({ performerId: lan.id, isSale: 'ppv' })).total).toBe(0)
  expect(await lan.api.videos.remove({ id: draft._id })).toEqual({ deleted: true })
  expect((await lan.api.videos.own({})).data.map(({ title }) => title)).toEqual(['Free'])
})

test('a welcome video is a free video that greets on the page once it is processed and approved, while it is both; taken back, nothing greets', {
  timeout: 90_000,
}, async () => {
  const [lan, yun, mei] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yun' }), await house.fan()]
  const office = await house.staff()
  const greets = async (who: Person | undefined = mei) => {
    const { directory } = who ? who.api : house.visitor()
    return (await directory.performer({ id: lan.username })).welcomeVideoId
  }
  await office.api.admin.saveSettings({ values: { reviewDefault: 'before' } })
  const sent = await lan.api.videos.uploadWelcome({ file: film as File })
  expect(sent).toMatchObject({ title: 'Lan says hello', isSale: 'free', status: 'inactive' })
  const own = async () => (await lan.api.me.performer({})).welcomeVideo
  expect(await own()).toMatchObject({ _id: sent._id, progress: expect.any(Number) })
  await expect.poll(async () => (await house.settle(), await own())?.status, { timeout: 60_000, interval: 200 }).toBe('pending_review')
  expect(await greets()).toBeUndefined()
  await office.api.admin.approveWork({ id: sent._id })
  expect([await greets(), await greets(undefined), await greets(lan)]).toEqual([sent._id, sent._id, sent._id])
  expect((await mei.api.videos.one({ id: sent._id })).files[0]).toMatchObject({ locked: false })
  // Sold from now on, it greets nobody; and nobody is greeted by what is sold, or another's.
  await lan.api.videos.update({ id: sent._id, isSale: 'ppv', price: 20 })
  expect(await greets()).toBeUndefined()
  await expect(lan.api.videos.chooseWelcome({ videoId: sent._id })).rejects.toMatchObject({
    status: 422,
    code: 'welcome_not_free',
    errors: [{ field: 'videoId' }],
  })
  await lan.api.videos.update({ id: sent._id, isSale: 'free' })
  expect(await greets()).toBe(sent._id)
  await expect(yun.api.videos.chooseWelcome({ videoId: sent._id })).rejects.toMatchObject({ status: 404 })
  await expect(
    house.db.transaction((tx) =>
      tx.run(sql`insert into videos.welcomes (performer_id, work_id, chosen_at) values (${yun.id}, ${sent._id}, ${tx.now})`),
    ),
  ).rejects.toThrow(/own/)
  await expect(mei.api.videos.uploadWelcome({ file: film as File })).rejects.toMatchObject({ status: 403 })
  expect(await lan.api.videos.chooseWelcome({ videoId: null })).toEqual({})
  expect([await greets(), await own()]).toEqual([undefined, undefined])
  expect(await lan.api.videos.chooseWelcome({ videoId: sent._id })).toMatchObject({ video: { _id: sent._id } })
  await office.api.admin.rejectWork({ id: sent._id, reason: 'A street sign.' })
  expect(await greets()).toBeUndefined()
  await lan.api.videos.remove({ id: sent._id }).catch(() => {})
  expect(await greets()).toBeUndefined()
  await office.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
})
