import { expect, test } from 'vitest'
import type { MediaFile } from '#contract/media/file.ts'
import { coverOf, defaultCover } from '#server/catalogue/showing/cover.ts'

const picture = (url: string) => ({ url, width: 3, height: 2 })
const file = (type: string, more: Partial<MediaFile> = {}): MediaFile => ({
  _id: type,
  type,
  status: 'finished',
  locked: false,
  width: 3,
  height: 2,
  thumbnails: [picture(`/${type}`)],
  ...more,
})
const locked = (type: string) => file(type, { locked: true, thumbnails: [], blurUrl: `data:${type}` })

test('the cover is the thumbnail, else the first photo, else the teaser, else the first video, else the default (specification.md section 3)', () => {
  const files = [file('video'), file('photo')]
  const teaser = { thumbnails: [picture('/teaser')] }
  expect(coverOf({ thumbnail: picture('/thumbnail'), files, teaser }).url).toBe('/thumbnail')
  expect(coverOf({ files, teaser }).url).toBe('/photo')
  expect(coverOf({ files: [file('video')], teaser }).url).toBe('/teaser')
  expect(coverOf({ files: [file('video')] }).url).toBe('/video')
  expect(coverOf({ files: [] })).toBe(defaultCover)
})

test('a locked photo gives its blur, never its picture; a public thumbnail stands before it', () => {
  expect(coverOf({ files: [locked('photo'), file('video')] })).toMatchObject({ url: 'data:photo', isBlurred: true })
  expect(coverOf({ thumbnail: picture('/thumbnail'), files: [locked('photo')] })).toMatchObject({
    url: '/thumbnail',
    isBlurred: false,
  })
})

test('a photo that is not finished gives its place to what is', () => {
  const unfinished = file('photo', { status: 'processing', thumbnails: [] })
  expect(coverOf({ files: [unfinished, file('video')] }).url).toBe('/video')
})

test('a cover brings the colour of its picture, also when only the blur may be seen', () => {
  const tint = { hue: 200, strength: 0.7 }
  expect(coverOf({ files: [{ ...file('photo'), tint }] })).toMatchObject({ url: '/photo', tint })
  expect(coverOf({ files: [{ ...locked('photo'), tint }] })).toMatchObject({ isBlurred: true, tint })
  expect(coverOf({ thumbnail: { ...picture('/thumbnail'), tint }, files: [] })).toMatchObject({ url: '/thumbnail', tint })
})
