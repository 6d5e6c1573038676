import { expect, test } from 'vitest'
import { inflateSync } from 'node:zlib'
import { headed, noted, paper, summed, tabled } from '#server/platform/pdf/pdf.ts'

const about = { title: '對帳單', author: 'Stagedoor', language: 'zh-TW', at: new Date('2026-05-01T00:00:00Z') }
const long = (rows: number) =>
  paper(about, (page) => {
    headed(page, '霧川的對帳單 Statement', ['紙偶劇場'])
    tabled(
      page,
      [
        { title: '項目', wide: 3 },
        { title: '金額', wide: 1, align: 'right' },
      ],
      Array.from({ length: rows }, (_, place) => [`《零點之後》第${place}場，一個長得放不進欄位裡的標題，會在後面被截掉`, '1,200.00']),
    )
    summed(page, [['合計', '1,200.00']])
    noted(page, '謝謝')
  })

test('a paper of many rows has as many pages as it needs, numbered, and carries only the letters that it uses', async () => {
  const [short, many] = [await long(3), await long(200)]
  expect(short.subarray(0, 5).toString()).toBe('%PDF-')
  const pagesOf = (pdf: Buffer) => Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
  expect(pagesOf(short)).toBe(1)
  expect(pagesOf(many)).toBeGreaterThan(4)
  expect(short.length).toBeLessThan(80_000)
})

test('its words can be found and copied: each letter says which one it is', async () => {
  const pdf = await long(1)
  const maps = [...streamsOf(pdf)].filter((text) => text.includes('beginbfrange') || text.includes('beginbfchar')).join('')
  for (const letter of '霧川對帳單') expect(maps.toLowerCase(), letter).toContain(letter.codePointAt(0)!.toString(16))
})

function* streamsOf(pdf: Buffer): Generator<string> {
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at)
    if (end < 0) return
    try {
      yield inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
    } catch {
      // Not every stream is packed.
    }
  }
}
