import type { Api } from '#contract/client.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { csv } from '#web/app/csv.ts'
import { dayIn, hourIn } from '#web/app/zoned-time.ts'
import type { LineFilter } from '#web/money/wallet/filter.ts'
import type { Line } from '#web/money/wallet/queries.ts'

/** What one file holds at most: fifty calls, a few seconds. */
const mostLines = 5000

/** What is filtered, as a table in a file. `written` is fewer than `total` where there was more than one file holds. */
export async function exportLines(
  api: Api,
  filter: LineFilter,
  timeZone: string,
  { say, known }: { say: (key: SayKey) => string; known: (key: string) => string | undefined },
): Promise<{ text: string; written: number; total: number }> {
  const found: Line[] = []
  let total = 0
  for (;;) {
    const page = await api.wallet.lines({ ...filter, limit: 100, offset: found.length })
    total = page.total
    found.push(...page.data)
    if (found.length >= total || found.length >= mostLines || page.data.length === 0) break
  }
  const heads = (['when', 'kind', 'title', 'performer', 'amount', 'after', 'id'] as const).map((head) => say(`purse.export.${head}`))
  const rows = found.map(({ _id, createdAt, type, isRefund, targetTitle, performer, amount, balanceAfter }) => {
    const at = Date.parse(createdAt)
    const kind = known(`purse.export.is.${type}`) ?? type
    return [
      `${dayIn(at, timeZone)} ${hourIn(at, timeZone)}`,
      isRefund ? `${kind}${say('purse.export.back')}` : kind,
      targetTitle,
      performer?.username ?? '',
      amount,
      balanceAfter,
      _id,
    ]
  })
  return { text: csv([heads, ...rows]), written: found.length, total }
}
