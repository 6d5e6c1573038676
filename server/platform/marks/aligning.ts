// Where a found picture lies in ours: any scale, any cut, mirrored or not, turned, with a page around it.
import { after, rescaled, type Affine } from '#server/platform/marks/affine.ts'
import { coarsely, guesses, verySmall, type Guess } from '#server/platform/marks/guessing.ts'
import { contrastOf, halved, lightness, mirrored, scaled, turned, type Plane } from '#server/platform/marks/planes.ts'
import { anyhow, refine, refineByTones, turning, upright, type Fit, type Freedom } from '#server/platform/marks/refining.ts'

export interface Alignment extends Fit {
  /** Brought to the scale of ours; `affine` leads from our plane into it. */
  found: Plane
}

export interface Found {
  picture: string | Uint8Array
  mostPixels: number
}

/** A place that was tried: `whole` leads from our plane into the found picture as it was loaded, `begin` is where the search began. */
interface Tried extends Omit<Fit, 'affine'> {
  guess: Guess
  whole: Affine
  begin: Affine
}

/** The found picture is looked at in this size. */
const loadedAt = 1600

/**
 * The first is the likeliest; more than one where there is little to hold on to.
 * @param ours 512 pixels on its longer side
 * @param isThorough when nobody was named by the likeliest: rows and mirror images within a picture fit in several places, so all are given
 */
export async function align(ours: Plane, found: Found, isThorough: boolean): Promise<Alignment[]> {
  const loaded = await lightness(found.picture, loadedAt, found)
  const seen = { loaded, mirror: mirrored(loaded) }
  const asLarge = guessesAsLarge(ours, loaded)
  const tried = search(ours, seen, asLarge, isThorough)
  const best = bestOf(tried)
  if (!best || worth(best) < 0) return asItWas(ours, found, asLarge)
  const chosen = isThorough ? distinct(ours, loaded, tried).slice(0, 8) : [best]
  const alignments: Alignment[] = []
  for (const each of chosen.length > 0 ? chosen : [best]) alignments.push(...(await finely(ours, seen, found, each, isThorough)))
  return [...alignments, ...((alignments[0]?.likeness ?? 0) < 0.7 ? await asItWas(ours, found, asLarge) : [])]
}

interface Seen {
  loaded: Plane
  mirror: Plane
}

/** The likely first. What follows costs a second or two each, and is asked only of what has not been known again. */
function search(ours: Plane, seen: Seen, asLarge: readonly Guess[], isThorough: boolean): Tried[] {
  const shape = contrastOf(halved(halved(ours)), 5)
  const { loaded } = seen
  const searches: (() => Tried[])[] = [
    () => asLarge.map((guess) => tryOut(shape, seen, guess, 0)),
    () => guesses(ours, loaded, coarsely).map((guess) => tryOut(shape, seen, guess, 0)),
    ...[2, -2, 90, 270, 180].map((degrees) => () => {
      const likeliest = guesses(ours, turned(loaded, degrees).plane, coarsely).slice(0, Math.abs(degrees) < 90 ? 8 : 4)
      return likeliest.map((guess) => tryOut(shape, seen, guess, degrees))
    }),
    () => guesses(ours, loaded, verySmall).map((guess) => tryOut(shape, seen, guess, 0)),
  ]
  const tried: Tried[] = []
  for (const [round, each] of searches.entries()) {
    tried.push(...each())
    const best = bestOf(tried)
    if (!isThorough && best && worth(best) > (round === 0 ? 0.85 : 0.6)) break
  }
  return tried
}

/** @param shape of ours, at a quarter of its size */
function tryOut(shape: Plane, { loaded, mirror }: Seen, guess: Guess, degrees: number): Tried {
  const source = guess.isMirrored ? mirror : loaded
  const upright = { plane: source, back: [1, 0, 0, 0, 1, 0] as Affine }
  const { plane: seen, back } = degrees === 0 ? upright : turned(source, guess.isMirrored ? -degrees : degrees)
  const plane = scaled(seen, Math.min(1, 0.25 / guess.scale))
  const by = plane.width / seen.width
  const begin: Affine = [guess.scale, 0, guess.x, 0, guess.scale, guess.y]
  const { affine, likeness, overlap } = refine(shape, contrastOf(plane, 5), rescaled(begin, 0.25, by), 25)
  return { guess, likeness, overlap, whole: after(back, rescaled(affine, 4, 1 / by)), begin: after(back, begin) }
}

