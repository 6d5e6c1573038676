import { expect, test } from 'vitest'
import { cleanName } from '#server/media/uploads/names.ts'

test('a name is shown as it was meant and never more than that', () => {
  expect(cleanName('../../etc/passwd')).toBe('passwd')
  expect(cleanName('C:\\Users\\mei\\年曆.pdf')).toBe('年曆.pdf')
  expect(cleanName('bill\u202Efdp.exe')).toBe('billfdp.exe')
  expect(cleanName('a\0b\r\nc.txt')).toBe('abc.txt')
  expect(cleanName('...hidden')).toBe('hidden')
  expect(cleanName('')).toBe('')
  const long = cleanName(`${'長'.repeat(300)}.webm`)
  expect([long.length, long.endsWith('.webm')]).toEqual([200, true])
  expect(cleanName(`${'a'.repeat(199)}😀😀`).isWellFormed()).toBe(true)
})
