import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealed } from '#web/people/accounts/password.ts'

test('a password travels as it was typed where the site does not ask for a hash', async () => {
  expect(await sealed('晚安 stagedoor', false)).toBe('晚安 stagedoor')
})

test('where the site asks for it, only the SHA-256 of its UTF-8 leaves the page', async () => {
  expect(await sealed('晚安 stagedoor', true)).toBe(`sha256:${createHash('sha256').update('晚安 stagedoor', 'utf8').digest('hex')}`)
})
