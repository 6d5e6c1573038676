import { useTranslation } from '#web/app/say.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { toneOf } from '#web/money/payments/queries.ts'
import type { Payment } from '#web/office/admin/queries.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const disputes = {
  open: 'office.payments.disputed',
  won: 'office.payments.disputeWon',
  lost: 'office.payments.disputeLost',
} as const

/** How a payment stands, and what of it went back. */
export function PaymentState({ payment }: { payment: Payment }) {
  const { status, refundedAmount, totalPrice, currency, dispute, failureReason } = payment
  const { t } = useTranslation()
  const known = useKnownWords()
  const { locale } = useSpeech()
  const reason = failureReason && known(`office.payments.reason.${failureReason}`)
  const more = [
    ...(refundedAmount > 0 && refundedAmount < totalPrice
      ? [t('office.payments.partly', { amount: writeMoney(refundedAmount, currency, locale) })]
      : []),
    ...(dispute === undefined ? [] : [t(disputes[dispute])]),
    ...(reason ? [reason] : []),
  ]
  return (
    <span className="min-w-0 md:block">
      <StateDot tone={toneOf(status)}>{t(`office.payments.status.${status}`)}</StateDot>
      {more.length > 0 && (
        <span className="text-13 text-muted md:block">
          <span className="md:hidden"> · </span>
          {more.join(' · ')}
        </span>
      )}
    </span>
  )
}
