import type { Stream } from '#contract/stage/live.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'

/** For whom it is, or what a ticket costs. */
export function useWayIn({ type, price }: Pick<Stream, 'type' | 'price'>): string {
  const { t } = useTranslation()
  const { number } = useAmounts()
  return type === 'ticket' ? t('live.price', { amount: number(price) }) : t(`live.type.${type}`)
}
