import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mutate } from 'swr'
import { type Api, type CallOptions } from '#contract/client.ts'
import type { MediaFile } from '#contract/media/file.ts'
import type { WalletTransaction } from '#contract/money/wallet.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useMember } from '#web/app/session.tsx'
import { forget, type Intention, newIntention, recall, remember } from '#web/catalogue/works/unlock/intention.ts'
import { useResume } from '#web/catalogue/works/unlock/resuming.ts'
import type { Tint } from '#web/ui/tint.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
import { useUnpaid } from '#web/money/payments/unpaid.ts'
import { useToast } from '#web/ui/Toast.tsx'

/** What unlocking needs to know of a work, whatever its kind. */
export interface Unlockable {
  _id: string
  title: string
  price: number
  isSale: 'free' | 'followers' | 'subscription' | 'ppv'
  canView: boolean
  performer: PerformerCard
  files: readonly MediaFile[]
  cover?: { url: string; isBlurred: boolean; tint?: Tint }
  thumbnail?: { url: string }
}

/** How a kind of work is bought and asked for again. */
export interface Way<Work extends Unlockable> {
  /** Its page, to come back to from the payment page. */
  path: string
  /** Where that page keeps it. */
  key: readonly unknown[]
  charge: (
    api: Api,
    input: { id: string; expectedPrice: number },
    options: CallOptions,
  ) => Promise<{ transaction?: WalletTransaction; balance: number; item?: Work }>
  again: (api: Api) => Promise<Work>
}

export interface Purchase {
  price: number
  balance: number
  /** 0 when there is enough. */
  missing: number
  topUp: TopUp
  busy: boolean
  /** The sentence of the last no. */
  refused: string | undefined
  /** Whether nobody knows if it was charged. */
  isUnsure: boolean
  buy: () => Promise<void>
  topUpAndBuy: () => Promise<void>
}

/** Unlocking one work: pay what was shown, or top up first and come back to pay. */
export function usePurchase<Work extends Unlockable>(
  work: Work,
  way: Way<Work>,
  { resume, onUnlocked }: { resume: boolean; onUnlocked: (work: Work) => void },
): Purchase {
  const { t } = useTranslation()
  const me = useMember()
  const toast = useToast()
  const { number } = useAmounts()
  const wisher = { accountId: me._id, workId: work._id }
  const [intention, setIntention] = useState<Intention>(() => recall(wisher) ?? newIntention(work.price))
  const missing = Math.max(0, exact(intention.price - me.balance))
  const [unpaid, tryAgain] = useUnpaid()
  const topUp = useTopUp(missing, `${way.path}?unlock=1`)

  const buying = useAct((api) => way.charge(api, { id: work._id, expectedPrice: intention.price }, { idempotencyKey: intention.key }), {
    noIn: 'screen',
    unsure: 'unlock.unsure',
    async done({ transaction, balance, item }) {
      forget(wisher)
      await mutate<CurrentUser>(meKey, { ...me, balance }, { revalidate: false })
      toast.show(t(transaction ? 'unlock.done' : 'unlock.already', { count: balance, amount: number(balance) }))
      if (item) {
        await mutate(way.key, item, { revalidate: false })
        onUnlocked(item)
        // Paid at an earlier press, and taken away since: its page says so.
      } else await mutate(way.key)
      void refresh('bookmarks.bought', 'bookmarks.boughtMonths', 'wallet.lines', 'comments.list')
    },
    async refused(no) {
      if (no?.code === 'not_enough_tokens') {
        await mutate(meKey)
        return true
      }
      if (no?.code !== 'price_changed') return
      const price = Number(no.details['price'] ?? work.price)
      forget(wisher)
      setIntention(newIntention(price))
      return t('unlock.priceChanged', { count: price, amount: number(price) })
    },
  })
  const topping = useAct(
    async (_api, _once, isPaid: boolean) => {
      if (!isPaid) {
        remember(wisher, intention)
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
    price: intention.price,
    balance: me.balance,
    missing,
    topUp,
    busy: buying.busy || topping.busy,
    refused: buying.problem ?? topping.problem ?? unpaid,
    isUnsure: buying.isUnsure || topping.isUnsure,
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
