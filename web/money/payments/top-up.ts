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

/** What is enough, cheapest first, three at most: the plain amount where no package is cheaper, and packages. */
export function optionsFor(
  missing: number,
  packs: Packages['data'],
  {
    tokenConversionRate: rate,
    minimumWalletPrice,
    maximumWalletPrice,
    currency,
  }: Pick<PublicSettings, 'tokenConversionRate' | 'minimumWalletPrice' | 'maximumWalletPrice' | 'currency'>,
): TopUpOption[] {
  const enough = packs
    .filter((pack) => pack.isActive && pack.tokens + pack.bonusTokens >= missing)
    .toSorted((a, b) => a.price - b.price)
    .map((pack): TopUpOption => {
      const tokens = exact(pack.tokens + pack.bonusTokens)
      return {
        id: pack._id,
        tokens,
        price: pack.price,
        saved: Math.max(0, exact(tokens * rate - pack.price)),
        body: { packageId: pack._id },
      }
    })
  const needed = upToHundredths(missing * rate)
  const amount = Math.max(minimumWalletPrice, hasCents(currency) ? needed : Math.ceil(needed))
  const plain = { id: 'amount', tokens: tokensFor(amount, rate), price: amount, saved: 0, body: { amount } }
  const cheaper = enough[0]
  return amount > maximumWalletPrice || (cheaper && cheaper.price <= amount) ? enough.slice(0, 3) : [plain, ...enough.slice(0, 2)]
}

export interface TopUp {
  /** undefined while the packages are on their way. */
  options: TopUpOption[] | undefined
  chosen: TopUpOption | undefined
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
  const options = data && optionsFor(missing, data.data, settings)
  const chosen = options?.find((option) => option.id === wanted) ?? options?.[0]
  return {
    options,
    chosen,
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
