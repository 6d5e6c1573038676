import { Banknote, Check, Landmark, Pencil, ReceiptText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetail } from '#contract/money/payouts.ts'
import { useNow } from '#web/app/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const way = ['pending', 'approved', 'processing', 'done'] as const
const icons = { pending: ReceiptText, edited: Pencil, approved: Check, processing: Landmark, done: Banknote, rejected: X, cancelled: X }

/** What happened to a payout, and what is still to come. @param names who the two are for this reader */
export function PayoutSteps({ payout: { history, status }, names }: { payout: PayoutDetail; names: 'by' | 'office.by' }) {
  const { t } = useTranslation()
  const now = useNow()
  const place = way.findIndex((each) => each === status)
  const ahead = place < 0 ? [] : way.slice(place + 1)
  return (
    <ol className="grid">
      {history.map(({ step, by, createdAt }, at) => {
        const isLast = at === history.length - 1
        const Icon = icons[step]
        return (
          <Step key={at} icon={<Icon aria-hidden="true" className="size-4" />} current={isLast} last={isLast && ahead.length === 0}>
            <span className={cx('block text-15', isLast && 'font-semibold')}>{t(`payouts.step.${step}`)}</span>
            <span className="num block text-13 text-muted">
              {t(`payouts.${names}.${by}`)} · <RelativeTime at={createdAt} now={now} show="moment" />
            </span>
          </Step>
        )
      })}
      {ahead.map((step, at) => (
        <Step key={step} icon={<span className="size-1.5 rounded-full bg-line-strong" />} ahead last={at === ahead.length - 1}>
          <span className="block text-15 text-muted">{t(`payouts.step.${step}`)}</span>
        </Step>
      ))}
    </ol>
  )
}

function Step({ icon, children, current = false, ahead = false, last }: StepProps) {
  return (
    <li aria-current={current ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0">
      {!last && <span aria-hidden="true" className="absolute top-7 bottom-0 left-[13px] w-0.5 rounded-full bg-line" />}
      <span
        className={cx(
          'grid size-7 flex-none place-items-center rounded-full',
          current ? 'bg-inverse text-on-inverse' : ahead ? 'ring-1 ring-line-strong ring-inset' : 'bg-well text-muted',
        )}
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 pt-0.5">{children}</span>
    </li>
  )
}

interface StepProps {
  icon: ReactNode
  children: ReactNode
  current?: boolean
  ahead?: boolean
  last: boolean
}
