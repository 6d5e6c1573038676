import type { Say } from '#contract/words/speaking.ts'
import { writeNumber } from '#web/ui/numbers.ts'
import type { UiLocale } from '#web/ui/words.ts'

type Titled = { type: string; tokens?: number | undefined; items: readonly { title: string }[] }

/** What a payment was for, in the reader's language where its facts say it; a creator's name stands as it stood then. */
export function paymentTitle({ type, tokens, items }: Titled, t: Say, locale: UiLocale): string {
  if (type === 'wallet_top_up' && tokens) return t('cards.payment.topUp', { tokens: writeNumber(tokens, locale) })
  return items[0]?.title ?? ''
}
