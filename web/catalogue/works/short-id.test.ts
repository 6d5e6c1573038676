import { expect, test } from 'vitest'
import { shortId, wholeId } from '#web/catalogue/works/short-id.ts'

const id = '019e1f2a-0b3c-7d4e-8f50-61728394a5b6'

test('a short address leads to the same work, and fits where a link is read', () => {
  expect(shortId(id)).toMatch(/^[\w-]{22}$/)
  expect(wholeId(shortId(id))).toBe(id)
  const edge = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  expect(wholeId(shortId(edge))).toBe(edge)
})

test('a whole id and the address that a title makes stay what they are, also with 22 letters', () => {
  for (const asked of [id, '夜燈明信片-0000aa123456', 'lanterns-0000aa123456', 'abcdefghi-0000aa123456', 'abcdefghijklmnopqrstuv', ''])
    expect(wholeId(asked)).toBe(asked)
})
