// Papers that people keep: a fan's receipt, and a creator's statement, whose proofs are checked by the script that the site offers.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { type Download, expect, type Page, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'

test('a fan saves the receipt of a payment: a PDF with its number and the sum in it', async ({ browser }) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = fan
  await joins(fan, '小梅', { tokens: 120 })
  await goes(page, '/wallet/payments')
  await page.getByRole('link', { name: /120/ }).click()
  await expect(page.getByText(/^INV-\d{4}-\d{6}/)).toBeVisible()
  const download = await saved(page, () => page.getByRole('button', { name: /^下載INV-.*的PDF$/ }).click())
  expect(download.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/)
  const words = wordsIn(await readFile(await download.path()))
  expect(words).toContain(download.suggestedFilename().replace('.pdf', ''))
  expect(words).toContain('12.00')
  expect(fan.complaints).toEqual([])
})

test('a creator saves a month: paper, spreadsheet and proofs, which the script passes until a figure is altered', async ({
  browser,
}, info) => {
  const creator = await comes(browser)
  const { page } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await goes(page, '/creator/earnings/statements')
  const save = (kind: string) =>
    saved(page, () =>
      page
        .getByRole('button', { name: new RegExp(`^下載.*${kind}$`) })
        .first()
        .click(),
    )

  const paper = await save('PDF')
  expect(wordsIn(await readFile(await paper.path()))).toContain('紙上劇場')
  const sheet = await readFile(await (await save('CSV')).path(), 'utf8')
  expect(sheet.trim().split('\n').length).toBeGreaterThan(2)

  const proofs = await save('JSON')
  expect(proofs.suggestedFilename()).toMatch(/^papertheatre-\d{4}-\d{2}\.json$/)
  const script = await saved(page, () => page.getByRole('link', { name: '下載檢查程式' }).click())
  const [program, statement] = [info.outputPath('check-statement.mjs'), info.outputPath('statement.json')]
  await script.saveAs(program)
  await proofs.saveAs(statement)
  const checked = () => spawnSync(process.execPath, [program, statement], { encoding: 'utf8' })
  expect(checked()).toMatchObject({ status: 0, stderr: '' })
  const held = JSON.parse(await readFile(statement, 'utf8')) as { lines: { grossPrice: number }[] }
  held.lines[0]!.grossPrice += 1
  await writeFile(statement, JSON.stringify(held))
  expect(checked().status).toBe(1)
  expect(creator.complaints).toEqual([])
})

async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

/** What a paper of ours says, as somebody who copies it would have it: glyphs by the map that comes with the font. */
function wordsIn(pdf: Buffer): string {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const map = streams.find((text) => text.includes('beginbfrange')) ?? ''
  const letters = [...map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)].flatMap(([, first = '', row = '']) =>
    // A glyph may stand for several letters, or for none.
    [...row.matchAll(/<([\w\s]*)>/g)].map(
      ([, unicode = ''], place) => [parseInt(first, 16) + place, letterOf(unicode.replaceAll(/\s/g, ''))] as const,
    ),
  )
  const letterAt = new Map(letters)
  const glyphs = streams.flatMap((text) => [...text.matchAll(/\[((?:<\w+>|[\s\d.-])*)\] TJ/g)].map(([, line = '']) => line))
  return glyphs
    .map((line) => (line.replace(/>[^<]*</g, '').match(/\w{4}/g) ?? []).map((glyph) => letterAt.get(parseInt(glyph, 16)) ?? '').join(''))
    .join('\n')
}

const letterOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
