import { expect, test } from 'vitest'
import { LayerChoice } from '#server/platform/forwarder/layers.ts'

const rates = [200_000, 700_000, 2_000_000]
const calm = { rates, estimate: 5_000_000, loss: 0 }

/** The layers that a viewer had, a second each. */
function layersOver(choice: LayerChoice, from: number, seconds: number, report: (layer: number) => { estimate: number; loss: number }) {
  return Array.from({ length: seconds }, (_, second) => choice.judge({ now: from + second * 1000, rates, ...report(choice.layer) }))
}

test('a viewer whose way narrows gets what fits, at once', () => {
  const choice = new LayerChoice(2, 0)
  expect(choice.judge({ ...calm, now: 4000 })).toBe(2)
  expect(choice.judge({ now: 5000, rates, estimate: 300_000, loss: 0 })).toBe(0)
})

test('and who loses a tenth of the packets gets one layer less', () => {
  const choice = new LayerChoice(2, 0)
  expect(choice.judge({ now: 1000, rates, estimate: undefined, loss: 0.2 })).toBe(1)
})

test('the first guesses of an estimate take nothing away', () => {
  expect(new LayerChoice(1, 0).judge({ now: 1000, rates, estimate: 100_000, loss: 0 })).toBe(1)
})

test('better comes after five calm seconds, one layer at a time', () => {
  expect(layersOver(new LayerChoice(0, 0), 0, 16, () => calm)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
})

test('whoever failed a trial waits twice as long for the next', () => {
  const seen = layersOver(new LayerChoice(1, 0), 0, 60, (layer) => (layer === 2 ? { estimate: 1_000_000, loss: 0 } : calm))
  const trials = seen.flatMap((layer, second) => (layer === 2 ? [second] : []))
  expect(trials).toEqual([5, 16, 37])
})

test('an estimate that follows what is sent takes every layer, as a browser’s does: never more than half as much again, some hundredths a second', () => {
  const choice = new LayerChoice(1, 0)
  let estimate = 250_000
  const seen = layersOver(choice, 0, 60, (layer) => {
    estimate = Math.min(estimate * 1.08, (rates[layer] ?? 0) * 1.5)
    return { estimate, loss: 0 }
  })
  // It begins too low for the layer that everybody begins with, grows, and none of the trials fails.
  expect(seen.filter((layer, second) => second > 0 && layer < (seen[second - 1] ?? 0))).toEqual([])
  expect(seen.at(-1)).toBe(2)
})

test('a layer that sways around the estimate is kept', () => {
  const choice = new LayerChoice(2, 0)
  const swaying = Array.from({ length: 20 }, (_, second) => [200_000, 700_000, second % 3 === 0 ? 2_200_000 : 1_900_000])
  const seen = swaying.map((swayed, second) => choice.judge({ now: second * 1000, rates: swayed, estimate: 1_850_000, loss: 0 }))
  expect(new Set(seen)).toEqual(new Set([2]))
})

test('one that stops growing below the layer has found the end of the way, and so has one that falls', () => {
  const stops = layersOver(new LayerChoice(1, 0), 0, 12, (layer) => ({ estimate: layer === 2 ? 1_100_000 : 1_000_000, loss: 0 }))
  expect(stops).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1])
  const falls = layersOver(new LayerChoice(1, 0), 0, 8, (layer) => ({ estimate: layer === 2 ? 800_000 : 1_000_000, loss: 0 }))
  expect(falls).toEqual([1, 1, 1, 1, 1, 2, 1, 1])
})

test('a layer that is gone is no choice', () => {
  expect(new LayerChoice(2, 0).judge({ now: 1000, rates: [200_000], estimate: undefined, loss: 0 })).toBe(0)
})

test('a layer that the publisher stopped sending is left for the best that still comes', () => {
  expect(new LayerChoice(2, 0).judge({ now: 1000, rates: [200_000, 700_000, 0], estimate: undefined, loss: 0 })).toBe(1)
  expect(new LayerChoice(2, 0).judge({ now: 1000, rates: [0, 0, 0], estimate: undefined, loss: 0 })).toBe(2)
})
