import { expect, test } from 'vitest'
import type { PublicSettings } from '#contract/site/settings.ts'
import { bodyOf, clearedOf, emptyDraft, priceOf, wrongs } from '#web/catalogue/feeds/compose/draft.ts'
import type { Photo } from '#web/catalogue/feeds/compose/uploads.ts'

const settings = { minimumItemPrice: 1, maximumItemPrice: 10_000 } as PublicSettings
const photo = (state: Photo['state'], fileId?: string): Photo => ({ id: 'a', name: 'a.jpg', state, percent: 0, fileId })
const checks = (photos: Photo[]) => ({ photos, settings, timeZone: 'UTC', now: Date.parse('2026-11-21T12:00:00Z') })

test('a sale needs a photo and a price within the bounds (calls.md section 3)', () => {
  expect(wrongs({ ...emptyDraft, text: '燈', isSale: 'ppv' }, checks([]))).toMatchObject({
    fileIds: { key: 'wrong.saleNeedsPhoto' },
    price: { key: 'wrong.priceMissing' },
  })
  expect(wrongs({ ...emptyDraft, isSale: 'ppv', price: '0.5' }, checks([photo('ready', 'f')]))).toEqual({
    price: { key: 'wrong.priceBounds', facts: { minimum: 1, maximum: 10_000 } },
  })
  expect(wrongs({ ...emptyDraft, isSale: 'ppv', price: '1,200' }, checks([photo('ready', 'f')]))).toEqual({})
})

test('nobody publishes while a photo is on its way or has failed', () => {
  expect(wrongs(emptyDraft, checks([photo('sending')]))).toMatchObject({ fileIds: { key: 'wrong.photoOnItsWay' } })
  expect(wrongs(emptyDraft, checks([photo('failed')]))).toMatchObject({ fileIds: { key: 'wrong.photoFailed' } })
})

test('a schedule in the past and an end before the beginning are told', () => {
  const draft = { ...emptyDraft, text: '燈', scheduledAt: '2026-11-21T11:00', expiresAt: '2026-11-21T10:00' }
  expect(wrongs(draft, checks([]))).toEqual({ scheduledAt: { key: 'wrong.past' }, expiresAt: { key: 'wrong.endsBefore' } })
})

test('a price is read as people type it, and only a sale sends one', () => {
  expect(priceOf('1,200')).toBe(1200)
  expect(priceOf('12.345')).toBeNaN()
  expect(bodyOf({ ...emptyDraft, price: '120' }, [], undefined, 'UTC')).not.toHaveProperty('price')
  expect(bodyOf({ ...emptyDraft, isSale: 'ppv', price: '120' }, [photo('ready', 'f')], undefined, 'UTC')).toMatchObject({
    price: 120,
    fileIds: ['f'],
  })
})

test('what a post had and the form has emptied is taken away; what it keeps, or never had, is not mentioned', () => {
  const before = { scheduledAt: '2026-12-01T00:00:00Z', expiresAt: '2026-12-02T00:00:00Z', thumbnail: { url: '/media/x' } }
  expect(clearedOf(emptyDraft, undefined, before)).toEqual({ scheduledAt: null, expiresAt: null, thumbnailId: null })
  expect(clearedOf({ ...emptyDraft, expiresAt: '2026-12-02T08:00' }, photo('ready', 'f'), before)).toEqual({ scheduledAt: null })
  expect(clearedOf(emptyDraft, undefined, {})).toEqual({})
})
