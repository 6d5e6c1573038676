import { cx } from '#web/ui/cx.ts'

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

/** Bars for days; the highest says how high it is, and so does today. Nothing moves on entry; the same figures stand in a table for screen readers. */
export function Chart({ question, bars, write, height = 200 }: ChartProps) {
  const top = Math.max(0, ...bars.map((bar) => bar.value)) || 1
  const highest = bars.findLastIndex((bar) => bar.value === top)
  const isTold = (bar: ChartBar, place: number) => bar.value > 0 && (bar.today || (place === highest && !isBesideToday(place)))
  const isBesideToday = (place: number) =>
    (bars.at(-1)?.today ?? false) &&
    place > bars.length - 1 - Math.ceil(bars.length / 7) &&
    place < bars.length - 1 &&
    (bars.at(-1)?.value ?? 0) > 0
  /** Over whatever a label at the right end reaches across. */
  const heightBeside = (place: number) =>
    (Math.max(...bars.slice(Math.max(0, place - Math.ceil(bars.length / 8)), place + 1).map((bar) => bar.value)) / top) * 100
  // Labels that would touch are left out, counted back from today, which always has its own.
  const every = Math.max(1, Math.ceil(bars.length / 5))
  const slot = 100 / Math.max(1, bars.length)
  // A label of the outermost bars keeps within the picture.
  const standing = (place: number) =>
    place === bars.length - 1 ? { right: 0 } : place === 0 ? { left: 0 } : { left: `${slot * (place + 0.5)}%`, translate: '-50%' }
  return (
    <figure>
      <div aria-hidden="true" dir="ltr" className="num pt-6 text-13 leading-none text-muted">
        <div className="relative border-b border-line" style={{ height }}>
          {bars.map((bar, place) => {
            const tall = (bar.value / top) * 100
            return (
              <span key={bar.label + place}>
                <span
                  title={`${bar.label}  ${write(bar.value)}`}
                  className={cx('absolute bottom-0 rounded-t-[4px]', bar.today ? 'bg-house' : 'bg-bar')}
                  style={{
                    left: `${slot * (place + 0.18)}%`,
                    width: `${slot * 0.64}%`,
                    height: `max(${tall}%, ${bar.value > 0 ? 2 : 0}px)`,
                  }}
                />
                {isTold(bar, place) && (
                  <span
                    className={cx('absolute pb-1.5 text-14 whitespace-nowrap', bar.today ? 'font-semibold text-house-text' : 'text-muted')}
                    style={{ bottom: `${bar.today ? heightBeside(place) : tall}%`, ...standing(place) }}
                  >
                    {write(bar.value)}
                  </span>
                )}
              </span>
            )
          })}
        </div>
        <div className="relative mt-3 h-4">
          {bars.map((bar, place) =>
            (bars.length - 1 - place) % every === 0 || bar.today ? (
              <span
                key={bar.label + place}
                className={cx('absolute whitespace-nowrap', bar.today && 'font-semibold text-text')}
                style={standing(place)}
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
