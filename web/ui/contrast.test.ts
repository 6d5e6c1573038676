import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Theme = Map<string, string>
type Colour = { r: number; g: number; b: number; a: number }

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
    for (const name of [...css.matchAll(/--color-[\w-]+: var\(--([\w-]+)\)/g)].map((found) => found[1] ?? '')) {
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

/** WCAG 2.2 contrast ratio. */
function contrast(a: Colour, b: Colour): number {
  const [bright, dim] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

function luminance({ r, g, b }: Colour): number {
  const linear = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}
