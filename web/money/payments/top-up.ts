// Topping up in the middle of something else: which amounts would be enough, and the way to the payment page and back.
import { useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import type { PublicSettings } from '#contract/site/settings.ts'
import { Intentions } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useApi, useSettings } from '#web/app/session.tsx'
import { exact, upToHundredths } from '#web/app/amounts.ts'
import { type PayingCard, usePayingCard } from '#web/money/payments/CardChoice.tsx'
import { leaveToPay } from '#web/money/payments/leave.ts'
import { type Packages, packages } from '#web/money/payments/queries.ts'
import { tokensFor } from '#web/app/typed-amount.ts'
import { hasCents } from '#web/ui/numbers.ts'

export interface TopUpOption {
  id: string
  tokens: number
  price: number
  /** Money kept, against the plain rate. */
  saved: number
  body: { packageId: string } | { amount: number }
}

type Bounds = Pick<PublicSettings, 'tokenConversionRate' | 'minimumWalletPrice' | 'maximumWalletPrice' | 'currency'>

/** What is enough, cheapest first, three at most: the plain amount where no package is cheaper, and packages. */
export function optionsFor(missing: number, packs: Packages['data'], bounds: Bounds): TopUpOption[] {
  const { tokenConversionRate: rate, minimumWalletPrice, maximumWalletPrice, currency } = bounds
  const enough = packsAsOptions(packs, rate)
    .filter(({ tokens }) => tokens >= missing)
    .toSorted((a, b) => a.price - b.price)
  const needed = upToHundredths(missing * rate)
  const amount = Math.max(minimumWalletPrice, hasCents(currency) ? needed : Math.ceil(needed))
  const plain = asOption(amount, rate)
  const cheaper = enough[0]
  return amount > maximumWalletPrice || (cheaper && cheaper.price <= amount) ? enough.slice(0, 3) : [plain, ...enough.slice(0, 2)]
}

/** Where nothing is enough: what brings the most first, so that as few payments as may be follow. */
export function mostAtOnce(packs: Packages['data'], { tokenConversionRate: rate, maximumWalletPrice, currency }: Bounds): TopUpOption[] {
  const plain = asOption(hasCents(currency) ? maximumWalletPrice : Math.floor(maximumWalletPrice), rate)
  const larger = packsAsOptions(packs, rate).filter(({ tokens }) => tokens > plain.tokens)
  return [...larger.toSorted((a, b) => b.tokens - a.tokens).slice(0, 2), plain]
}

function packsAsOptions(packs: Packages['data'], rate: number): TopUpOption[] {
  return packs
    .filter(({ isActive }) => isActive)
    .map(({ _id, tokens: plain, bonusTokens, price }) => {
      const tokens = exact(plain + bonusTokens)
      return { id: _id, tokens, price, saved: Math.max(0, exact(tokens * rate - price)), body: { packageId: _id } }
    })
}

function asOption(amount: number, rate: number): TopUpOption {
  return { id: 'amount', tokens: tokensFor(amount, rate), price: amount, saved: 0, body: { amount } }
}

export interface TopUp {
  /** undefined while the packages are on their way. */
  options: TopUpOption[] | undefined
  chosen: TopUpOption | undefined
  /** More is missing than one payment can bring: these are a beginning, and the rest is asked for after them. */
  isPart: boolean
  choose: (id: string) => void
  /** The card that pays. */
  paying: PayingCard
  /** Goes to the payment page; true when the tokens are there already. */
  pay: () => Promise<boolean>
}

/** @param missing 0 while there is enough: then nothing is asked */
export function useTopUp(missing: number, returnPath: string): TopUp {
  const api = useApi()
  const settings = useSettings()
  const navigate = useNavigate()
  const { data } = useQuery(missing > 0 ? packages() : null)
  const [wanted, setWanted] = useState<string>()
  const intentions = useRef(new Intentions())
  const paying = usePayingCard(missing > 0)
  const enough = data && optionsFor(missing, data.data, settings)
  const isPart = enough?.length === 0
  const options = data && isPart ? mostAtOnce(data.data, settings) : enough
  const chosen = options?.find((option) => option.id === wanted) ?? options?.[0]
  return {
    options,
    chosen,
    isPart,
    paying,
    choose: setWanted,
    async pay() {
      if (!chosen) return false
      const { cardId } = paying
      const asked = { ...chosen.body, returnPath: throughReturn(returnPath), ...(cardId && { cardId }) }
      const outcome = await intentions.current.attempt([asked], (once) => api.payments.topUp(asked, once))
      if (outcome.status === 'succeeded') return true
      leaveFor(outcome, returnPath, navigate)
      return false
    },
  }
}

/** The gateway's word may come after the payer: the return page waits for it, then goes on to `path`. */
export function throughReturn(path: string): string {
  return `/payment/return?to=${encodeURIComponent(path)}`
}

/** To the gateway's page, or to ours that waits for the gateway's word. */
export function leaveFor(outcome: { paymentUrl?: string; transactionId?: string }, returnPath: string, navigate: NavigateFunction): void {
  if (outcome.paymentUrl) leaveToPay(outcome.paymentUrl, navigate)
  else void navigate(`${throughReturn(returnPath)}&transaction=${outcome.transactionId ?? ''}`)
}
