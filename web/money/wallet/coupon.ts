// A coupon while somebody chooses what to buy: asked anew for each choice, because a smallest amount may stand in its way.
import { useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { query, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'

export type What = { packageId: string } | { amount: number }
type Quote = ReplyTo<'payments.applyCoupon'>

export interface UsedCoupon {
  /** What was applied; '' while there is none. */
  code: string
  apply: (code: string) => void
  /** What is paid with it. Undefined while it is asked, or when it is refused. */
  quote: Quote | undefined
  refused: string | undefined
  isAsking: boolean
}

export function useCoupon(what: What | undefined): UsedCoupon {
  const { t } = useTranslation()
  const [code, apply] = useState('')
  const asked = code !== '' && what !== undefined
  const { data, error, isLoading } = useQuery<Quote>(asked ? query('payments.applyCoupon', { code, ...what }) : null, undefined, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  })
  return {
    code,
    apply,
    quote: asked && !error ? data : undefined,
    refused: asked && error ? sentenceOf(error, t('shell.tryLater')) : undefined,
    isAsking: asked && isLoading,
  }
}
