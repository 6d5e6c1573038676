import { Banknote, Check, Landmark, Pencil, ReceiptText, Undo2, X } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { useNow } from '#web/app/session.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Steps } from '#web/ui/Steps.tsx'

const way = ['pending', 'approved', 'processing', 'done'] as const
const icons = {
  pending: ReceiptText,
  edited: Pencil,
  approved: Check,
  processing: Landmark,
  done: Banknote,
  rejected: X,
  cancelled: X,
  returned: Undo2,
}

/** What happened to a payout, and what is still to come. @param names who the two are for this reader */
export function PayoutSteps({ payout: { history, status }, names }: { payout: PayoutDetail; names: 'by' | 'office.by' }) {
  const { t } = useTranslation()
  const now = useNow()
  const place = way.findIndex((each) => each === status)
  return (
    <Steps
      done={history.map(({ step, by, createdAt }) => ({
        icon: icons[step],
        title: t(`payouts.step.${step}`),
        about: (
          <>
            {t(`payouts.${names}.${by}`)} · <RelativeTime at={createdAt} now={now} show="moment" />
          </>
        ),
      }))}
      ahead={place < 0 ? [] : way.slice(place + 1).map((step) => t(`payouts.step.${step}`))}
    />
  )
}
