import type { ReactNode } from 'react'

/** One sentence in the picture's place, and what one does about it. */
export function Said({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className="grid max-w-[440px] justify-items-center gap-3" aria-live="polite">
      <h2 className="stage-name text-24">{title}</h2>
      <div className="text-15 opacity-90">{children}</div>
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </section>
  )
}
