import { CircleAlert } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { PayoutCalculation } from '#contract/money/payouts.ts'
import { useMoments } from '#web/money/destinations/moments.ts'
import { Card } from '#web/ui/Card.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const mends = {
  not_verified: '/contact',
  bank_details_missing: '/creator/payouts/bank',
  bank_unreadable: '/creator/payouts/bank',
  bank_unconfirmed: '/creator/payouts/bank',
  payee_name_differs: '/creator/payouts/bank',
} as const
type Code = PayoutCalculation['blockers'][number]['code']
const isMended = (code: Code): code is Code & keyof typeof mends => Object.hasOwn(mends, code)

/** What stands in the way of a payout, each with what mends it. What only takes time says until when. */
export function Blockers({ sums: { blockers, minimumPayoutAmount, currency } }: { sums: PayoutCalculation }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const moment = useMoments()
  // While one is under way, how little is left is no obstacle worth telling.
  const told = blockers.filter(({ code }) => code !== 'payout_below_minimum' || blockers.length === 1)
  if (told.length === 0) return null
  return (
    <Card>
      <ul>
        {told.map(({ code, until }) => (
          <li key={code} className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-3 text-15 first:border-t-0 md:px-5">
            <CircleAlert aria-hidden="true" className="size-5 flex-none text-muted" />
            <span className="min-w-0 flex-1">
              {t(`payouts.block.${code}`, {
                minimum: writeMoney(minimumPayoutAmount, currency, locale),
                ...(until && { until: moment(until) }),
              })}
            </span>
            {isMended(code) && (
              <Link to={mends[code]} className="flex-none py-2 text-14 text-link hover:underline">
                {t(`payouts.mend.${code}`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
