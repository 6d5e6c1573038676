import { useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { mutate } from 'swr'
import type { Promotion, Tier } from '#contract/money/offers.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { rowsOfWorks } from '#contract/catalogue/rows-of-works.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useMember, useSettings } from '#web/app/session.tsx'
import { type PayingCard, usePayingCard } from '#web/money/payments/CardChoice.tsx'
import { exact, upToHundredths } from '#web/app/amounts.ts'
import { forget, remember, type Unfinished as AnyUnfinished, useFinish, useHere } from '#web/money/payments/finishing.ts'
import { leaveFor, throughReturn, type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
import { useUnpaid } from '#web/money/payments/unpaid.ts'
import { lowered, type Plan, priceOf } from '#web/money/offers/offer.ts'
import { useToast } from '#web/ui/Toast.tsx'

export type Method = 'wallet' | 'card'

export interface Subscribing {
  method: Method
  /** Money. */
  price: number
  /** The same out of the wallet. */
  tokens: number
  balance: number
  missing: number
  topUp: TopUp
  paying: PayingCard
  busy: boolean
  refused: string | undefined
  /** Whether nobody knows if it was charged. */
  isUnsure: boolean
  subscribe: () => Promise<void>
  topUpFirst: () => Promise<void>
}

/** What somebody means to buy. */
export interface Choice {
  plan: Plan
  tier?: Tier | undefined
  promotion?: Promotion | undefined
  /** For somebody else. */
  gift?: { giftTo: string; message: string }
}

export type Unfinished = Extract<AnyUnfinished, { kind: 'subscribe' }>

/**
 * @param chosen undefined until someone chose: then the wallet where it is enough, else the card
 * @param isKnown whether tiers and promotions are there: before that, a price may still change
 * @param unfinished back from topping up: what was agreed to before leaving is done under its key, once, while its price is that of today
 */
export function useSubscribing(
  profile: PerformerProfile,
  { plan, tier, promotion, gift }: Choice,
  chosen: Method | undefined,
  { unfinished, isKnown = true, onDone }: { unfinished?: Unfinished | undefined; isKnown?: boolean; onDone: () => void },
): Subscribing {
  const { t } = useTranslation()
  const toast = useToast()
  const me = useMember()
  const navigate = useNavigate()
  const { tokenConversionRate, currency } = useSettings()

  const price = lowered(priceOf(tier ?? profile, plan), promotion, currency)
  const tokens = upToHundredths(price / tokenConversionRate)
  const missing = Math.max(0, exact(tokens - me.balance))
  const method = chosen ?? (missing > 0 ? 'card' : 'wallet')
  const here = useHere()
  const back = `/${profile.username}?give=${plan}${tier ? `&tier=${tier._id}` : ''}`
  const topUp = useTopUp(method === 'wallet' ? missing : 0, gift ? back : here('subscribe'))
  const returnPath = gift ? `/${profile.username}` : here('subscribed')
  const { _id, name, username, avatar } = profile
  const performer = { _id, name, username, avatar }
  /** Until it is answered, with a yes or with a no. */
  const agreed = useRef<{ to: string; key: string }>(undefined)

  const [unpaid, tryAgain] = useUnpaid()
  const paying = usePayingCard(method === 'card' && plan !== 'free')

  // One key for one intention: another plan, price or way to pay is another one.
  const cardId = method === 'card' ? paying.cardId : undefined
  const intention = [plan, price, method, cardId, tier?._id, promotion?._id, gift]
  const subscribing = useAct(
    (api, once, asks: typeof intention) => {
      const common = {
        performerId: profile._id,
        expectedPrice: price,
        returnPath: throughReturn(returnPath),
        ...(tier && { tierId: tier._id }),
        ...(plan !== 'free' && { useWallet: method === 'wallet' }),
        ...(cardId && { cardId }),
      }
      if (gift && plan !== 'free') return api.gifts.give({ ...common, ...gift, type: plan }, once)
      const isAgreed = agreed.current?.to === JSON.stringify(asks)
      const asked = { ...common, type: plan, ...(promotion && { promotionId: promotion._id }) }
      return api.subscriptions.subscribe(asked, isAgreed ? { idempotencyKey: agreed.current!.key } : once)
    },
    {
      noIn: 'screen',
      unsure: 'unlock.unsure',
      async done(outcome) {
        agreed.current = undefined
        if (outcome.status !== 'succeeded') {
          if (!gift) remember(me._id, { kind: 'subscribed', performer, plan, tierId: tier?._id })
          leaveFor(outcome, returnPath, navigate)
          return untilLeft()
        }
        if (!gift) forget(me._id)
        await Promise.all([mutate(meKey), refresh('directory.performer', 'subscriptions.mine', 'offers.ofPerformer', 'gifts.mine')])
        void refresh('wallet.lines', ...rowsOfWorks)
        if (gift) toast.show(t('subscribe.given', { name: profile.name }))
        onDone()
      },
      async refused(no) {
        if (no && agreed.current) {
          agreed.current = undefined
          forget(me._id)
        }
        // Two tabs, or more missing than one payment brings: what is still missing is said, and the next payment offered.
        if (no?.code === 'not_enough_tokens') {
          await mutate(meKey)
          return true
        }
        if (no?.code.startsWith('promotion_')) await refresh('offers.ofPerformer')
        if (no?.code === 'price_changed' || no?.code === 'already_subscribed' || no?.code === 'free_subscription_used')
          await refresh('directory.performer')
        return undefined
      },
    },
  )
  const topping = useAct(
    async (_api, _once, isPaid: boolean) => {
      if (!isPaid) {
        const kept = { key: crypto.randomUUID(), plan, price, tierId: tier?._id }
        if (!gift) remember(me._id, { kind: 'subscribe', performer, ...kept })
        if (!(await topUp.pay())) await untilLeft()
      }
      await mutate(meKey)
      if (isPaid && unfinished) agreed.current = { to: JSON.stringify(intention), key: unfinished.key }
      if (!gift) await subscribing.act(intention)
    },
    { noIn: 'screen', unsure: 'unlock.unsure' },
  )
  useFinish(unpaid === undefined && isKnown && unfinished?.price === price && method === 'wallet', () => topping.act(true))
  return {
    method,
    price,
    tokens,
    balance: me.balance,
    missing,
    topUp,
    paying,
    busy: subscribing.busy || topping.busy,
    refused: subscribing.problem ?? topping.problem ?? unpaid,
    isUnsure: subscribing.isUnsure || topping.isUnsure,
    async subscribe() {
      tryAgain()
      topping.forgive()
      await subscribing.act(intention)
    },
    async topUpFirst() {
      tryAgain()
      subscribing.forgive()
      await topping.act(false)
    },
  }
}
