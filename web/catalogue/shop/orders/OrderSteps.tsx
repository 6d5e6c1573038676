import { Check, PackageOpen, ReceiptText, RotateCcw, Truck, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/catalogue/shop.ts'
import { useNow } from '#web/app/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const way = ['created', 'processing', 'shipping', 'delivered'] as const
const icons = { created: ReceiptText, processing: PackageOpen, shipping: Truck, delivered: Check, cancelled: X, refunded: RotateCcw }
const isOver = (status: string) => status === 'cancelled' || status === 'refunded'

/** What happened, and what is still to come. */
export function OrderSteps({ order: { steps, deliveryStatus, product } }: { order: Order }) {
  const { t } = useTranslation()
  const now = useNow()
  const place = way.findIndex((status) => status === deliveryStatus)
  const ahead = isOver(deliveryStatus) || product.type === 'digital' ? [] : way.slice(place + 1)
  return (
    <ol className="grid">
      {steps.map(({ status, by, note, createdAt }, at) => {
        const isLast = at === steps.length - 1
        const Icon = icons[status]
        return (
          <Step key={at} icon={<Icon aria-hidden="true" className="size-4" />} current={isLast} last={isLast && ahead.length === 0}>
            <span className={cx('block text-15', isLast && 'font-semibold')}>{t(`orders.step.${status}`)}</span>
            <span className="num block text-13 text-muted">
              {t(`orders.by.${by}`)} · <RelativeTime at={createdAt} now={now} show="moment" />
            </span>
            {note && <span className="mt-1 block text-14 break-words whitespace-pre-line">{note}</span>}
          </Step>
        )
      })}
      {ahead.map((status, at) => (
        <Step key={status} icon={<span className="size-1.5 rounded-full bg-line-strong" />} ahead last={at === ahead.length - 1}>
          <span className="block text-15 text-muted">{t(`orders.step.${status}`)}</span>
        </Step>
      ))}
    </ol>
  )
}

type StepProps = { icon: React.ReactNode; children: React.ReactNode; current?: boolean; ahead?: boolean; last: boolean }

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
