import type { ReactNode } from 'react'
import { Stage } from '#web/ui/Stage.tsx'

export type SplitFrameProps = {
  brand: ReactNode
  /** Fills the left half; on a phone a 216-px band above. An <img>, or a Scene with `fill`. */
  picture: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** The form, 360 px wide. */
  children: ReactNode
  foot?: ReactNode
}

/** Sign-in and registration: a picture, and a form beside it. */
export function SplitFrame({ brand, picture, title, lead, children, foot }: SplitFrameProps) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-2">
      <div className="relative h-[216px] overflow-hidden bg-well md:sticky md:top-4 md:m-4 md:h-[calc(100dvh-32px)] md:rounded-sheet [&>*]:absolute [&>*]:inset-0 [&>*]:size-full [&>*]:object-cover">
        {picture}
      </div>
      <div className="grid grid-rows-[auto_1fr_auto] px-5 pt-6 pb-8 md:px-8 md:py-5">
        <header className="max-md:hidden">{brand}</header>
        <main className="grid w-full content-center gap-6 py-0 md:max-w-[360px] md:justify-self-center md:py-8">
          <div className="grid gap-1">
            <h1 className="text-24 md:text-32">{typeof title === 'string' ? <Stage>{title}</Stage> : title}</h1>
            {lead && <p className="text-15 text-muted">{lead}</p>}
          </div>
          {children}
        </main>
        <footer className="flex flex-wrap gap-x-4 pt-6 text-13 leading-[1.9] text-muted">{foot}</footer>
      </div>
    </div>
  )
}
