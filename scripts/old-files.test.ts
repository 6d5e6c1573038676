import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bringBack, placeIn, putAside } from './old-files.ts'

function site() {
  const dist = mkdtempSync(join(tmpdir(), 'stagedoor-releases-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const place = placeIn(dist)
  return {
    place,
    /** As a build does: it empties the folder and writes its own. */
    releases: (...files: string[]) => {
      putAside(place)
      rmSync(place.assets, { recursive: true, force: true })
      mkdirSync(place.assets, { recursive: true })
      for (const file of files) writeFileSync(join(place.assets, file), `${file} of ${files.join(' ')}`)
      bringBack(place)
    },
    there: () => readdirSync(place.assets).toSorted(),
  }
}

test('a page of an earlier release finds its files after a new one, and after a fifth they are gone', () => {
  const { releases, there } = site()
  releases('a1.js', 'a1.js.br', 'same.css')
  releases('b1.js', 'same.css')
  expect(there()).toEqual(['a1.js', 'a1.js.br', 'b1.js', 'same.css'])
  for (const name of ['c1.js', 'd1.js', 'e1.js']) releases(name)
  expect(there()).toContain('a1.js')
  releases('f1.js')
  expect(there()).toEqual(['b1.js', 'c1.js', 'd1.js', 'e1.js', 'f1.js', 'same.css'])
})

test('what the new release has is its own, and building the same again pushes nobody out', () => {
  const { place, releases, there } = site()
  releases('a1.js', 'same.css')
  for (let n = 0; n < 8; n++) releases('b1.js', 'same.css')
  expect(there()).toEqual(['a1.js', 'b1.js', 'same.css'])
  expect(readFileSync(join(place.assets, 'same.css'), 'utf8')).toBe('same.css of b1.js same.css')
})

test('a build that was interrupted loses no file of those before it', () => {
  const { place, releases, there } = site()
  releases('a1.js')
  putAside(place)
  releases('b1.js')
  expect(there()).toEqual(['a1.js', 'b1.js'])
})
