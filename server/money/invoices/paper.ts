// What a receipt looks like. Made from what was kept alone, so that the same one made in ten years is the same.
import { dateTag } from '#contract/locales.ts'
import { headed, noted, paper, summed, tabled } from '#server/platform/pdf/pdf.ts'
import { writtenMoney } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import { codeOf } from '#server/money/invoices/issuing.ts'
import type { Invoice } from '#server/money/invoices/queries.ts'

export function asPdf(invoice: Invoice): Promise<Buffer> {
  const { kind, content, amount, currency, issuedAt } = invoice
  const { language, siteName, seller, buyer, lines, card, corrects } = content
  const told = (key: string, facts: Record<string, unknown> = {}) => say(language, `receipts.paper.${key}`, { siteName, ...facts })
  const money = (minor: number) => writtenMoney(minor, currency, language)
  const day = (at: Date) => new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const code = codeOf(invoice)
  const title = told(kind, { code })
  return paper({ title, author: seller.name, language, at: issuedAt }, (page) => {
    headed(page, title, [
      told('issued', { day: day(issuedAt) }),
      told('paid', { day: day(new Date(content.paidAt)) }),
      ...(corrects ? [told(kind === 'debit_note' ? 'cancels' : 'corrects', { code: corrects })] : []),
    ])
    const half = (page.page.width - 96) / 2
    const top = page.y
    page.fontSize(10)
    page.text(
      [told('seller'), seller.name, seller.address, seller.taxId && told('taxId', { id: seller.taxId })].filter(Boolean).join('\n'),
      48,
      top,
      {
        width: half - 12,
        lineGap: 3,
      },
    )
    const left = page.y
    page.text([told('buyer'), buyer.name, `@${buyer.username}`, buyer.email].join('\n'), 48 + half, top, { width: half, lineGap: 3 })
    page.x = 48
    page.y = Math.max(left, page.y) + 24
    tabled(
      page,
      [
        { title: told('item'), wide: 4 },
        { title: told('amount'), wide: 1.4, align: 'right' },
      ],
      lines.map((line) => [line.title, money(line.price)]),
      { size: 10 },
    )
    const sum = { invoice: 'total', credit_note: 'refunded', debit_note: 'notRefunded' }[kind]
    summed(page, [[told(sum), money(kind === 'credit_note' ? -amount : amount)]])
    if (card) noted(page, told('card', { brand: card.brand.toUpperCase(), last4: card.last4 }))
    noted(page, told('note'))
  })
}
