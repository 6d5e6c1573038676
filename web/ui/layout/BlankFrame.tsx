import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
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

/**
 * The blank pages: age gate, closed country, maintenance, 404, 500. Nothing to look at but the one thing. What asks for something stands in one
 * narrow column; what only says something stands beside its scene, as large as the scene is.
 */
export function BlankFrame({ brand, scene, title, lead, actions, stack = false, children, foot }: BlankFrameProps) {
  const isAside = !stack && scene !== undefined
  return (
    <div className={cx('grid min-h-dvh grid-rows-[auto_1fr_auto] p-5 md:px-8', !isAside && 'justify-items-center')}>
      <header>{brand}</header>
      <main
        className={cx(
          'grid w-full gap-4 py-6',
          isAside
            ? 'mx-auto max-w-[400px] content-start md:max-w-[952px] md:grid-cols-[minmax(0,460fr)_minmax(0,420fr)] md:content-center md:items-center md:gap-x-18'
            : 'max-w-[440px] content-center justify-items-center text-center',
        )}
      >
        {scene && <div className={isAside ? 'mb-2 md:mb-0' : 'mb-4 w-[280px] md:w-[320px]'}>{scene}</div>}
        <div className={cx('grid gap-4', !isAside && 'w-full justify-items-center')}>
          <h1 className={isAside ? 'text-32 leading-[1.2]! md:text-40' : 'text-24 md:text-28'}>
            {typeof title === 'string' ? <Breaths>{title}</Breaths> : title}
          </h1>
          {lead && <p className="text-balance text-muted">{lead}</p>}
          {children}
          {actions && (
            <div
              className={cx(
                'mt-2 gap-2',
                stack ? 'grid w-full max-w-[320px]' : 'flex flex-wrap items-center',
                !stack && !isAside && 'justify-center',
              )}
            >
              {actions}
            </div>
          )}
        </div>
      </main>
      <footer className={cx('flex min-h-6 flex-wrap gap-x-4 text-13 leading-[1.9] text-muted', !isAside && 'justify-center')}>
        {foot}
      </footer>
    </div>
  )
}

/** Chinese breaks where a breath is taken, and nowhere else. */
function Breaths({ children }: { children: string }) {
  const parts = children.split(/(?<=，)/u)
  if (parts.length === 1) return <Stage>{children}</Stage>
  return parts.map((part) => (
    <span key={part} className="whitespace-nowrap">
      <Stage>{part}</Stage>
    </span>
  ))
}
