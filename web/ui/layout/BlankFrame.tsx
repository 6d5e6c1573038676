import type { ReactNode } from 'react'
import { Stage } from '#web/ui/Stage.tsx'

export type BlankFrameProps = {
  brand: ReactNode
  /** A Scene. */
  scene?: ReactNode
  /** One sentence. */
  title: ReactNode
  /** One more, muted. */
  lead?: ReactNode
  /** One or two buttons. `stack` puts them under each other, 320 px wide. */
  actions?: ReactNode
  stack?: boolean
  /** A form or anything else between sentence and actions. */
  children?: ReactNode
  /** Quiet links at the very bottom. */
  foot?: ReactNode
}

/** The blank pages: age gate, closed country, maintenance, 404, 500. Nothing to look at but the one thing. */
export function BlankFrame({ brand, scene, title, lead, actions, stack = false, children, foot }: BlankFrameProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] justify-items-center p-5">
      <header>{brand}</header>
      <main className="grid w-full max-w-[440px] content-center justify-items-center gap-4 py-6 text-center">
        {scene && <div className="mb-4 w-[280px] md:w-[320px]">{scene}</div>}
        <h1 className="text-24 md:text-28">{typeof title === 'string' ? <Stage>{title}</Stage> : title}</h1>
        {lead && <p className="text-balance text-muted">{lead}</p>}
        {children}
        {actions && (
          <div className={stack ? 'mt-2 grid w-full max-w-[320px] gap-2' : 'mt-2 flex flex-wrap justify-center gap-2'}>{actions}</div>
        )}
      </main>
      <footer className="flex min-h-6 flex-wrap justify-center gap-x-4 text-13 leading-[1.9] text-muted">{foot}</footer>
    </div>
  )
}
