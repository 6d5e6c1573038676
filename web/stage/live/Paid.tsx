import { Link } from 'react-router'
import { useAmounts } from '#web/app/amounts.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { exact } from '#web/app/amounts.ts'
import { receiptsOf } from '#web/stage/live/queries.ts'

/** What the minutes of a show came to for the reader, and the way to the receipt. */
export function Paid({ streamId }: { streamId: string }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { data } = useQuery(receiptsOf(streamId))
  const receipts = data?.data ?? []
  const minutes = receipts.reduce((sum, each) => sum + each.minutes, 0)
  if (minutes === 0) return null
  const total = exact(receipts.reduce((sum, each) => sum + each.total, 0))
  return (
    <span className="num mt-3 block">
      {t('privateShow.end.paid', { minutes, amount: number(total) })}{' '}
      <Link className="touch font-semibold underline underline-offset-4" to={`/live/${streamId}/receipt`}>
        {t('privateShow.end.receipt')}
      </Link>
    </span>
  )
}
