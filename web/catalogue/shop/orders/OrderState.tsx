import { useTranslation } from '#web/app/say.ts'
import type { OrderStatus } from '#web/catalogue/shop/queries.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

const tones = {
  created: 'waiting',
  processing: 'waiting',
  shipping: 'waiting',
  delivered: 'ok',
  cancelled: 'quiet',
  refunded: 'quiet',
} as const

export function OrderState({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return <StateDot tone={tones[status]}>{t(`orders.status.${status}`)}</StateDot>
}
