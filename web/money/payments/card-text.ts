import type { CardRow } from '#web/money/payments/queries.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  discover: 'Discover',
  diners: 'Diners Club',
}

/** Visa •••• 4242 */
export function cardName({ brand, last4 }: Pick<CardRow, 'brand' | 'last4'>): string {
  return `${brands[brand] ?? brand.replaceAll('_', ' ')} •••• ${last4}`
}

/** 08/39 */
export function cardEnd({ expMonth, expYear }: Pick<CardRow, 'expMonth' | 'expYear'>): string {
  return `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`
}
