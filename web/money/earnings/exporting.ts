import type { EarningLine } from '#contract/money/earnings.ts'
import type { Api } from '#contract/client.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { saveAs } from '#web/app/saving-files.ts'
import { csv } from '#web/app/csv.ts'
import { zonedTimeIn } from '#web/app/zoned-time.ts'
import type { EarningSpan } from '#web/money/earnings/span.ts'

/** What one file holds at most: fifty calls, a few seconds. */
const mostLines = 5000

/** Saves what is filtered as a file. Answers how many lines it holds and how many there were. */
export async function exportLines(
  api: Api,
  span: EarningSpan,
  timeZone: string,
  say: (key: SayKey) => string,
): Promise<{ written: number; total: number }> {
  const found: EarningLine[] = []
  let total = 0
  for (;;) {
    const page = await api.earnings.lines({ ...span, limit: 100, offset: found.length, sortBy: 'createdAt', sort: 'desc' })
    total = page.total
    found.push(...page.data)
    if (found.length >= total || found.length >= mostLines || page.data.length === 0) break
  }
  const heads = (['when', 'typeHead', 'what', 'buyer', 'gross', 'commission', 'commissionTokens', 'net'] as const).map((head) =>
    say(`earningsPage.${head}`),
  )
  const rows = found.map((line) => [
    writeMoment(line.createdAt, timeZone),
    say(`earningsPage.kind.${line.sourceType}`),
    line.title,
    line.buyer ? line.buyer.username : '',
    line.grossPrice,
    `${line.siteCommission}%`,
    line.commission,
    line.netPrice,
  ])
  saveAs(new Blob([csv([heads, ...rows])], { type: 'text/csv;charset=utf-8' }), `earnings-${span.fromDate}--${span.toDate}.csv`)
  return { written: found.length, total }
}

function writeMoment(iso: string, timeZone: string): string {
  const { day, hour, minute } = zonedTimeIn(Date.parse(iso), timeZone)
  return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
