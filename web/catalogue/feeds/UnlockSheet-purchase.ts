import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { Refused } from '#contract/client.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useApi, useMember } from '#web/app/session.tsx'
import { forget, type Intention, newIntention, recall, remember } from '#web/catalogue/feeds/UnlockSheet-intention.ts'
import { one } from '#web/catalogue/feeds/queries.ts'
import { exact, useAmounts } from '#web/money/payments/amounts.ts'
import { type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
import { useToast } from '#web/ui/Toast.tsx'

export interface Purchase {
  price: number
  balance: number
  /** 0 when there is enough. */
  missing: number
  topUp: TopUp
  busy: boolean
  /** The sentence of the last no. */
  refused: string | undefined
  buy: () => Promise<void>
  topUpAndBuy: () => Promise<void>
}

/** Unlocking one post: pay what was shown, or top up first and come back to pay. */
export function usePurchase(feed: Feed, { resume, onUnlocked }: { resume: boolean; onUnlocked: (feed: Feed) => void }): Purchase {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMember()
  const toast = useToast()
  const { number } = useAmounts()
  const [intention, setIntention] = useState<Intention>(() => recall(feed._id) ?? newIntention(feed.price))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const missing = Math.max(0, exact(intention.price - me.balance))
  const topUp = useTopUp(missing, `/posts/${feed._id}?unlock=1`)

  const agreeTo = (price: number) => {
    forget(feed._id)
    setIntention(newIntention(price))
    setRefused(t('unlock.priceChanged', { count: price, amount: number(price) }))
  }
  const buy = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { transaction, balance, item } = await api.feeds.charge(
        { id: feed._id, expectedPrice: intention.price },
        { idempotencyKey: intention.key },
      )
      forget(feed._id)
      await mutate<CurrentUser>(meKey, { ...me, balance }, { revalidate: false })
      toast.show(t(transaction ? 'unlock.done' : 'unlock.already', { count: balance, amount: number(balance) }))
      await mutate(one(feed._id).key, item, { revalidate: false })
      onUnlocked(item)
      void refresh('bookmarks.bought', 'wallet.lines')
    } catch (error) {
      if (error instanceof Refused && error.code === 'price_changed') agreeTo(Number(error.details['price'] ?? feed.price))
      else if (error instanceof Refused && error.code === 'not_enough_tokens') await mutate(meKey)
      else setRefused(sentenceOf(error, t('unlock.unsure')))
    }
    setBusy(false)
  }
  const topUpAndBuy = async () => {
    setBusy(true)
    setRefused(undefined)
    remember(feed._id, intention)
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
  const [resumes] = useState(() => resume && recall(feed._id) !== undefined)
  useResume(resumes, async () => {
    setBusy(true)
    await mutate(meKey)
    await buy()
  })
  return { price: intention.price, balance: me.balance, missing, topUp, busy, refused, buy, topUpAndBuy }
}

/** Once, back from the payment page: what was wished for there happens without another press. */
function useResume(wanted: boolean, go: () => Promise<void>): void {
  const gone = useRef(false)
  useEffect(() => {
    if (!wanted || gone.current) return
    gone.current = true
    void go()
  })
}
