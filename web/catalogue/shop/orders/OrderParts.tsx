// The pieces of an order that buyer and seller see alike.
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { AddressText } from '#web/people/addresses/AddressText.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

/** What was bought, and what it came to. */
export function OrderGoods({ order: { product, quantity, unitPrice, totalPrice, isEscrowed, deliveryStatus } }: { order: Order }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const isBack = deliveryStatus === 'cancelled' || deliveryStatus === 'refunded'
  return (
    <Panel title={t('orders.goods')}>
      <div className="flex items-center gap-3 pb-4">
        <Picture url={product.image} size={64} />
        <div className="min-w-0">
          <Link to={`/products/${product.slug}`} className="line-clamp-2 text-15 font-semibold hover:underline">
            {product.title}
          </Link>
          <p className="num text-14 text-muted">
            {product.type === 'digital' ? t('orders.digital') : t('orders.times', { price: number(unitPrice), quantity })}
          </p>
        </div>
      </div>
      <Sums lines={[{ label: t('orders.total'), value: <Tokens value={totalPrice} />, total: true }]} />
      <p className="mt-3 text-13 text-muted">{t(isBack ? 'orders.money.back' : isEscrowed ? 'orders.money.held' : 'orders.money.paid')}</p>
    </Panel>
  )
}

/** Where it goes. Gone some time after the order ended. */
export function OrderAddress({ order, action }: { order: Order; action?: React.ReactNode }) {
  const { t } = useTranslation()
  if (order.product.type === 'digital') return null
  return (
    <Panel title={t('orders.address')} action={action}>
      {order.deliveryAddress ? (
        <AddressText address={order.deliveryAddress} />
      ) : (
        <p className="text-14 text-muted">{t(order.addressNeedsAgain ? 'orders.address.needsAgain' : 'orders.address.gone')}</p>
      )}
    </Panel>
  )
}

/** What buyer and seller wrote, and how to follow the parcel. Nothing when nothing was. */
export function OrderWords({ order: { buyerNote, note, carrier, shippingCode, steps } }: { order: Order }) {
  const { t } = useTranslation()
  const facts = [
    [t('orders.carrier'), carrier],
    [t('orders.code'), shippingCode],
    // What was said with a step stands there.
    [t('orders.sellerNote'), steps.some((step) => step.note === note) ? '' : note],
    [t('orders.buyerNote'), buyerNote],
  ].filter(([, text]) => text)
  if (facts.length === 0) return null
  return (
    <Panel title={t('orders.parcel')}>
      <dl className="grid gap-3">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="text-15 break-words whitespace-pre-line select-all">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
