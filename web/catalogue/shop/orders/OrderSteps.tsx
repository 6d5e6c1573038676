import { Check, PackageOpen, ReceiptText, RotateCcw, Truck, X } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { Order } from '#contract/catalogue/shop.ts'
import { useNow } from '#web/app/session.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Steps } from '#web/ui/Steps.tsx'

const way = ['created', 'processing', 'shipping', 'delivered'] as const
const icons = { created: ReceiptText, processing: PackageOpen, shipping: Truck, delivered: Check, cancelled: X, refunded: RotateCcw }
const isOver = (status: string) => status === 'cancelled' || status === 'refunded'

/** What happened to an order, and what is still to come. */
export function OrderSteps({ order: { steps, deliveryStatus, product } }: { order: Order }) {
  const { t } = useTranslation()
  const now = useNow()
  const place = way.findIndex((status) => status === deliveryStatus)
  const ahead = isOver(deliveryStatus) || product.type === 'digital' ? [] : way.slice(place + 1)
  return (
    <Steps
      done={steps.map(({ status, by, note, createdAt }) => ({
        icon: icons[status],
        title: t(`orders.step.${status}`),
        about: (
          <>
            {t(`orders.by.${by}`)} · <RelativeTime at={createdAt} now={now} show="moment" />
          </>
        ),
        note,
      }))}
      ahead={ahead.map((status) => t(`orders.step.${status}`))}
    />
  )
}
