import { expect, test } from 'vitest'
import { cutOne } from '#server/platform/forwarder/testing-narrow.ts'

// Two browsers and a narrow way on a machine that does something else meanwhile: it may take another try.
test('a viewer cut to 600 kbit/s gets a smaller layer and goes on seeing, while another keeps the largest', { retry: 2 }, async () => {
  const { narrow, wide, dropped, pictures, longestGap } = await cutOne(600_000)
  console.info(
    `${dropped} packets did not fit; ${pictures} pictures, the longest gap between two of them ${longestGap.toFixed(2)} s of the stream`,
  )
  expect(dropped).toBeGreaterThan(0)
  expect(Math.min(...narrow.map((layer) => layer ?? 2))).toBeLessThan(2)
  expect(wide).toEqual([2])
  expect(pictures).toBeGreaterThan(20)
})
