// Who was sent the copy that somebody found: aligned with ours, ours taken away, and what is left compared with each reader's signs.
// For somebody whose code is not in a picture the signs are coins, whatever the picture is: by Hoeffding's bound they stand out by more
// than z with a probability below exp(-z²/2). That holds for every attack and for pictures of anybody, without a model of pictures.
import sharp from 'sharp'
import { align, type Alignment, type Found } from '#server/platform/marks/aligning.ts'
import { carrierOf, codeLength, codeOf, gridOf, slotOf, stride, type Grid } from '#server/platform/marks/code.ts'
import { groundOf, type Ground } from '#server/platform/marks/ground.ts'
import { lightness, type Plane } from '#server/platform/marks/planes.ts'
import { residual, warped } from '#server/platform/marks/residual.ts'
import { boxed, withoutSlow } from '#server/platform/marks/smoothing.ts'
import { spline } from '#server/platform/marks/spline.ts'

export interface Question {
  /** As we keep it, unmarked; of any of its renditions. */
  ours: string | Uint8Array
  found: string | Uint8Array
  mostPixels: number
  secret: Uint8Array
  pictureId: string
  readerIds: readonly string[]
  /** After a first reading that named nobody: every place where it fits is read. */
  isThorough: boolean
}

export interface Reading {
  /** How alike the two are where they overlap. */
  likeness: number
  /** How far each reader stands out, in deviations, most first; of several places the best. */
  standing: { readerId: string; z: number }[]
}

const readAt = 512

export async function read({ ours, found, mostPixels, secret, pictureId, readerIds, isThorough }: Question): Promise<Reading> {
  const own = await prepared(ours, mostPixels)
  const alignments = await align(own.plane, { picture: found, mostPixels } satisfies Found, isThorough)
  const carrier = carrierOf(secret, pictureId)
  const votes = alignments.map((alignment) => votesOf(own, alignment, carrier))
  const standing = readerIds.map((readerId) => {
    const code = codeOf(secret, pictureId, readerId)
    return { readerId, z: Math.max(0, ...votes.map((each) => standingOut(each, code))) }
  })
  return { likeness: alignments[0]?.likeness ?? 0, standing: standing.toSorted((a, b) => b.z - a.z) }
}

/** So many places are looked at in the two readings together, at most. */
const hypotheses = 16

/** The chance that any innocent one of so many stands out so far by accident, at most. */
export const chanceOfError = (readers: number, z: number): number => Math.min(1, readers * hypotheses * Math.exp((-z * z) / 2))

/** One false name in a million look-ups, and never counted for fewer than ten thousand readers: 7.2. */
export const leastToName = (readers: number): number => Math.sqrt(2 * Math.log((Math.max(10_000, readers) * hypotheses) / 1e-6))

interface Own {
  plane: Plane
  grid: Grid
  ground: Ground
}

async function prepared(picture: string | Uint8Array, mostPixels: number): Promise<Own> {
  const { data, info } = await sharp(picture, { limitInputPixels: mostPixels })
    .autoOrient()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const grid = gridOf(width, height)
  const ground = groundOf({ data, width, height, channels }, grid)
  return { plane: await lightness(picture, readAt, { enlarge: true, mostPixels }), grid, ground }
}

/** A vote for each of the signs: its sign is what is read, its size how surely. */
function votesOf({ plane, grid, ground }: Own, { found, affine }: Alignment, carrier: Int8Array): Float64Array {
  const { width, height } = plane
  const left = residual(plane, warped(found, affine, width, height))
  // What is left where the pictures differ for other reasons says little: weighed by how much is left around.
  const squared = left.map((value) => value * value)
  const squares = boxed(squared, width, height, 4)
  const size = Math.max(1e-3, Math.sqrt(median(squares)))
  const clipped = (value: number) => Math.max(-4 * size, Math.min(4 * size, value))
  const weighed = left.map((value, at) => clipped(value) / (squares[at]! + 0.15 * size * size + 0.02))
  const chips = gathered(weighed, width, height, grid).map((chip, at) => chip * ground.strength[at]!)
  const matched = withoutSlow(chips, grid)
  const votes = new Float64Array(codeLength)
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++) {
      const slot = slotOf(x, y)
      votes[slot] = votes[slot]! + matched[y * grid.width + x]! * carrier[y * stride + x]!
    }
  return votes
}

function standingOut(votes: Float64Array, code: Int8Array): number {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < codeLength; at++) {
    sum += votes[at]! * code[at]!
    squares += votes[at]! ** 2
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0
}

function median(values: Float32Array): number {
  const some = values.filter((value, at) => value > 0 && at % 7 === 0).toSorted()
  return some[some.length >> 1] ?? 0
}

/** The spline's transpose: what each cell would have had to move for this. */
function gathered(plane: Float32Array, width: number, height: number, grid: Grid): Float32Array {
  // In our plane a cell is as large as its longer side is cut into cells.
  const cell = Math.max(width, height) / (Math.max(grid.width, grid.height) - 2)
  const [across, down] = [spline(width, cell), spline(height, cell)]
  const rows = new Float32Array(grid.width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 4; k++) {
        const column = across.first[x]! + k
        if (column < 0 || column >= grid.width) continue
        const at = y * grid.width + column
        rows[at] = rows[at]! + across.weights[x * 4 + k]! * plane[y * width + x]!
      }
  const out = new Float32Array(grid.width * grid.height)
  for (let y = 0; y < height; y++)
    for (let k = 0; k < 4; k++) {
      const line = down.first[y]! + k
      if (line < 0 || line >= grid.height) continue
      for (let x = 0; x < grid.width; x++) {
        const at = line * grid.width + x
        out[at] = out[at]! + down.weights[y * 4 + k]! * rows[y * grid.width + x]!
      }
    }
  return out
}
