import { useTranslation } from '#web/app/say.ts'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { useNow } from '#web/app/session.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

/** Which sales a payout pays; of an open one, which it would pay as things stand. */
export function PayoutLines({ payout: { status, lines, totalLines } }: { payout: PayoutDetail }) {
  const { t } = useTranslation()
  const now = useNow()
  if (status === 'rejected' || status === 'cancelled' || status === 'returned') return null
  return (
    <Panel flush title={t(status === 'done' ? 'payouts.lines' : 'payouts.lines.now')}>
      {lines.length === 0 && <p className="px-4 pt-1 pb-5 text-15 text-muted md:px-5">{t('payouts.lines.none')}</p>}
      <ul className="mt-1">
        {lines.map((line) => {
          const kind = t(`earningsPage.kind.${line.sourceType}`)
          const isOwnName = line.sourceType === 'tip' || line.sourceType === 'subscription' || line.title === ''
          return (
            <li key={line._id} className="flex items-center justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0 md:px-5">
              <span className="min-w-0">
                <span className="line-clamp-1 text-15">{isOwnName ? kind : line.title}</span>
                <span className="block truncate text-13 text-muted">
                  {[!isOwnName && kind, line.buyer && `@${line.buyer.username}`].filter(Boolean).join(' · ')}
                  {(!isOwnName || line.buyer) && ' · '}
                  <RelativeTime at={line.createdAt} now={now} show="moment" />
                </span>
              </span>
              <Tokens value={line.netPrice} unit="muted" className="flex-none text-15 font-semibold" />
            </li>
          )
        })}
      </ul>
      {totalLines > lines.length && (
        <p className="num border-t border-line px-4 py-3 text-13 text-muted md:px-5">
          {t('payouts.lines.more', { count: lines.length, total: totalLines })}
        </p>
      )}
    </Panel>
  )
}
