import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { mutate } from 'swr'
import { Refused } from '#contract/client.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useMember } from '#web/app/session.tsx'
import { changed, forget, newWish, recall, remember, type Wish } from '#web/catalogue/shop/buy/wish.ts'
import { order } from '#web/catalogue/shop/queries.ts'
import { useResume } from '#web/catalogue/works/unlock/resuming.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
import { useUnpaid } from '#web/money/payments/unpaid.ts'
import { useToast } from '#web/ui/Toast.tsx'

export interface Buying {
  wish: Wish
  change: (part: Partial<Omit<Wish, 'key'>>) => void
  total: number
  balance: number
  /** 0 when there is enough. */
  missing: number
  topUp: TopUp
  busy: boolean
  /** The sentence of the last no. */
  refused: string | undefined
  /** Whether nobody knows if it was charged. */
  isUnsure: boolean
  /** A physical product waits for an address. */
  isReady: boolean
  buy: () => Promise<void>
  topUpAndBuy: () => Promise<void>
}

/** Buying one product: pay what was shown, or top up first and come back to pay. It ends on the order's page. */
export function useBuying(product: Product, { resume, onClose }: { resume: boolean; onClose: () => void }): Buying {
  const { t } = useTranslation()
  const me = useMember()
  const toast = useToast()
  const navigate = useNavigate()
  const { number } = useAmounts()
  const wisher = { accountId: me._id, productId: product._id }
  const [wish, setWish] = useState<Wish>(() => recall(wisher) ?? newWish(product.price))
  const total = exact(wish.price * wish.quantity)
  const missing = Math.max(0, exact(total - me.balance))
  const [unpaid, tryAgain] = useUnpaid()
  const topUp = useTopUp(missing, `/products/${product.slug}?buy=1`)
  const isReady = product.type === 'digital' || wish.addressId !== undefined

  const buying = useAct(
    (api) => {
      const { quantity, addressId, note, price, key: idempotencyKey } = wish
      const sent = product.type === 'digital' ? { note } : { note, quantity, ...(addressId && { deliveryAddressId: addressId }) }
      return api.shop.charge({ id: product._id, expectedPrice: price, ...sent }, { idempotencyKey })
    },
    {
      noIn: 'screen',
      unsure: 'unlock.unsure',
      async done(bought) {
        forget(wisher)
        await mutate<CurrentUser>(meKey, { ...me, balance: bought.balance }, { revalidate: false })
        await mutate(order(bought.order._id).key, bought.order, { revalidate: false })
        toast.show(t(product.type === 'digital' ? 'shop.bought.digital' : 'shop.bought.physical'))
        void refresh('shop.products', 'shop.product', 'shop.ownOrders', 'bookmarks.bought', 'bookmarks.boughtMonths', 'wallet.lines')
        onClose()
        void navigate(`/orders/${bought.order._id}`)
      },
      refused: (no) => learn(no),
    },
  )
  const change = (part: Partial<Omit<Wish, 'key'>>) => {
    forget(wisher)
    setWish((before) => changed(before, part))
    buying.forgive()
    topping.forgive()
  }
  /** What a no says about the world is taken over at once, so that the next press can be a yes. */
  const learn = async (no: Refused | undefined) => {
    if (no?.code === 'not_enough_tokens') {
      await mutate(meKey)
      return true
    }
    if (no?.code === 'price_changed') {
      const price = Number(no.details['price'] ?? product.price)
      change({ price })
      return t('unlock.priceChanged', { count: price, amount: number(price) })
    }
    if (no?.code === 'out_of_stock') {
      const left = Number(no.details['stock'] ?? 0)
      if (left > 0) change({ quantity: left })
      await refresh('shop.product')
    }
    if (no?.code === 'address_not_yours') {
      change({ addressId: undefined })
      await refresh('addresses.search')
    }
    return undefined
  }
  const topping = useAct(
    async (_api, _once, isPaid: boolean) => {
      if (!isPaid) {
        remember(wisher, wish)
        if (!(await topUp.pay())) await untilLeft()
      }
      await mutate(meKey)
      await buying.act()
    },
    { noIn: 'screen', unsure: 'unlock.unsure' },
  )
  // Decided at the door: what is kept later, on the way to the payment page, is for the next time.
  const [resumes] = useState(() => resume && unpaid === undefined && recall(wisher) !== undefined)
  useResume(resumes, () => topping.act(true))
  return {
    wish,
    change,
    total,
    balance: me.balance,
    missing,
    topUp,
    busy: buying.busy || topping.busy,
    refused: buying.problem ?? topping.problem ?? unpaid,
    isUnsure: buying.isUnsure || topping.isUnsure,
    isReady,
    async buy() {
      tryAgain()
      topping.forgive()
      await buying.act()
    },
    async topUpAndBuy() {
      tryAgain()
      buying.forgive()
      await topping.act(false)
    },
  }
}
