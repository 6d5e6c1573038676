// Papers as PDF, in Chinese and Latin letters alike. The font is Noto Sans TC (OFL.txt), kept packed; a paper carries only the letters
// that it uses.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

export type Paper = InstanceType<typeof PDFDocument>

let font: Buffer | undefined

/** Read once, with the first paper: most processes never make one. */
const notoSansTc = () => (font ??= brotliDecompressSync(readFileSync(join(import.meta.dirname, 'noto-sans-tc.ttf.br'))))

export interface About {
  title: string
  author: string
  language: string
  /** When it was made. The same paper made twice is the same, byte by byte. */
  at: Date
}

const margin = 48
const quiet = '#5b6570'

/** A4. What `draw` leaves on it is the paper; pages are numbered at their feet afterwards. */
export async function paper(about: About, draw: (page: Paper) => void): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: about.language,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((done, failed) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => done(Buffer.concat(chunks)))
    page.on('error', failed)
  })
  page.registerFont('own', notoSansTc()).font('own').fontSize(10).fillColor('#14181d')
  draw(page)
  numberPages(page)
  page.end()
  return whole
}

function numberPages(page: Paper): void {
  const { start, count } = page.bufferedPageRange()
  for (let place = start; place < start + count; place++) {
    page.switchToPage(place)
    // Below the margin, where writing would begin a new page otherwise.
    page.page.margins.bottom = 0
    page.fontSize(8).fillColor(quiet)
    page.text(`${place + 1} / ${count}`, margin, page.page.height - 32, { width: page.page.width - 2 * margin, align: 'right' })
  }
}

/** A heading, with quiet words beneath it. */
export function headed(page: Paper, title: string, notes: readonly string[]): void {
  page.fontSize(18).fillColor('#14181d').text(title)
  page.moveDown(0.3).fontSize(9).fillColor(quiet)
  for (const note of notes) page.text(note)
  page.moveDown(1).fontSize(10).fillColor('#14181d')
}

export interface Column {
  title: string
  /** A share of the page's width. */
  wide: number
  align?: 'left' | 'right'
}

/** Rows under titles that stand again on each page. What is too long for its column is cut with an ellipsis. */
export function tabled(page: Paper, columns: readonly Column[], rows: Iterable<readonly string[]>, { size = 8.5 } = {}): void {
  const width = page.page.width - 2 * margin
  const whole = columns.reduce((sum, { wide }) => sum + wide, 0)
  const line = (cells: readonly string[], colour: string) => {
    let x = margin
    const y = page.y
    page.fontSize(size).fillColor(colour)
    columns.forEach(({ wide, align = 'left' }, place) => {
      const own = (wide / whole) * width
      page.text(cells[place] ?? '', x, y, { width: own - 6, height: size * 1.5, align, lineBreak: false, ellipsis: true })
      x += own
    })
    page.x = margin
    page.y = y + size * 2
    page
      .moveTo(margin, page.y - size * 0.35)
      .lineTo(page.page.width - margin, page.y - size * 0.35)
      .lineWidth(0.4)
      .strokeColor('#d8dde3')
      .stroke()
  }
  const titles = () =>
    line(
      columns.map(({ title }) => title),
      quiet,
    )
  titles()
  for (const row of rows) {
    if (page.y > page.page.height - margin - size * 2) {
      page.addPage()
      titles()
    }
    line(row, '#14181d')
  }
}

/** A label at the left and its figure at the right, the last one larger. */
export function summed(page: Paper, lines: readonly (readonly [string, string])[]): void {
  if (page.y > page.page.height - margin - lines.length * 20 - 20) page.addPage()
  page.moveDown(0.8)
  const width = page.page.width - 2 * margin
  lines.forEach(([label, figure], place) => {
    const isLast = place === lines.length - 1
    const y = page.y
    page
      .fontSize(isLast ? 12 : 10)
      .fillColor(isLast ? '#14181d' : quiet)
      .text(label, margin + width * 0.45, y, { width: width * 0.3 })
    page.fillColor('#14181d').text(figure, margin + width * 0.7, y, { width: width * 0.3, align: 'right' })
    page.x = margin
  })
  page.moveDown(1).fontSize(9)
}

/** A quiet paragraph at the end. */
export function noted(page: Paper, text: string): void {
  page.moveDown(0.5).fontSize(8.5).fillColor(quiet).text(text, margin, page.y, { lineGap: 2 })
  page.fontSize(10).fillColor('#14181d')
}
