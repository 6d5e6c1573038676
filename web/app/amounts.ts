import { useSettings } from '#web/app/session.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Amounts as text, for the middle of sentences and for buttons. */
export function useAmounts(): { number: (value: number) => string; money: (value: number) => string } {
  const { locale } = useSpeech()
  const { currency } = useSettings()
  return { number: (value) => writeNumber(value, locale), money: (value) => writeMoney(value, currency, locale) }
}

/** Hundredths up, as the server rounds a price in tokens (calls.md, decisions: Units). The small step back is for what floats add. */
export function upToHundredths(value: number): number {
  return Math.ceil(value * 100 - 1e-6) / 100
}

/** Sums of amounts with two places, without what floats add. */
export function exact(value: number): number {
  return Math.round(value * 100) / 100
}
