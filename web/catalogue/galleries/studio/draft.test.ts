import { expect, test } from 'vitest'
import type { PublicSettings } from '#contract/site/settings.ts'
import { bodyOf, emptyDraft, type GalleryDraft, wrongs } from '#web/catalogue/galleries/studio/draft.ts'
import { coverOf } from '#web/catalogue/galleries/studio/PhotosSection.tsx'
import type { MediaItem } from '#web/media/uploads/uploads.ts'

const photo = (fileId: string, state: MediaItem['state'] = 'ready'): MediaItem => ({
  id: fileId,
  fileId,
  name: fileId,
  purpose: 'photo',
  state,
  percent: 100,
})
const settings = { minimumItemPrice: 1, maximumItemPrice: 10_000 } as PublicSettings
const checks = {
  photos: [photo('a'), photo('b')],
  settings,
  timeZone: 'Asia/Taipei',
  now: Date.parse('2026-11-22T00:00:00Z'),
  before: undefined,
}
const draft: GalleryDraft = { ...emptyDraft, title: '後臺的燈' }
const hidden = { title: '', description: '', isHidden: true }

test('a whole gallery has nothing wrong with it, and a draft needs only its title and photos that have arrived', () => {
  expect(wrongs(draft, 'active', checks)).toEqual({})
  expect(wrongs({ ...draft, isSale: 'ppv' }, 'inactive', { ...checks, photos: [] })).toEqual({})
  expect(Object.keys(wrongs({ ...draft, title: ' ' }, 'inactive', { ...checks, photos: [photo('a', 'sending')] }))).toEqual([
    'title',
    'fileIds',
  ])
})

test('what must be put right before it is shown is told at its field', () => {
  const keyOf = (part: Partial<GalleryDraft>, photos = checks.photos) =>
    Object.entries(wrongs({ ...draft, ...part }, 'active', { ...checks, photos }))
  expect(keyOf({}, [])).toEqual([['fileIds', { key: 'galleryStudio.wrong.noPhoto' }]])
  expect(keyOf({ said: { a: hidden, b: hidden } })).toEqual([['fileIds', { key: 'galleryStudio.wrong.noPhoto' }]])
  expect(keyOf({}, [photo('a'), photo('b', 'failed')])).toEqual([['fileIds', { key: 'galleryStudio.wrong.failed' }]])
  expect(keyOf({ isSale: 'ppv', price: '0.5' })).toEqual([
    ['price', { key: 'composer.wrong.priceBounds', facts: { minimum: 1, maximum: 10_000 } }],
  ])
  expect(keyOf({ scheduledAt: '2026-11-21T09:00' })).toEqual([['scheduledAt', { key: 'composer.wrong.past' }]])
  expect(keyOf({ scheduledAt: '2026-11-23T09:00', expiresAt: '2026-11-23T08:00' })).toEqual([
    ['expiresAt', { key: 'composer.wrong.endsBefore' }],
  ])
})

test('what is sent has the photos in their order without those that failed; a draft of a sale without a price is kept free', () => {
  const photos = [photo('b'), photo('x', 'failed'), photo('a')]
  const sent = bodyOf({ ...draft, isSale: 'ppv' }, 'inactive', { ...checks, photos }, undefined)
  expect(sent).toMatchObject({ fileIds: ['b', 'a'], isSale: 'free', status: 'inactive' })
  expect(sent).not.toHaveProperty('price')
  expect(sent).not.toHaveProperty('scheduledAt')
  expect(bodyOf({ ...draft, isSale: 'ppv', price: '90' }, 'active', checks, undefined)).toMatchObject({ isSale: 'ppv', price: 90 })
})

test('the cover is the chosen photo while it is shown, else the first that is', () => {
  expect(coverOf(checks.photos, draft)).toBe('a')
  expect(coverOf(checks.photos, { ...draft, cover: 'b' })).toBe('b')
  expect(coverOf(checks.photos, { ...draft, cover: 'b', said: { b: hidden } })).toBe('a')
  expect(coverOf([], draft)).toBeUndefined()
})
