import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Utilities that name a side of the screen. Those that name one of the text are ms-, pe-, start-, end-, text-start, border-s, rounded-ee and so on. */
const physical =
  /(?<=[\s'"`:])-?(?:(?:scroll-)?[mp][lr]-(?=[\d[(]|auto|px)|(?:left|right)-(?=[\d[(]|auto|px|full)|(?:text|float|clear)-(?:left|right)\b|(?:border|rounded)-[lr]\b|rounded-[tb][lr]\b|space-x-|divide-x\b|-?translate-x-|mask-[lr]-|bg-(?:linear|gradient)-to-(?:[lr]\b|[tb][lr]\b)|origin-(?:left|right)\b)[^\s'"`]*/g

/** The middle is the middle from either side, and what says both ways has thought of it. */
const isFair = (name: string, all: string, at: number) =>
  name === 'left-1/2' ||
  name === '-translate-x-1/2' ||
  /(?:rtl|ltr):(?:[^\s'"`]*:)?$/.test(all.slice(Math.max(0, at - 60), at)) ||
  all
    .slice(at, at + 400)
    .split(/['"`\n]/)[0]!
    .includes('rtl:')

const why = {
  corner: 'a corner of the picture that somebody dragged it to, by hand or by arrow key',
  triangle: 'the triangle of play points to the right everywhere, and stands in the middle of its disc only a little to the right',
} as const
const exceptions: Readonly<Record<string, keyof typeof why>> = {
  'stage/live/SmallPicture.tsx': 'corner',
  'media/player/VideoPlayer.tsx translate-x-0.5': 'triangle',
  'media/player/AudioPlayer.tsx translate-x-px': 'triangle',
  'catalogue/feeds/FeedFilm.tsx ml-1': 'triangle',
  'talk/messaging/Media.tsx ml-1': 'triangle',
}

const sidesIn = (text: string) => [...text.matchAll(physical)].filter((found) => !isFair(found[0], text, found.index)).map(([name]) => name)

test('nothing assumes that one reads from the left', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(500)
  const used = new Set<string>()
  const found = files.flatMap((name) =>
    sidesIn(readFileSync(join(root, name), 'utf8'))
      .map((side) => `${name} ${side}`)
      .filter((line) => {
        const known = [line, name].find((each) => each in exceptions)
        if (known) used.add(known)
        return !known
      }),
  )
  expect(found).toEqual([])
  expect([...used].toSorted(), 'an exception that nothing needs any more').toEqual(Object.keys(exceptions).toSorted())
})

test('the style sheet names a side only where it says the other one, too, or both', () => {
  const lines = readFileSync(join(root, 'app.css'), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n')
  const sides = lines
    .filter((line) => /(?:^|[\s-])(?:left|right)(?:-\w+)*:|to (?:left|right)|text-align: (?:left|right)/.test(line))
    .map((line) => line.trim())
  expect(sides).toEqual([
    // A ticket is torn alike at both sides.
    'right: 20px;',
    'left: 20px;',
    // One for each direction.
    'mask-image: linear-gradient(to right, #000 calc(100% - 24px), transparent);',
    'mask-image: linear-gradient(to left, #000 calc(100% - 24px), transparent);',
    // The middle of the curtain.
    'left: calc(50% - 1px);',
  ])
})

test('a side that somebody names is found', () => {
  expect(sidesIn(`<p className="ml-2 md:-mr-3 text-right left-[3px] border-l-2 rounded-tl-card translate-x-5">`)).toEqual([
    'ml-2',
    '-mr-3',
    'text-right',
    'left-[3px]',
    'border-l-2',
    'rounded-tl-card',
    'translate-x-5',
  ])
  expect(sidesIn(`<p className="ms-2 left-1/2 -translate-x-1/2 text-end translate-x-5 rtl:-translate-x-5">`)).toEqual([])
})
