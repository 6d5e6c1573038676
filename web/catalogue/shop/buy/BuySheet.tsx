import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useTranslation } from '#web/app/say.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import { AddressChoice } from '#web/catalogue/shop/buy/AddressChoice.tsx'
import { type Buying as Purchase, useBuying } from '#web/catalogue/shop/buy/buying.ts'
import { Quantity } from '#web/catalogue/shop/buy/Quantity.tsx'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { useMe } from '#web/app/session.tsx'
import { useThroughDoor } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export type BuySheetProps = {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Back from the payment page: finish what was agreed to before leaving. */
  resume?: boolean
}

/** What one gets, where it goes, what it costs, what will be left, one button. Too few tokens: the same sheet tops up and goes on. */
export function BuySheet(props: BuySheetProps) {
  return useMe() ? <Buying {...props} /> : <Asking {...props} />
}

/** What a visitor pressed, and the way in; where it goes and how it is paid comes after the door. */
function Asking({ product: { _id, title, type, price, performer, cover }, open, onOpenChange }: BuySheetProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const throughDoor = useThroughDoor(onOpenChange)
  const cost = t('unlock.tokens', { count: price, amount: number(price) })
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      picture={<Picture url={cover?.url} size={88} />}
      lead={
        <>
          <p>{performer.name}</p>
          <p className="mt-1">{t(type === 'physical' ? 'shop.escrow' : 'shop.atOnce')}</p>
        </>
      }
      actions={
        <Button
          size="wide"
          onClick={() => throughDoor({ key: `buy:${_id}`, kind: 'buy', of: performer, what: title, cost, tint: cover?.tint })}
        >
          {t('shop.buyFor', { count: price, amount: number(price) })}
        </Button>
      }
    >
      <Sums lines={[{ label: t('unlock.price'), value: <Tokens value={price} /> }]} />
    </Sheet>
  )
}

function Buying({ product, open, onOpenChange, resume = false }: BuySheetProps) {
  const { t } = useTranslation()
  const buying = useBuying(product, { resume, onClose: () => onOpenChange(false) })
  const { wish, change, refused, missing } = buying
  const isPhysical = product.type === 'physical'
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      width={isPhysical ? 'wide' : 'narrow'}
      title={product.title}
      picture={<Picture url={product.cover?.url} size={88} />}
      lead={
        <>
          <p>{product.performer.name}</p>
          <p className="mt-1">{t(isPhysical ? 'shop.escrow' : 'shop.atOnce')}</p>
        </>
      }
      actions={<Acts buying={buying} />}
    >
      <div className="grid gap-5">
        {refused !== undefined && <NotCharged why={refused} isUnsure={buying.isUnsure} />}
        {isPhysical && (
          <>
            <Quantity value={wish.quantity} most={Math.min(100, product.stock ?? 1)} onChange={(quantity) => change({ quantity })} />
            <AddressChoice value={wish.addressId} onChange={(addressId) => change({ addressId })} />
            <TextArea
              label={t('shop.note')}
              hint={t('shop.note.hint')}
              maxLetters={500}
              rows={2}
              value={wish.note}
              onChange={(event) => change({ note: event.target.value })}
            />
          </>
        )}
        {missing > 0 && <TopUpChoice missing={missing} then={t('shop.thenBuys')} topUp={buying.topUp} />}
        <Figures buying={buying} />
      </div>
    </Sheet>
  )
}

function Figures({ buying: { wish, total, balance, missing, topUp } }: { buying: Purchase }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const after = missing > 0 ? topUp.chosen && !topUp.isPart && exact(balance + topUp.chosen.tokens - total) : exact(balance - total)
  return (
    <Sums
      lines={[
        {
          label: wish.quantity > 1 ? t('shop.times', { price: number(wish.price), quantity: wish.quantity }) : t('unlock.price'),
          value: <Tokens value={total} />,
        },
        { label: t('unlock.balance'), value: <Tokens value={balance} /> },
        ...(typeof after !== 'number'
          ? []
          : [{ label: t(missing > 0 ? 'shop.afterTopUp' : 'shop.after'), value: <Tokens value={after} />, total: true }]),
      ]}
    />
  )
}

function Acts({ buying: { total, missing, topUp, busy, isReady, buy, topUpAndBuy } }: { buying: Purchase }) {
  const { t } = useTranslation()
  const { number, money } = useAmounts()
  if (missing > 0) {
    return (
      topUp.chosen && (
        <Button size="wide" loading={busy} disabled={!isReady} onClick={() => void topUpAndBuy()}>
          {t(topUp.isPart ? 'unlock.topUpFirst' : 'shop.payAndBuy', { amount: money(topUp.chosen.price) })}
        </Button>
      )
    )
  }
  return (
    <Button size="wide" loading={busy} disabled={!isReady} onClick={() => void buy()}>
      {t('shop.buyFor', { count: total, amount: number(total) })}
    </Button>
  )
}
