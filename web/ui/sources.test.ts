import { expect, test } from 'vitest'
import { coverSources, faceSources, sourcesOf } from '#web/ui/sources.ts'

test('a picture names each of its sizes once, smallest first, and one size needs no choice', () => {
  const smaller = [
    { url: '/a', width: 640 },
    { url: '/b', width: 1280 },
  ]
  expect(sourcesOf({ url: '/c', width: 2048, smaller })).toBe('/a 640w, /b 1280w, /c 2048w')
  expect(sourcesOf({ url: '/c', width: 400 })).toBeUndefined()
})

test('a face and a cover are offered in both sizes that are kept of them, and what somebody has just chosen as it is', () => {
  expect(faceSources('/media/one/256')).toBe('/media/one/96 96w, /media/one/256 256w')
  expect(coverSources('https://api.example/media/one/large')).toBe(
    'https://api.example/media/one/small 750w, https://api.example/media/one/large 1500w',
  )
  expect(faceSources('blob:http://127.0.0.1/256')).toBeUndefined()
  expect(coverSources('data:image/png;base64,AAAA')).toBeUndefined()
})
