import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { Card } from '#web/ui/Card.tsx'
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
} & ({ icon: LucideIcon; picture?: undefined } | { icon?: undefined /** The blur or thumbnail of what was bought. */; picture: string })

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
      <header className="num flex items-baseline justify-between gap-4 px-4 pb-2 text-14 md:px-1">
        <h2 className="text-14">{title}</h2>
        <span className="text-muted">{date}</span>
      </header>
      <Card>
        <ul>
          {lines.map((line) => (
            <li
              key={line.id}
              className="grid min-h-[72px] grid-cols-[40px_1fr_auto] items-center gap-3 border-t border-line px-4 py-3 first:border-t-0"
            >
              <span className="relative isolate grid size-10 place-items-center overflow-hidden rounded-tile bg-well text-muted">
                {line.icon ? <line.icon aria-hidden="true" /> : <Blur preview={line.picture} className="blur-[2px]!" />}
              </span>
              <span className="min-w-0">
                <span className="num block text-15 text-pretty">{line.text}</span>
                <span className="num block text-13 break-words text-muted">{line.note}</span>
              </span>
              <span className="text-right text-15">
                <Tokens value={line.amount} signed tone unit="none" className="font-semibold" />
                {line.after !== undefined && (
                  <span className="block text-13 text-muted">
                    {balanceWord ?? words.balance} <Tokens value={line.after} unit="none" />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
