import { expect, test } from 'vitest'
import { cell, csv } from '#web/app/csv.ts'

test('a title with commas, quotes and line breaks stays one cell', () => {
  expect(cell('a,b')).toBe('"a,b"')
  expect(cell('她說"好"')).toBe('"她說""好"""')
  expect(cell('一\n二')).toBe('"一\n二"')
  expect(cell('紙上劇場')).toBe('紙上劇場')
})

test('a buyer who is called like a formula runs nothing, and amounts below 0 stay figures', () => {
  expect(cell('=HYPERLINK("https://evil.example")')).toBe('"\'=HYPERLINK(""https://evil.example"")"')
  expect(cell('@sum')).toBe("'@sum")
  expect(cell(-96)).toBe('-96')
})

test('a file begins with the mark by which Excel knows UTF-8', () => {
  expect(
    csv([
      ['日期', '淨額'],
      ['2026-11-21', 96],
    ]),
  ).toBe('\uFEFF日期,淨額\r\n2026-11-21,96\r\n')
})
