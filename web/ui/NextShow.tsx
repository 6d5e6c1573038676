import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'

/** The next show, or any one thing worth a line on a profile: icon, two lines, one word to press. */
export function NextShow({ title, note, action }: { title: ReactNode; note: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex max-w-[520px] items-center gap-3 rounded-card bg-bg py-3 pe-2 ps-4 md:bg-surface md:shadow-card">
      <Radio aria-hidden="true" className="text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold">{title}</p>
        <p className="num text-13 text-muted">{note}</p>
      </div>
      {action}
    </div>
  )
}
