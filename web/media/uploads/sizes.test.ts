import { expect, test } from 'vitest'
import { wantsPieces } from '#web/media/uploads/sending.ts'
import { sizeOf } from '#web/media/uploads/sizes.ts'

test('sizes are written as people read them', () => {
  expect([0, 999, 1400, 820_000, 1_440_000_000].map(sizeOf)).toEqual(['0 B', '999 B', '1.4 KB', '820 KB', '1.4 GB'])
})

test('large footage, sound and all downloads go up in pieces; pictures never do', () => {
  const [small, large] = [{ size: 1_000_000 }, { size: 400_000_000 }]
  expect(wantsPieces('video', small)).toBe(false)
  expect(wantsPieces('video', large)).toBe(true)
  expect(wantsPieces('audio', large)).toBe(true)
  expect(wantsPieces('download', small)).toBe(true)
  expect(wantsPieces('photo', large)).toBe(false)
})
