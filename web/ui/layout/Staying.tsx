import type { ReactNode } from 'react'

/** A form's title, which stays at the top of a wide window with its acts however long the form is. On a phone only the acts stay (StayingActs). */
export function StayingTitle({ children }: { children: ReactNode }) {
  return <div className="md:sticky md:top-(--lost) md:z-20 md:-mx-3 md:flow-root md:bg-bg md:px-3 md:pt-2">{children}</div>
}

/** The acts of a form: beside its title; on a phone in the bottom bar's place, in reach of the thumb. */
export function StayingActs({ children }: { children: ReactNode }) {
  return (
    <div
      data-acts
      className="flex items-center gap-2 max-md:safe-bottom max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:my-0! max-md:justify-end max-md:border-t max-md:border-line max-md:bg-raised max-md:px-4"
    >
      {children}
    </div>
  )
}
