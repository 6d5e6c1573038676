import { expect, test } from 'vitest'
import { judgedAddress, outside } from '#server/platform/outside/outside.ts'

test('an address is taken as it stands, in either version, and an inner one is not for connecting to', async () => {
  expect(await judgedAddress('198.41.0.4', outside)).toBe('198.41.0.4')
  expect(await judgedAddress('[2606:4700:4700::1111]', outside)).toBe('2606:4700:4700::1111')
  expect(await judgedAddress('127.0.0.1', outside)).toBeUndefined()
  expect(await judgedAddress('[::1]', outside)).toBeUndefined()
  expect(await judgedAddress('localhost', outside)).toBeUndefined()
})
