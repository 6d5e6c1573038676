import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { BottomBar, roomForBottomBar } from '#web/ui/layout/BottomBar.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { Rail } from '#web/ui/layout/Rail.tsx'
import { contentId, SkipLink } from '#web/ui/layout/SkipLink.tsx'

export type FrameProps = {
  brand: ReactNode
  nav: NavItem[]
  /** The phone's five; null where a StickyBar or a conversation takes the bar's place. */
  bottom: NavItem[] | null
  /** A TopBar, for phones. */
  top?: ReactNode
  /** A RailFoot. */
  foot?: ReactNode
  /** A Banner across everything (demo, impersonation). */
  banner?: ReactNode
  /** 320 px at the right from 1280. Below that it is gone, so it may only hold what one can do without; else use WideFrame with Columns. */
  aside?: ReactNode
  /** The quiet links at the page's end. Where an aside stands they are in it. */
  footing?: ReactNode
  children: ReactNode
}

/** Rail 224, feed 600, aside 320, with 32 between, from 1280. Icon rail from 768. One column on a phone. */
export function Frame({ aside, footing, children, ...rest }: FrameProps) {
  return (
    <RailFrame {...rest} columns="md:grid-cols-[72px_minmax(0,600px)] xl:grid-cols-[224px_600px_320px]">
      <Content bottom={rest.bottom} footing={footing} look={aside ? 'xl:hidden' : ''}>
        {children}
      </Content>
      {aside && (
        <aside className="quiet-scroll sticky top-(--lost) hidden max-h-[calc(100dvh-var(--banners)-var(--lost))] content-start gap-8 self-start overflow-y-auto py-5 xl:grid">
          {aside}
          {footing && <PageFoot look="">{footing}</PageFoot>}
        </aside>
      )}
    </RailFrame>
  )
}

type ContentProps = Pick<FrameProps, 'bottom' | 'footing' | 'children'> & { look?: string }

/** The page itself, and its foot below it; on a phone there is room for the bar that lies over the end of both. */
export function Content({ bottom, footing, look = '', children }: ContentProps) {
  return (
    <div className={cx('min-w-0', Boolean(bottom ?? footing) && roomForBottomBar)}>
      <main id={contentId} tabIndex={-1} className="min-w-0 outline-none md:pt-5 md:pb-16">
        {children}
      </main>
      {footing && <PageFoot look={cx('px-4 pt-6 pb-4 md:px-0', look)}>{footing}</PageFoot>}
    </div>
  )
}

export function PageFoot({ look, children }: { look: string; children: ReactNode }) {
  return <footer className={cx('flex flex-wrap gap-x-4 text-13 leading-[1.9] text-muted', look)}>{children}</footer>
}

/** What Frame and WideFrame share: the grid, the rail, the phone's two bars. */
export function RailFrame({
  brand,
  nav,
  bottom,
  top,
  foot,
  banner,
  columns,
  children,
}: Omit<FrameProps, 'aside' | 'footing'> & { columns: string }) {
  return (
    <>
      <SkipLink />
      {banner}
      {top}
      <div className={cx('mx-auto justify-center gap-6 md:grid md:px-4 xl:max-w-[1280px] xl:gap-8 xl:px-0', columns)}>
        <Rail brand={brand} nav={nav} foot={foot} />
        {children}
      </div>
      {bottom && <BottomBar items={bottom} />}
    </>
  )
}
