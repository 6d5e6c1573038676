import { Users } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { uses } from '#web/money/coupons/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Money } from '#web/ui/Money.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

/** Who used it, the newest hundred. */
export function CouponUses({ coupon, onClose }: { coupon: { _id: string; code: string } | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const now = useNow()
  const { data, error } = useQuery(coupon ? uses({ id: coupon._id, limit: 100, offset: 0 }) : null)
  const failed = error !== undefined
  return (
    <Sheet
      open={coupon !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('officeMoney.coupon.uses')}
      lead={<span className="num">{coupon?.code}</span>}
      width="wide"
    >
      {failed && <RefusedState look="inline" what={t('officeMoney.coupon.usesFailed')} why={sentenceOf(error, t('shell.tryLater'))} />}
      {!data && !failed && <RowsSkeleton />}
      {data?.total === 0 && (
        <EmptyState look="bare" icon={Users}>
          {t('officeMoney.coupon.noUses')}
        </EmptyState>
      )}
      <ul>
        {data?.data.map(({ paymentId, member, state, saved, at }) => (
          <li key={paymentId} className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-t-0">
            <span className="min-w-0">
              <Link to={`/admin/transfers?q=${member.username}`} className="block truncate text-15 font-semibold hover:underline">
                @{member.username}
              </Link>
              <span className="text-13 text-muted">
                {t(`officeMoney.coupon.use.${state}`)} · <RelativeTime at={at} now={now} />
              </span>
            </span>
            <Money value={-saved} currency={currency} className="text-15" />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
