// The sheet that a scene is drawn on: its size, its colours, its chance, and the few marks every scene is made of.
// Nothing here uses SVG filters: shadows are stacked strokes and glows are gradients, which draw ten times faster than a blur.
import { type Chance, chanceFor } from './chance.ts'
import { mix, type Palette, toneOf } from './palettes.ts'

type Stop = readonly [offset: number, colour: string, opacity?: number]
export type Point = readonly [x: number, y: number]

export interface Sheet {
  w: number
  h: number
  /** The shorter side: sizes that must look alike in every ratio are measured in it. */
  u: number
  chance: Chance
  palette: Palette
  defs: string[]
  tone: (lightness: number) => string
  /** Gradients; each returns the paint to put into `fill`. */
  down: (...stops: Stop[]) => string
  across: (...stops: Stop[]) => string
  around: (...stops: Stop[]) => string
}

export function newSheet(palette: Palette, seed: string, w: number, h: number): Sheet {
  const defs: string[] = []
  const paint = (kind: string, box: string, stops: readonly Stop[]): string => {
    const id = `p${defs.length}`
    const marks = stops.map(
      ([offset, colour, opacity = 1]) => `<stop offset="${n(offset)}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    defs.push(`<${kind} id="${id}" ${box}>${marks.join('')}</${kind}>`)
    return `url(#${id})`
  }
  return {
    w,
    h,
    u: Math.min(w, h),
    chance: chanceFor(seed),
    palette,
    defs,
    tone: (lightness) => toneOf(palette, lightness),
    down: (...stops) => paint('linearGradient', 'x1="0" y1="0" x2="0" y2="1"', stops),
    across: (...stops) => paint('linearGradient', 'x1="0" y1="0" x2="1" y2="0"', stops),
    around: (...stops) => paint('radialGradient', 'cx=".5" cy=".5" r=".5"', stops),
  }
}

/** A number as SVG writes it, two places at most. */
export const n = (value: number): number => Math.round(value * 100) / 100

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`
export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" ${more}/>`
export const ground = (sheet: Sheet, fill: string): string => rect(-2, -2, sheet.w + 4, sheet.h + 4, fill)
export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`

/** A curve through the points, level at each of them: hills, waves, the edge of torn paper. */
export function flowing(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let from = first
  let d = `M${n(first[0])} ${n(first[1])}`
  for (const to of rest) {
    const middle = (from[0] + to[0]) / 2
    d += `C${n(middle)} ${n(from[1])} ${n(middle)} ${n(to[1])} ${n(to[0])} ${n(to[1])}`
    from = to
  }
  return d
}

/** A closed, rounded blob around a middle: pools, stones, clouds seen from above. */
export function blob(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  let d = ''
  for (let i = 0; i < points.length; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    if (i === 0) d = `M${n(from[0])} ${n(from[1])}`
    d += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`
  }
  return `${d}Z`
}

/** The soft shadow that a cut sheet throws on what lies under it; draw it just before the sheet. */
export function shadow(sheet: Sheet, d: string, reach: number, strength = 0.3, dx = 0, dy = 0): string {
  const colour = mix(sheet.palette.tones[0], '#000000', 0.35)
  const steps = 7
  let marks = ''
  for (let i = steps; i > 0; i--)
    marks += line(d, colour, (reach * 2 * i) / steps, `stroke-opacity="${n(strength / steps)}" stroke-linejoin="round"`)
  return dx || dy ? `<g transform="translate(${n(dx)} ${n(dy)})">${marks}</g>` : marks
}

/** Light that fades evenly in all directions. */
export function glow(sheet: Sheet, x: number, y: number, rx: number, ry: number, colour: string, strength = 0.6): string {
  const paint = sheet.around([0, colour, strength], [0.25, colour, strength * 0.62], [0.55, colour, strength * 0.2], [1, colour, 0])
  return oval(x, y, rx, ry, paint)
}

/** Fine bright or dark dust, so that large calm areas do not look printed. */
export function dust(sheet: Sheet, count: number, colour: string, low: number, high: number, bottom = 1): string {
  const { chance, w, h, u } = sheet
  let marks = ''
  for (let i = 0; i < count; i++)
    marks += disc(
      chance.next() * w,
      chance.next() * h * bottom,
      (u / 900) * chance.between(0.6, 2.2),
      colour,
      `opacity="${n(chance.between(low, high))}"`,
    )
  return marks
}
