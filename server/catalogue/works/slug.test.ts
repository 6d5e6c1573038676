import { expect, test } from 'vitest'
import { slugOf } from '#server/catalogue/works/slug.ts'

test('two works of one title have two addresses, also where their ids end alike', () => {
  const [one, other] = ['019a0000-0000-7000-8000-0000aa123456', '019a0000-0000-7000-8000-0000bb123456']
  expect(slugOf('今晚的燈 & Lanterns!', one)).toBe('今晚的燈-lanterns-0000aa123456')
  expect(slugOf('今晚的燈 & Lanterns!', other)).toBe('今晚的燈-lanterns-0000bb123456')
  expect(slugOf('…', one)).toBe('work-0000aa123456')
})
