import { cx } from '#web/ui/cx.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type MoneyProps = {
  /** As on the wire: a decimal with at most two places, in units of the currency. */
  value: number
  /** ISO 4217 code, from the site's settings. */
  currency: string
  /** Shows + before gains. Gains are in house light with `tone`; spending is plain text, it is not an error. */
  signed?: boolean
  tone?: boolean
  className?: string
}

/** An amount of money: US$4.95, NT$1,248. */
export function Money({ value, currency, signed = false, tone = false, className }: MoneyProps) {
  const { locale } = useSpeech()
  return (
    <span className={cx('num whitespace-nowrap', tone && value > 0 && 'text-house-text', className)}>
      {writeMoney(value, currency, locale, { signed })}
    </span>
  )
}
