import { useTranslation } from '#web/app/say.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

export const statuses = ['active', 'pending_review', 'rejected', 'inactive', 'file-error'] as const
const tones = { active: 'ok', pending_review: 'waiting', rejected: 'bad', inactive: 'quiet', 'file-error': 'bad' } as const

/** Where a product stands; one that is for sale and gone says so. */
export function ProductState({ product: { status, type, stock } }: { product: Product }) {
  const { t } = useTranslation()
  if (status === 'active' && type === 'physical' && stock === 0) return <StateDot tone="waiting">{t('products.state.soldOut')}</StateDot>
  return <StateDot tone={tones[status]}>{t(`products.state.${status}`)}</StateDot>
}
