// What opens above a page closes by a phone's own Back: each piece hears it, whichever draws one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Those of Base UI that lie above the page until they are closed; what goes by itself, such as a tooltip, does not hold a reader up. */
const aboveThePage =
  /from '@base-ui\/react\/(?:alert-dialog|autocomplete|combobox|context-menu|dialog|drawer|menu|menubar|navigation-menu|popover|select)'|from 'yet-another-react-lightbox'/
const hears = /\b(?:useBackCloses|useOpenUntilBack)\(/

const isDeaf = (source: string): boolean => aboveThePage.test(source) && !hears.test(source)

test('whatever opens above a page hears Back', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('dev/'))
  // A listing that finds nothing would pass vacuously.
  expect(files).toContain('ui/Sheet.tsx')
  expect(files.filter((file) => isDeaf(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('one that forgot it would be found', () => {
  const drawer = `import { Dialog } from '@base-ui/react/dialog'\n<Dialog.Root open={open} onOpenChange={setOpen}>`
  expect(isDeaf(drawer)).toBe(true)
  expect(isDeaf(`${drawer}\nuseBackCloses(open, () => setOpen(false))`)).toBe(false)
})
