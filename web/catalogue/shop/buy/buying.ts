import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mutate } from 'swr'
import { Refused } from '#contract/client.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useApi, useMember } from '#web/app/session.tsx'
import { changed, forget, newWish, recall, remember, type Wish } from '#web/catalogue/shop/buy/wish.ts'
import { order } from '#web/catalogue/shop/queries.ts'
import { useResume } from '#web/catalogue/works/unlock/resuming.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
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
  /** A physical product waits for an address. */
  isReady: boolean
  buy: () => Promise<void>
  topUpAndBuy: () => Promise<void>
}

/** Buying one product: pay what was shown, or top up first and come back to pay. It ends on the order's page. */
export function useBuying(product: Product, { resume, onClose }: { resume: boolean; onClose: () => void }): Buying {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMember()
  const toast = useToast()
  const navigate = useNavigate()
  const { number } = useAmounts()
  const wisher = { accountId: me._id, productId: product._id }
  const [wish, setWish] = useState<Wish>(() => recall(wisher) ?? newWish(product.price))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const total = exact(wish.price * wish.quantity)
  const missing = Math.max(0, exact(total - me.balance))
  const topUp = useTopUp(missing, `/products/${product.slug}?buy=1`)
  const isReady = product.type === 'digital' || wish.addressId !== undefined

  const change = (part: Partial<Omit<Wish, 'key'>>) => {
    forget(wisher)
    setWish((before) => changed(before, part))
    setRefused(undefined)
  }
  const buy = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { quantity, addressId, note, price } = wish
      const sent = product.type === 'digital' ? { note } : { note, quantity, ...(addressId && { deliveryAddressId: addressId }) }
      const done = await api.shop.charge({ id: product._id, expectedPrice: price, ...sent }, { idempotencyKey: wish.key })
      forget(wisher)
      await mutate<CurrentUser>(meKey, { ...me, balance: done.balance }, { revalidate: false })
      await mutate(order(done.order._id).key, done.order, { revalidate: false })
      toast.show(t(product.type === 'digital' ? 'shop.bought.digital' : 'shop.bought.physical'))
      void refresh('shop.products', 'shop.product', 'shop.ownOrders', 'bookmarks.bought', 'wallet.lines')
      onClose()
      void navigate(`/orders/${done.order._id}`)
    } catch (error) {
      await learn(error)
    }
    setBusy(false)
  }
  /** What a no says about the world is taken over at once, so that the next press can be a yes. */
  const learn = async (error: unknown) => {
    if (error instanceof Refused && error.code === 'price_changed') {
      const price = Number(error.details['price'] ?? product.price)
      change({ price })
      setRefused(t('unlock.priceChanged', { count: price, amount: number(price) }))
    } else if (error instanceof Refused && error.code === 'not_enough_tokens') await mutate(meKey)
    else if (error instanceof Refused && error.code === 'out_of_stock') {
      const left = Number(error.details['stock'] ?? 0)
      if (left > 0) change({ quantity: left })
      setRefused(error.message)
      await refresh('shop.product')
    } else if (error instanceof Refused && error.code === 'address_not_yours') {
      change({ addressId: undefined })
      setRefused(error.message)
      await refresh('addresses.search')
    } else setRefused(sentenceOf(error, t('unlock.unsure')))
  }
  const topUpAndBuy = async () => {
    setBusy(true)
    setRefused(undefined)
    remember(wisher, wish)
    try {
      if (!(await topUp.pay())) return
    } catch (error) {
      setBusy(false)
      return setRefused(sentenceOf(error, t('shell.tryLater')))
    }
    await mutate(meKey)
    await buy()
  }
  // Decided at the door: what is kept later, on the way to the payment page, is for the next time.
  const [resumes] = useState(() => resume && recall(wisher) !== undefined)
  useResume(resumes, async () => {
    setBusy(true)
    await mutate(meKey)
    await buy()
  })
  return { wish, change, total, balance: me.balance, missing, topUp, busy, refused, isReady, buy, topUpAndBuy }
}
