import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mutate } from 'swr'
import { Refused } from '#contract/client.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useApi, useMember, useSettings } from '#web/app/session.tsx'
import { type PayingCard, usePayingCard } from '#web/money/payments/CardChoice.tsx'
import { exact, upToHundredths } from '#web/money/payments/amounts.ts'
import { leaveFor, throughReturn, type TopUp, useTopUp } from '#web/money/payments/top-up.ts'
import { useToast } from '#web/ui/Toast.tsx'

export type Plan = 'free' | 'monthly' | 'yearly'
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
  subscribe: () => Promise<void>
  topUpFirst: () => Promise<void>
}

/** @param chosen undefined until someone chose: then the wallet where it is enough, else the card */
export function useSubscribing(
  profile: PerformerProfile,
  plan: Plan,
  chosen: Method | undefined,
  { returnPath, onDone }: { returnPath: string; onDone: () => void },
): Subscribing {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const me = useMember()
  const navigate = useNavigate()
  const { tokenConversionRate } = useSettings()
  const [keys, setKeys] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  const price = plan === 'free' ? 0 : plan === 'yearly' ? (profile.yearlyPrice ?? 0) : profile.monthlyPrice
  const tokens = upToHundredths(price / tokenConversionRate)
  const missing = Math.max(0, exact(tokens - me.balance))
  const method = chosen ?? (missing > 0 ? 'card' : 'wallet')
  const topUp = useTopUp(method === 'wallet' ? missing : 0, `/${profile.username}?subscribe=${plan}`)

  const paying = usePayingCard(method === 'card' && plan !== 'free')

  const subscribe = async () => {
    // One key for one intention: another plan, price or way to pay is another one.
    const cardId = method === 'card' ? paying.cardId : undefined
    const intention = `${plan} ${price} ${method} ${cardId ?? ''}`
    const idempotencyKey = keys[intention] ?? crypto.randomUUID()
    setKeys({ ...keys, [intention]: idempotencyKey })
    setBusy(true)
    setRefused(undefined)
    try {
      const outcome = await api.subscriptions.subscribe(
        {
          performerId: profile._id,
          type: plan,
          expectedPrice: price,
          returnPath: throughReturn(returnPath),
          ...(plan !== 'free' && { useWallet: method === 'wallet' }),
          ...(cardId && { cardId }),
        },
        { idempotencyKey },
      )
      if (outcome.status !== 'succeeded') {
        // Back from there without having paid, the next press is a new intention.
        setKeys({})
        return leaveFor(outcome, returnPath, navigate)
      }
      await Promise.all([mutate(meKey), refresh('directory.performer', 'subscriptions.mine')])
      void refresh('timeline.home', 'feeds.ofPerformer', 'feeds.one', 'wallet.lines')
      toast.show(t(plan === 'free' ? 'subscribe.trialStarted' : 'subscribe.done', { name: profile.name }))
      onDone()
    } catch (error) {
      const code = error instanceof Refused ? error.code : undefined
      if (code === 'not_enough_tokens') await mutate(meKey)
      if (code === 'price_changed' || code === 'already_subscribed' || code === 'free_subscription_used')
        await refresh('directory.performer')
      setRefused(sentenceOf(error, t('unlock.unsure')))
    }
    setBusy(false)
  }
  const topUpFirst = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      if (!(await topUp.pay())) return
      await mutate(meKey)
    } catch (error) {
      setRefused(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
  return { method, price, tokens, balance: me.balance, missing, topUp, paying, busy, refused, subscribe, topUpFirst }
}
