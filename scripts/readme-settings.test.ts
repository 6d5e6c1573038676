import { expect, test } from 'vitest'
import { readReadme, withSettings } from './readme-settings.ts'

test('the README names every setting as it is', () => {
  expect(readReadme()).toBe(withSettings(readReadme()))
})

test('a table that lags behind is noticed', () => {
  const readme = readReadme()
  expect(withSettings(readme.replace('| `PORT` |', '| `PORTS` |'))).toBe(readme)
})
