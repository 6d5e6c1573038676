import { expect, test } from 'vitest'
import { arrange, type Size } from '#web/stage/live/arranging.ts'

const [camera, screen, phone]: [Size, Size, Size] = [
  { width: 640, height: 480 },
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
]
/** How much of a picture is cut off in a tile that it fills. */
const cutOff = ({ width, height }: Size, tile: Size) => {
  const [own, shown] = [width / height, tile.width / tile.height]
  return 1 - Math.min(own, shown) / Math.max(own, shown)
}

test('on a desktop two people stand side by side, and at most a quarter of each picture is cut off', () => {
  const stage = { width: 908, height: 900 }
  for (const each of [camera, screen, phone]) {
    const { isBeside, tile } = arrange(stage, [each, each])
    expect(isBeside).toBe(true)
    expect(tile.width).toBeLessThanOrEqual(454)
    expect(tile.height).toBeLessThanOrEqual(900)
    expect(cutOff(each, tile)).toBeLessThanOrEqual(0.255)
  }
  expect(arrange(stage, [camera, camera]).tile).toEqual({ width: 452, height: 452 })
})

test('on a phone what lies is stacked and what stands is side by side', () => {
  const stage = { width: 390, height: 506 }
  expect(arrange(stage, [screen, screen])).toEqual({ isBeside: false, tile: { width: 390, height: 251 } })
  const { isBeside, tile } = arrange(stage, [phone, phone])
  expect([isBeside, tile.width]).toEqual([true, 193])
})

test('one that lies and one that stands share squares; before the first picture the room is shared as cameras send', () => {
  const stage = { width: 390, height: 506 }
  const { tile } = arrange(stage, [screen, phone])
  expect(tile.width / tile.height).toBeGreaterThan(1)
  expect(tile.width / tile.height).toBeLessThanOrEqual(4 / 3 + 0.01)
  expect(arrange(stage, [])).toEqual(arrange(stage, [camera, camera]))
})
