import type { CSSProperties } from 'react'
import { writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/**
 * A balance: when it changes it counts from the old to the new once, each figure in its place (app.css, `rolling`). Who hears it hears only
 * the end: what moves is hidden from them, and what changed it says what is left.
 */
export function Rolling({ value }: { value: number }) {
  const { locale } = useSpeech()
  const written = writeNumber(value, locale)
  return (
    <span className="num whitespace-nowrap">
      <span className="sr-only">{written}</span>
      <span aria-hidden="true">
        {Array.from(written, (sign, place) => {
          // Counted from the end, so that the ones stay the ones.
          const key = written.length - place
          return sign >= '0' && sign <= '9' ? (
            <span key={key} className="rolling" style={{ '--figure': sign } as CSSProperties} />
          ) : (
            <span key={key}>{sign}</span>
          )
        })}
      </span>
    </span>
  )
}
