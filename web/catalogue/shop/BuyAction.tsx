import { useTranslation } from '#web/app/say.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import { useMe } from '#web/app/session.tsx'
import { DownloadButton } from '#web/catalogue/shop/orders/DownloadButton.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The one act of a product's page: it says what it costs, or what stands in the way. */
export function BuyAction({ product, onBuy, onNear }: { product: Product; onBuy: () => void; onNear: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const knock = useKnock()
  const { number } = useAmounts()
  if (me?._id === product.performerId) {
    return (
      <Button size="wide" rank="second" to={`/creator/products/${product._id}`}>
        {t('shop.editMine')}
      </Button>
    )
  }
  if (product.type === 'digital' && product.isBought) return <DownloadButton productId={product._id} />
  if (product.type === 'physical' && product.stock === 0) {
    return (
      <Button size="wide" rank="second" disabled>
        {t('browse.soldOut')}
      </Button>
    )
  }
  const cost = t('unlock.tokens', { count: product.price, amount: number(product.price) })
  if (me && !me.ageVerified) {
    return (
      <Button size="wide" onClick={() => knock({ key: `buy:${product._id}`, kind: 'buy', of: product.performer, cost }, onBuy)}>
        {t('post.confirmAge')}
      </Button>
    )
  }
  return (
    <Button size="wide" onClick={onBuy} onPointerEnter={onNear} onFocus={onNear}>
      {t('shop.buyFor', { count: product.price, amount: number(product.price) })}
    </Button>
  )
}
