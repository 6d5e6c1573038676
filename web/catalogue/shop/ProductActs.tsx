import { Share2 } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import { useMe } from '#web/app/session.tsx'
import { useShare } from '#web/app/share.ts'
import { LikeAndKeep } from '#web/catalogue/reactions/LikeAndKeep.tsx'
import { ReportButton } from '#web/site/reporting/ReportButton.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Liking and keeping: what one would like to have one day. */
export function ProductActs({ product, onChange }: { product: Product; onChange: (part: Partial<Product>) => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const share = useShare()
  return (
    <div role="group" aria-label={t('shop.acts')} className="flex flex-wrap gap-2">
      <LikeAndKeep kind="product" work={product} onChange={onChange} />
      <Button
        rank="second"
        size="sm"
        icon={<Share2 className="size-4" />}
        onClick={() => void share(`/products/${product.slug}`, product.title)}
      >
        {t('shop.share')}
      </Button>
      {me?.performerId !== product.performerId && <ReportButton target="product" id={product._id} />}
    </div>
  )
}
