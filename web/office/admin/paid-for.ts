import type { Say } from '#contract/words/speaking.ts'
import type { Payment, Transfer } from '#web/office/admin/queries.ts'
import { writeNumber } from '#web/ui/numbers.ts'
import type { UiLocale } from '#web/ui/words.ts'

const plans = ['monthly', 'three_months', 'six_months', 'yearly', 'gift'] as const

/** What a payment bought, in the reader's language: its title is in that of whoever paid. */
export function paidFor({ type, tokens, performer, plan, title }: Payment, t: Say, locale: UiLocale): string {
  if (type === 'wallet_top_up') return t('office.payments.topUp', { tokens: writeNumber(tokens, locale) })
  const known = plans.find((each) => each === plan)
  return performer && known ? t(`office.payments.plan.${known}`, { name: performer.name }) : title
}

/** The same of a transfer; what somebody named (a work, words with a tip) stands as they wrote it. */
export function movedFor({ kind, title, amount, payee }: Transfer, t: Say, locale: UiLocale): string {
  if (kind === 'top_up') return t('office.payments.topUp', { tokens: writeNumber(Math.abs(amount), locale) })
  return kind === 'subscription' && payee ? t('office.transfers.subscription', { payee }) : title
}
