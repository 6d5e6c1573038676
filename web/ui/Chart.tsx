import { cx } from '#web/ui/cx.ts'
import { writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type ChartBar = {
  /** 11/9, or 今天. */
  label: string
  value: number
  /** House light: today. All the others are quiet. */
  today?: boolean
}
export type ChartProps = {
  /** The one question it answers: 「最近14天，每天賺多少」 */
  question: string
  bars: ChartBar[]
  /** Writes a value in full, for the table and on hover. */
  write: (value: number) => string
  height?: number
}

/** Bars for days. Nothing moves on entry; the same figures stand in a table for screen readers. */
export function Chart({ question, bars, write, height = 248 }: ChartProps) {
  const { locale } = useSpeech()
  const lines = scaleOf(Math.max(0, ...bars.map((bar) => bar.value)))
  const top = lines.at(-1) ?? 1
  // Labels that would touch are left out, counted back from today, which always has its own.
  const every = Math.max(1, Math.ceil(bars.length / 5))
  const slot = 100 / Math.max(1, bars.length)
  return (
    <figure>
      <div aria-hidden="true" className="num grid grid-cols-[auto_1fr] gap-x-3 text-13 leading-none text-muted">
        <div className="relative w-14" style={{ height }}>
          {lines.map((line) => (
            <span key={line} className="absolute right-0 translate-y-1/2" style={{ bottom: `${(line / top) * 100}%` }}>
              {writeNumber(line, locale)}
            </span>
          ))}
        </div>
        <svg width="100%" height={height} className="overflow-visible">
          {lines.map((line) => (
            <line
              key={line}
              x1="0"
              x2="100%"
              y1={`${100 - (line / top) * 100}%`}
              y2={`${100 - (line / top) * 100}%`}
              stroke="var(--line)"
            />
          ))}
          {bars.map((bar, place) => {
            const tall = (bar.value / top) * 100
            return (
              <rect
                key={bar.label + place}
                x={`${slot * (place + 0.2)}%`}
                width={`${slot * 0.6}%`}
                y={`${100 - tall}%`}
                height={`${tall}%`}
                rx="3"
                fill={bar.today ? 'var(--house)' : 'var(--bar)'}
              >
                <title>{`${bar.label}  ${write(bar.value)}`}</title>
              </rect>
            )
          })}
        </svg>
        <span />
        <div className="relative mt-3 h-4">
          {bars.map((bar, place) =>
            (bars.length - 1 - place) % every === 0 || bar.today ? (
              <span
                key={bar.label + place}
                className={cx(
                  'absolute whitespace-nowrap',
                  place === bars.length - 1 ? 'right-0' : '-translate-x-1/2',
                  bar.today && 'font-semibold text-text',
                )}
                style={place === bars.length - 1 ? undefined : { left: `${slot * (place + 0.5)}%` }}
              >
                {bar.label}
              </span>
            ) : null,
          )}
        </div>
      </div>
      <table className="sr-only">
        <caption>{question}</caption>
        <tbody>
          {bars.map((bar, place) => (
            <tr key={bar.label + place}>
              <th scope="row">{bar.label}</th>
              <td>{write(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Three or four round lines from zero up to at least the highest bar. */
export function scaleOf(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 4, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Math.round(place * step * 100) / 100)
}
