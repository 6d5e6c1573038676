import { expect, test } from 'vitest'
import type { PublicSettings } from '#contract/site/settings.ts'
import { bodyOf, clearedOf, emptyDraft, typeOf, wrongs } from '#web/catalogue/feeds/compose/draft.ts'
import type { Files } from '#web/catalogue/feeds/compose/lists.ts'
import { emptyPoll, sendPoll } from '#web/catalogue/feeds/compose/poll-draft.ts'
import { chosenTeaser } from '#web/catalogue/works/studio/chosen.ts'
import { priceOf } from '#web/app/typed-amount.ts'
import type { MediaItem } from '#web/media/uploads/uploads.ts'

const settings = { minimumItemPrice: 1, maximumItemPrice: 10_000 } as PublicSettings
const photo = (state: MediaItem['state'], fileId?: string): MediaItem => ({
  id: 'a',
  name: 'a.jpg',
  purpose: 'photo',
  state,
  percent: 0,
  fileId,
})
const none: Files = { media: [], thumbnail: undefined, teaser: undefined }
const checks = (media: MediaItem[]) => ({ files: { ...none, media }, settings, timeZone: 'UTC', now: Date.parse('2026-11-21T12:00:00Z') })

test('a sale needs a photo and a price within the bounds (calls.md section 3)', () => {
  expect(wrongs({ ...emptyDraft, text: '燈', isSale: 'ppv' }, checks([]))).toMatchObject({
    fileIds: { key: 'composer.wrong.saleNeedsPhoto' },
    price: { key: 'composer.wrong.priceMissing' },
  })
  expect(wrongs({ ...emptyDraft, isSale: 'ppv', price: '0.5' }, checks([photo('ready', 'f')]))).toEqual({
    price: { key: 'composer.wrong.priceBounds', facts: { minimum: 1, maximum: 10_000 } },
  })
  expect(wrongs({ ...emptyDraft, isSale: 'ppv', price: '1,200' }, checks([photo('ready', 'f')]))).toEqual({})
})

test('nobody publishes while a photo is on its way or has failed', () => {
  expect(wrongs(emptyDraft, checks([photo('sending')]))).toMatchObject({ fileIds: { key: 'composer.wrong.photoOnItsWay' } })
  expect(wrongs(emptyDraft, checks([photo('failed')]))).toMatchObject({ fileIds: { key: 'composer.wrong.photoFailed' } })
})

test('a schedule in the past and an end before the beginning are told', () => {
  const draft = { ...emptyDraft, text: '燈', scheduledAt: '2026-11-21T11:00', expiresAt: '2026-11-21T10:00' }
  expect(wrongs(draft, checks([]))).toEqual({
    scheduledAt: { key: 'composer.wrong.past' },
    expiresAt: { key: 'composer.wrong.endsBefore' },
  })
})

test('a price is read as people type it, and only a sale sends one', () => {
  expect(priceOf('1,200')).toBe(1200)
  expect(priceOf('12.345')).toBeNaN()
  expect(bodyOf({ ...emptyDraft, price: '120' }, none, 'UTC')).not.toHaveProperty('price')
  expect(bodyOf({ ...emptyDraft, isSale: 'ppv', price: '120' }, { ...none, media: [photo('ready', 'f')] }, 'UTC')).toMatchObject({
    price: 120,
    fileIds: ['f'],
  })
})

test('what a post had and the form has emptied is taken away; what it keeps, or never had, is not mentioned', () => {
  const before = { scheduledAt: '2026-12-01T00:00:00Z', expiresAt: '2026-12-02T00:00:00Z', thumbnail: { url: '/media/x' } }
  expect(clearedOf(emptyDraft, none, before)).toEqual({ scheduledAt: null, expiresAt: null, thumbnailId: null })
  expect(clearedOf({ ...emptyDraft, expiresAt: '2026-12-02T08:00' }, { ...none, thumbnail: photo('ready', 'f') }, before)).toEqual({
    scheduledAt: null,
  })
  expect(clearedOf(emptyDraft, none, {})).toEqual({})
})

test('a film is published when the server is done with it, and never without one; a stream needs a time ahead', () => {
  const video = { ...emptyDraft, kind: 'video' as const }
  expect(wrongs(video, checks([]))).toMatchObject({ fileIds: { key: 'composer.wrong.videoMissing' } })
  expect(wrongs(video, checks([photo('paused')]))).toMatchObject({ fileIds: { key: 'composer.wrong.clipOnItsWay' } })
  expect(wrongs(video, checks([photo('processing', 'f')]))).toMatchObject({ fileIds: { key: 'composer.wrong.clipProcessing' } })
  expect(wrongs(video, checks([photo('ready', 'f')]))).toEqual({})
  const stream = { ...emptyDraft, kind: 'stream' as const }
  expect(wrongs(stream, checks([]))).toEqual({ streamingAt: { key: 'composer.wrong.streamMissing' } })
  expect(wrongs({ ...stream, streamingAt: '2026-11-21T11:00' }, checks([]))).toEqual({ streamingAt: { key: 'composer.wrong.past' } })
  expect(wrongs({ ...stream, streamingAt: '2026-11-21T13:00' }, checks([]))).toEqual({})
  expect([typeOf(stream, none), typeOf(video, none), typeOf(emptyDraft, none)]).toEqual(['scheduled-streaming', 'video', 'text'])
})

test('a poll wants two different answers and an end in the future', () => {
  const asks = (poll: Partial<typeof emptyPoll>) =>
    wrongs({ ...emptyDraft, text: '?', poll: { ...emptyPoll, isOn: true, ...poll } }, checks([])).poll?.key
  expect(asks({ options: ['A', ' '] })).toBe('composer.wrong.pollOptions')
  expect(asks({ options: ['A', ' A'] })).toBe('composer.wrong.pollTwice')
  expect(asks({ options: ['A', 'B'], expiresAt: '2026-11-21T11:00' })).toBe('composer.wrong.pollPast')
  expect(asks({ options: ['A', 'B'] })).toBeUndefined()
})

test('a poll that did not change is not sent again: its votes stay', async () => {
  const made: string[] = []
  const api = {
    feeds: { pollOption: async ({ description }: { description: string }) => (made.push(description), { _id: description }) },
  } as never
  const before = {
    question: 'Q',
    isOver: false,
    options: [
      { _id: '1', description: 'A' },
      { _id: '2', description: 'B' },
    ],
  }
  const poll = { isOn: true, question: 'Q', options: ['A', 'B'], expiresAt: '' }
  expect(await sendPoll(api, poll, before, 'UTC')).toEqual({})
  expect(await sendPoll(api, { ...poll, question: 'R' }, before, 'UTC')).toEqual({ pollDescription: 'R' })
  expect(await sendPoll(api, { ...poll, isOn: false }, before, 'UTC')).toEqual({ pollIds: [] })
  expect(await sendPoll(api, emptyPoll, undefined, 'UTC')).toEqual({})
  expect(made).toEqual([])
  expect(await sendPoll(api, { ...poll, options: ['B', '', 'C '] }, before, 'UTC')).toEqual({ pollIds: ['B', 'C'] })
})

test('a teaser that was made of the film itself is nobody’s choice', () => {
  const files = [{ _id: 'film', type: 'feed-video', status: 'finished' as const, locked: false, thumbnails: [] }]
  const teaser = (url: string) => ({ url, duration: 5, thumbnails: [] })
  expect(chosenTeaser({ files, teaser: teaser('/media/film/teaser') })).toBeUndefined()
  expect(chosenTeaser({ files, teaser: teaser('/media/other/teaser') })).toBeDefined()
})
