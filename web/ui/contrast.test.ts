import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { converter, inGamut, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'

type Theme = Map<string, string>
type Colour = { r: number; g: number; b: number; a: number }

/** WCAG 2.2 contrast ratio of two colours of which nothing shines through. */
const contrast = (a: Colour, b: Colour) => wcagContrast(rgb(a), rgb(b))
const rgb = ({ r, g, b }: Colour) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 })

const css = readFileSync(join(import.meta.dirname, '../app.css'), 'utf8')
const light = tokensOf(':root,\n[data-theme="light"] {')
const dark = new Map([...light, ...tokensOf('\n[data-theme="dark"] {')])

/** Words, and the grounds on which screens put them. A ground may be a stack, lowest first: washes and chips let what is under them shine through. */
const pairs: [string, string[][]][] = [
  [
    'text',
    [
      ['bg'],
      ['surface'],
      ['raised'],
      ['well'],
      ['segment'],
      ['bubble'],
      ['bubble-me'],
      ['surface', 'hover'],
      ['bg', 'press'],
      ['bg', 'chosen'],
      ['surface', 'chosen'],
      ['surface', 'primary-wash'],
      ['raised', 'primary-wash'],
      ['raised', 'onair-wash'],
      ['surface', 'success-wash'],
    ],
  ],
  [
    'muted',
    [
      ['bg'],
      ['surface'],
      ['raised'],
      ['well'],
      ['bg', 'hover'],
      ['surface', 'hover'],
      ['raised', 'primary-wash'],
      ['raised', 'onair-wash'],
      ['bubble'],
    ],
  ],
  ['link', [['bg'], ['surface'], ['raised'], ['well'], ['surface', 'hover'], ['raised', 'primary-wash']]],
  ['success-text', [['bg'], ['surface'], ['raised'], ['surface', 'primary-wash'], ['raised', 'primary-wash'], ['surface', 'success-wash']]],
  ['onair', [['bg'], ['surface'], ['raised'], ['surface', 'hover'], ['surface', 'onair-wash'], ['raised', 'onair-wash']]],
  ['on-primary', [['primary'], ['primary-hover'], ['primary-press']]],
  ['on-success', [['success']]],
  ['on-onair', [['onair']]],
  ['on-house', [['house']]],
  ['house-text', [['bg'], ['surface'], ['raised'], ['surface', 'hover'], ['surface', 'house-wash'], ['bg', 'house-wash']]],
  ['on-inverse', [['inverse']]],
  ['inverse-link', [['inverse']]],
  ['on-live-badge', [['live-badge']]],
  // Over the brightest picture there can be.
  [
    'on-media',
    [
      ['white', 'media-chip'],
      ['white', 'media-pool'],
      ['white', 'media-shade'],
    ],
  ],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, theme) => {
  test.each(pairs.flatMap(([words, grounds]) => grounds.map((ground) => ({ words, ground: ground.join(' under ') }))))(
    'lets people read $words on $ground',
    ({ words, ground }) => {
      const under = ground.split(' under ').reduce((below, name) => over(colourOf(theme, name), below), white)
      expect(contrast(over(colourOf(theme, words), under), under)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('gives every token that it names a value the browser understands', () => {
    for (const name of [...css.matchAll(/--color-[\w-]+: var\(--(?!t-)([\w-]+)\)/g)].map((found) => found[1] ?? '')) {
      expect(() => colourOf(theme, name), name).not.toThrow()
    }
  })
})

test('white on the blue is refused by the measure, so the measure can fail', () => {
  expect(contrast(white, colourOf(light, 'primary'))).toBeLessThan(2.5)
})

const white: Colour = { r: 255, g: 255, b: 255, a: 1 }

function tokensOf(opening: string): Theme {
  const start = css.indexOf(opening)
  if (start < 0) throw new Error(`app.css has no block ${opening}`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map((found) => [found[1] ?? '', found[2] ?? '']))
}

function colourOf(theme: Theme, name: string): Colour {
  if (name === 'white') return white
  const hex = theme.get(name)
  if (!hex) throw new Error(`app.css has no colour --${name}`)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return { r: channel(1), g: channel(3), b: channel(5), a: hex.length === 9 ? channel(7) / 255 : 1 }
}

/** Paints one colour over another that hides everything beneath it. */
function over(top: Colour, below: Colour): Colour {
  const mix = (a: number, b: number) => a * top.a + b * (1 - top.a)
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }
}

describe('the colour that a work lends to what stands around it', () => {
  const strengths = [0, 0.25, 0.5, 0.75, 1]
  const hues = Array.from({ length: 360 }, (_, hue) => hue)
  const toRgb = converter('rgb')
  const block = (opening: string) => {
    const from = css.indexOf(opening)
    if (from < 0) throw new Error(`app.css has no block ${opening}`)
    return css.slice(from, css.indexOf('\n}', from))
  }
  const formulas = (text: string) =>
    [...text.matchAll(/--(t-\w+): oklch\(([\d.]+) calc\(([\d.]+) \* var\(--k\)\) var\(--h\)\)/g)].map(([, name = '', l = '', c = '']) => ({
      name,
      tint: (h: number, k: number) => ({ mode: 'oklch' as const, l: Number(l), c: Number(c) * k, h }),
    }))
  /** The lowest contrast that words of the theme have on a ground, over every hue and strength. */
  const lowest = (
    theme: Theme,
    words: readonly string[],
    ground: (h: number, k: number) => { mode: 'oklch'; l: number; c: number; h: number },
  ) =>
    Math.min(
      ...words.flatMap((word) => hues.flatMap((h) => strengths.map((k) => wcagContrast(toRgb(ground(h, k)), rgb(colourOf(theme, word)))))),
    )

  test.each([
    ['light', light, '\n.tint {'],
    ['dark', dark, '\n[data-theme="dark"] .tint,'],
  ] as const)('%s: words can be read on it and none of it is cut off, whatever the picture', (_name, theme, opening) => {
    const tints = formulas(block(opening))
    expect(tints.map(({ name }) => name)).toEqual(expect.arrayContaining(['t-ground', 't-surface', 't-line', 't-ink']))
    for (const { name, tint } of tints) {
      const outside = hues.flatMap((h) => strengths.map((k) => tint(h, k))).filter((colour) => !inGamut('rgb')(colour))
      expect(outside, name).toEqual([])
    }
    for (const { name, tint } of tints.filter(({ name }) => name === 't-ground' || name === 't-surface')) {
      expect(lowest(theme, ['text', 'muted', 'link', 'onair', 'house-text', 'success-text'], tint), name).toBeGreaterThanOrEqual(4.5)
      const ink = tints.find(({ name }) => name === 't-ink')?.tint
      for (const h of hues) for (const k of strengths) expect(wcagContrast(tint(h, k), ink?.(h, k) ?? 'black')).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('over a locked plate white words can be read, whatever the picture', () => {
    const deep = formulas(block('\n.tint {')).find(({ name }) => name === 't-deep')?.tint
    expect(deep && lowest(light, ['on-media'], deep)).toBeGreaterThanOrEqual(4.5)
  })

  test('a tint that is too dark for the words on it is found', () => {
    expect(lowest(light, ['muted'], (h, k) => ({ mode: 'oklch', l: 0.8, c: 0.02 * k, h }))).toBeLessThan(4.5)
    expect(inGamut('rgb')({ mode: 'oklch', l: 0.952, c: 0.2, h: 30 })).toBe(false)
  })
})
