import { cx } from '#web/ui/cx.ts'
import { writeNumber } from '#web/ui/numbers.ts'
import { languageOf } from '#web/ui/language.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type TokensProps = {
  /** As on the wire: a decimal with at most two places. */
  value: number
  signed?: boolean
  /** Of its column (numbers.ts, placesOf). */
  places?: 0 | 2
  /** Gains in house light. */
  tone?: boolean
  /** plain: in a sentence or on a button, the unit like the figure. muted: the unit small and quiet. none: figure only, in a column of tokens. */
  unit?: 'plain' | 'muted' | 'none'
  className?: string
}

/** An amount of tokens: 120代幣, −50. */
export function Tokens({ value, signed = false, places = 0, tone = false, unit = 'plain', className }: TokensProps) {
  const { locale, words } = useSpeech()
  return (
    <span className={cx('num whitespace-nowrap', tone && value > 0 && 'text-house-text', className)}>
      {writeNumber(value, locale, { signed, places })}
      {unit !== 'none' && (
        <span className={unit === 'muted' ? 'text-13 font-normal text-muted' : undefined}>
          {/* Chinese keeps its distance by itself. */}
          {languageOf(locale).space}
          {words('tokens')}
        </span>
      )}
    </span>
  )
}
