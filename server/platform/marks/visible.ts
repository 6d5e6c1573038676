// The mark that is seen: the reader's name, once and small in a corner; or four times, for creators who want it where no cut loses it.
import type { Grid } from '#server/platform/marks/code.ts'
import { coloursOf, type Ground, type Pixels } from '#server/platform/marks/ground.ts'
import { stampOf, widthOf, type Stamp } from '#server/platform/marks/stamps.ts'

/** Below this no name is read, and a wall of small pictures would be a wall of names. */
const leastWidth = 240

/** 11 pixels at a width of 600, and 20 from 1,111 on; what is much larger than a screen has one percent of its width. */
const cornerEm = (width: number) => Math.max(11, Math.min(width * 0.018, 20), width * 0.01)
/** In ems: how far the name stands from the left and from below. 12 and 9 pixels beside letters of 11. */
const inset = { left: 12 / 11, below: 9 / 11 }
/** How much of a pixel becomes white, and how much the soft edge darkens. */
const [white, whiteAgain, dark] = [0.46, 0.2, 0.45]
/** A picture whose longer side is more than this has a second name, in the other corner. */
const large = 1600

/** Lower left; on large pictures also upper right, paler. */
export async function signOnce(pixels: Pixels, text: string): Promise<void> {
  const { width, height } = pixels
  if (width < leastWidth) return
  const em = Math.min(cornerEm(width), width / (widthOf(text) + 2 * inset.left))
  const [left, below] = [Math.round(em * inset.left), Math.round(em * inset.below)]
  const stamp = await stampOf(text, em, em * 0.09)
  const lower = { x: left - stamp.inset.x, y: height - below - stamp.height + stamp.inset.y }
  lighten(pixels, stamp, lower, white)
  if (Math.max(width, height) <= large) return
  const upper = { x: width - left - stamp.width + stamp.inset.x, y: below - stamp.inset.y }
  lighten(pixels, stamp, upper, whiteAgain)
}

function lighten(pixels: Pixels, stamp: Stamp, spot: Spot, share: number): void {
  const darkness = (dark * share) / white
  eachInk(pixels, stamp, spot, (at, letter, around) => {
    const edge = 1 - darkness * around * (1 - letter)
    const light = share * letter
    for (let colour = 0; colour < coloursOf(pixels.channels); colour++) {
      pixels.data[at + colour] = Math.round(pixels.data[at + colour]! * edge * (1 - light) + 255 * light)
    }
  })
}

/** Where four names stand, as parts of the picture: what keeps more than 55 % of it keeps a whole one, and more than 35 % a part. */
const places: readonly (readonly [number, number])[] = [
  [0.3, 0.2],
  [0.74, 0.4],
  [0.26, 0.63],
  [0.7, 0.84],
]
/** Of white or black at most, on a middle grey; an em, of the geometric mean of the two sides; of the width, the longest name. */
const [mostInk, emOfSide, longest] = [0.115, 0.025, 0.36]
/** In ems: longer names are written smaller, so that no name takes more of a picture than another. */
const usualName = 5

/** @param isMirrored half of the readers have theirs on the other side, so that two copies do not cover the same */
export async function signFourTimes(pixels: Pixels, text: string, ground: Ground, grid: Grid, isMirrored: boolean): Promise<void> {
  const { width, height } = pixels
  if (width < leastWidth) return
  const name = widthOf(text)
  const usual = Math.sqrt(width * height) * emOfSide * Math.min(1, Math.sqrt(usualName / name))
  const em = Math.min(Math.max(9, usual), (width * longest) / name)
  const stamp = await stampOf(text, em, em * 0.06)
  for (const [x, y] of places) press(pixels, stamp, calmSpot(isMirrored ? 1 - x : x, y, stamp, pixels, ground, grid), ground, grid)
}

interface Spot {
  x: number
  y: number
}

/** Within a few hundredths of where it belongs, the calmest ground: there it reads, and there it covers least. */
function calmSpot(px: number, py: number, stamp: Stamp, { width, height }: Pixels, ground: Ground, grid: Grid): Spot {
  let best = { x: 0, y: 0, cost: Infinity }
  for (let down = -3; down <= 3; down++)
    for (let across = -3; across <= 3; across++) {
      const x = Math.round(Math.max(0, Math.min(width - stamp.width, (px + across * 0.02) * width - stamp.width / 2)))
      const y = Math.round(Math.max(0, Math.min(height - stamp.height, (py + down * 0.017) * height - stamp.height / 2)))
      const { mean, deviation, unrest } = under({ x, y }, stamp, ground, grid)
      const cost = unrest + deviation * 0.6 + Math.abs(mean - 128) * 0.04 + Math.hypot(across, down) * 0.35
      if (cost < best.cost) best = { x, y, cost }
    }
  return best
}

function under({ x, y }: Spot, stamp: Stamp, { light, unrest }: Ground, grid: Grid) {
  let [n, sum, squares, restless] = [0, 0, 0, 0]
  for (let down = Math.floor(y / grid.cell) + 1; down <= (y + stamp.height) / grid.cell + 1 && down < grid.height; down++)
    for (let across = Math.floor(x / grid.cell) + 1; across <= (x + stamp.width) / grid.cell + 1 && across < grid.width; across++) {
      const each = light[down * grid.width + across]!
      n++
      sum += each
      squares += each * each
      restless += unrest[down * grid.width + across]!
    }
  const mean = sum / n
  return { mean, deviation: Math.sqrt(Math.max(0, squares / n - mean * mean)), unrest: restless / n }
}

/** Soft light, with a floor: on black and on white themselves soft light alone would leave nothing. */
function press(pixels: Pixels, stamp: Stamp, spot: Spot, ground: Ground, grid: Grid): void {
  const { data, channels } = pixels
  const tone = under(spot, stamp, ground, grid).mean > 138 ? -1 : 1
  eachInk(pixels, stamp, spot, (at, letter, around) => {
    // The name in one tone and, a third as strong, its breath in the other: so it crosses from light to dark.
    const ink = letter - 0.3 * around * (1 - letter)
    const light = channels < 3 ? data[at]! / 255 : (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!) / 255
    const move = tone * ink * mostInk * 255 * (0.42 + 0.58 * 4 * light * (1 - light))
    for (let colour = 0; colour < coloursOf(channels); colour++) {
      data[at + colour] = Math.max(0, Math.min(255, Math.round(data[at + colour]! + move)))
    }
  })
}

/** Each pixel that the stamp touches within the picture. */
function eachInk(
  { width, height, channels }: Pixels,
  stamp: Stamp,
  spot: Spot,
  draw: (at: number, letter: number, around: number) => void,
): void {
  for (let y = Math.max(0, -spot.y); y < stamp.height && spot.y + y < height; y++)
    for (let x = Math.max(0, -spot.x); x < stamp.width && spot.x + x < width; x++) {
      const letter = stamp.letters[y * stamp.width + x]! / 255
      const around = stamp.halo[y * stamp.width + x]! / 255
      if (letter + around > 0.01) draw(((spot.y + y) * width + spot.x + x) * channels, letter, around)
    }
}