function isSane({ whole: [a, b, , d, e], overlap }: Tried): boolean {
  const [sx, sy] = [Math.hypot(a, d), Math.hypot(b, e)]
  const isSquare = sx / sy > 0.8 && sx / sy < 1.25 && Math.abs(a * b + d * e) < 0.15 * sx * sy
  return overlap > 0.05 && a * e - b * d > 0 && isSquare
}

const worth = (tried: Tried): number => (isSane(tried) ? tried.likeness * tried.overlap ** 0.15 : -1)

const bestOf = (tried: readonly Tried[]): Tried | undefined => tried.toSorted((p, q) => worth(q) - worth(p))[0]

/** The whole picture, straight or mirrored, where its sides say that nothing was cut. */
function guessesAsLarge(ours: Plane, loaded: Plane): Guess[] {
  const scale = loaded.width / ours.width
  const isWhole = Math.abs(loaded.height / ours.height / scale - 1) < 0.02
  return isWhole ? [false, true].map((isMirrored) => ({ scale, x: 0, y: 0, isMirrored, score: 0 })) : []
}

/** Where there is nothing to hold on to, a picture that was only scaled still lies where it lay. */
async function asItWas(ours: Plane, found: Found, asLarge: readonly Guess[]): Promise<Alignment[]> {
  if (asLarge.length === 0) return []
  const fit = await lightness(found.picture, 512, found)
  const [across, down] = [fit.width / ours.width, fit.height / ours.height]
  const affine: Affine = [across, 0, (across - 1) / 2, 0, down, (down - 1) / 2]
  return asLarge.map(({ isMirrored }) => ({ affine, found: isMirrored ? mirrored(fit) : fit, likeness: 0, overlap: 1 }))
}

/** At half and at full size, the found picture brought to our scale by a good scaler. */
async function finely(ours: Plane, seen: Seen, found: Found, rough: Tried, isThorough: boolean): Promise<Alignment[]> {
  const [a, b, , d, e] = rough.whole
  const scale = Math.sqrt(Math.abs(a * e - b * d))
  const longest = Math.max(seen.loaded.width, seen.loaded.height)
  const sized = await lightness(found.picture, Math.max(16, Math.round(Math.min(longest, longest / scale))), found)
  const fit = rough.guess.isMirrored ? mirrored(sized) : sized
  const toFit = (affine: Affine) => rescaled(affine, 1, fit.width / seen.loaded.width)
  const middle = refine(contrastOf(halved(ours), 6), contrastOf(halved(fit), 6), rescaled(toFit(rough.whole), 0.5, 0.5), 12)
  const fine = refine(contrastOf(ours, 8), contrastOf(fit, 8), rescaled(middle.affine, 2, 2), 12)
  const aligned: Alignment = { ...fine, found: fit }
  if (aligned.likeness > 0.85 || isThorough) return [aligned]
  // A soft picture has no fine detail to hold on to, only the mark's own: its large forms say better where it lies, and fewer numbers.
  const shape = contrastOf(halved(halved(ours)), 8, 1)
  const byTones = [anyhow, turning, upright].map((freedom) => {
    const { affine, overlap } = refineByTones(ours, fit, toFit(straightened(shape, seen, rough, freedom)), freedom)
    return { ...aligned, affine, overlap }
  })
  return [aligned, ...byTones]
}

function straightened(shape: Plane, { loaded, mirror }: Seen, { guess, begin }: Tried, freedom: Freedom): Affine {
  const source = guess.isMirrored ? mirror : loaded
  const plane = scaled(source, Math.min(1, 0.25 / guess.scale))
  const by = plane.width / source.width
  return rescaled(refine(shape, contrastOf(plane, 8, 1), rescaled(begin, 0.25, by), 25, freedom).affine, 4, 1 / by)
}

/** Those that put a corner or the middle elsewhere, the likeliest first. */
function distinct({ width, height }: Plane, loaded: Plane, tried: readonly Tried[]): Tried[] {
  const corners = [
    [0, 0],
    [width, height],
    [width / 2, height / 2],
  ] as const
  const places = ({ whole: [a, b, c, d, e, f] }: Tried) => corners.map(([x, y]) => [a * x + b * y + c, d * x + e * y + f] as const)
  const apart = (p: Tried, q: Tried) =>
    p.guess.isMirrored !== q.guess.isMirrored ||
    places(p).some(([x, y], k) => Math.hypot(x - places(q)[k]![0], y - places(q)[k]![1]) > loaded.width / 60)
  const kept: Tried[] = []
  for (const one of tried.filter((each) => worth(each) > 0.3).toSorted((p, q) => worth(q) - worth(p)))
    if (kept.every((other) => apart(one, other))) kept.push(one)
  return kept
}
