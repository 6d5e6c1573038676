import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { cx } from '#web/ui/cx.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

type LedgerLine = {
  id: string
  /** A sentence: 「解鎖夜航電臺的《零點之後》」 */
  text: ReactNode
  /** The hour, and what else is worth a small line. */
  note: ReactNode
  /** Tokens as on the wire, signed. */
  amount: number
  /** The balance afterwards. */
  after?: number | undefined
  icon: LucideIcon
  /** What was bought, or who was given it: in the icon's place. */
  picture?: { url: string; isBlurred?: boolean; isFace?: boolean } | undefined
}

export type LedgerDayProps = {
  /** 今天 */
  title: ReactNode
  date?: ReactNode
  lines: LedgerLine[]
  /** 「餘額」, before the running balance. */
  balanceWord?: string
}

/** What happened to the money on one day, each line a sentence with a signed amount. What came in is in house light; spending is plain, it is not an error. */
export function LedgerDay({ title, date, lines, balanceWord }: LedgerDayProps) {
  const words = useUiWords()
  return (
    <section>
      <header className="num flex items-baseline gap-2 px-4 pb-1 text-14 text-muted md:px-0">
        <h2 className="text-14 font-normal">{title}</h2>
        <span>{date}</span>
      </header>
      <ul>
        {lines.map((line) => (
          <li
            key={line.id}
            className="grid min-h-[67px] grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-2.5 first:border-t-0 max-md:px-4"
          >
            <span
              className={cx(
                'relative isolate grid size-11 place-items-center overflow-hidden',
                line.picture?.isFace ? 'rounded-full' : 'rounded-tile',
                line.amount > 0 && !line.picture ? 'bg-house-wash text-house-text' : 'bg-well text-muted',
              )}
            >
              {!line.picture ? (
                <line.icon aria-hidden="true" />
              ) : line.picture.isBlurred ? (
                <Blur preview={line.picture.url} className="blur-[2px]!" />
              ) : (
                <img src={line.picture.url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
              )}
            </span>
            <span className="min-w-0">
              <span className="num block text-15 text-pretty">{line.text}</span>
              <span className="num block text-13 break-words text-muted">{line.note}</span>
            </span>
            <span className="text-end">
              <span className="stage-figure text-16 leading-[1.45]!">
                <Tokens value={line.amount} signed tone unit="none" />
              </span>
              {line.after !== undefined && (
                <span className="block text-13 text-muted">
                  {balanceWord ?? words('balance')} <Tokens value={line.after} unit="none" />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
