import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

type PollOption = {
  id: string
  label: string /** 0 to 100, whole; shown once `closed` or voted. */
  percent: number
  mine?: boolean
}
export type PollListProps = {
  /** What is asked, for screen readers. */
  question: string
  options: PollOption[]
  /** Results instead of choices. */
  answered: boolean
  onVote?: (id: string) => void
  /** 「842人投票，還有14小時截止」 */
  note?: ReactNode
}

/** A question to the audience. Before one's own vote the figures stay hidden, so that nobody follows the crowd. */
export function PollList({ question, options, answered, onVote, note }: PollListProps) {
  const words = useUiWords()
  return (
    <div className="grid gap-2 pb-1">
      <ul aria-label={question} className="grid gap-2">
        {options.map((option) =>
          answered ? (
            <li key={option.id} className={cx(row, 'relative overflow-hidden bg-bg', option.mine && 'font-semibold')}>
              <span
                className={cx('absolute inset-y-0 start-0 rounded-control', option.mine ? 'bg-primary/32' : 'bg-press')}
                style={{ width: `${option.percent}%` }}
              />
              <span className="relative min-w-0 py-2.5">{option.label}</span>
              {option.mine && <Check aria-label={words('yourChoice')} className="relative size-4" />}
              <span className={cx('num relative ms-auto', !option.mine && 'text-muted')}>{option.percent}%</span>
            </li>
          ) : (
            <li key={option.id}>
              <button
                type="button"
                onClick={() => onVote?.(option.id)}
                disabled={!onVote}
                className={cx(row, 'w-full text-start ring-1 ring-line-strong transition-colors ring-inset hover:bg-hover')}
              >
                <span className="py-2.5">{option.label}</span>
              </button>
            </li>
          ),
        )}
      </ul>
      {note && <p className="num text-13 text-muted">{note}</p>}
    </div>
  )
}

const row = 'flex min-h-[46px] items-center gap-2 rounded-control px-4 text-15'
