import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type StepsProps = {
  /** What happened, oldest first; the last is where it stands. */
  done: { icon: LucideIcon; title: string /** By whom and when. */; about: ReactNode; note?: string | undefined }[]
  /** The titles of what is still to come. */
  ahead: string[]
}

/** The way of an order or a payout: what happened, and what is still to come. */
export function Steps({ done, ahead }: StepsProps) {
  return (
    <ol className="grid">
      {done.map(({ icon: Icon, title, about, note }, place) => {
        const isLast = place === done.length - 1
        return (
          <Step
            key={place}
            icon={<Icon aria-hidden="true" className="size-4" />}
            look={isLast ? 'current' : 'done'}
            last={isLast && ahead.length === 0}
          >
            <span className={cx('block text-15', isLast && 'font-semibold')}>{title}</span>
            <span className="num block text-13 text-muted">{about}</span>
            {note && <span className="mt-1 block text-14 break-words whitespace-pre-line">{note}</span>}
          </Step>
        )
      })}
      {ahead.map((title, place) => (
        <Step key={title} icon={<span className="size-1.5 rounded-full bg-line-strong" />} look="ahead" last={place === ahead.length - 1}>
          <span className="block text-15 text-muted">{title}</span>
        </Step>
      ))}
    </ol>
  )
}

const looks = { done: 'bg-well text-muted', current: 'bg-chosen text-text', ahead: 'ring-1 ring-line-strong ring-inset' }

function Step({ icon, look, last, children }: { icon: ReactNode; look: keyof typeof looks; last: boolean; children: ReactNode }) {
  return (
    <li aria-current={look === 'current' ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0">
      {!last && <span aria-hidden="true" className="absolute top-7 bottom-0 start-[13px] w-0.5 rounded-full bg-line" />}
      <span className={cx('grid size-7 flex-none place-items-center rounded-full', looks[look])}>{icon}</span>
      <span className="min-w-0 flex-1 pt-0.5">{children}</span>
    </li>
  )
}
