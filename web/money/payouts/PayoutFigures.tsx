import { useTranslation } from '#web/app/say.ts'
import type { PayoutCalculation } from '#contract/money/payouts.ts'
import { useMoments } from '#web/money/destinations/moments.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What can be paid out now, large; and where the rest of it is. */
export function PayoutFigures({ sums, children }: { sums: PayoutCalculation; children: React.ReactNode }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const moment = useMoments()
  const { available, onHold, pendingRequests, totalPaidOut, currency, nextClearsAt, clearingDays } = sums
  const small = (key: 'onHold' | 'pending' | 'paidOut', value: number, note?: string) => (
    <BigFigure size={24} label={t(`payouts.${key}`)} value={<Money value={value} currency={currency} />} note={note} />
  )
  const balance = sums.totalEarned.tokens - sums.reversed.tokens - totalPaidOut.tokens - pendingRequests.tokens
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-4 p-4 md:p-5">
        <BigFigure
          size={48}
          label={t('payouts.available')}
          value={writeMoney(available.amount, currency, locale)}
          note={balance < 0 ? t('payouts.owed') : t('payouts.inTokens', { tokens: writeNumber(available.tokens, locale) })}
        />
        {children}
      </div>
      <div className="grid border-t border-line sm:grid-cols-3 [&>*]:p-4 md:[&>*]:p-5">
        <div>
          {small(
            'onHold',
            onHold.amount,
            nextClearsAt ? t('payouts.onHold.until', { date: moment(nextClearsAt) }) : t('payouts.onHold.none', { count: clearingDays }),
          )}
        </div>
        <div className="border-line max-sm:border-t sm:border-s">{small('pending', pendingRequests.amount)}</div>
        <div className="border-line max-sm:border-t sm:border-s">{small('paidOut', totalPaidOut.amount)}</div>
      </div>
    </Card>
  )
}
