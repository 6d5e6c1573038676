import { cx } from '#web/ui/cx.ts'
import { roomForBottomBar } from '#web/ui/layout/BottomBar.tsx'
import { type FrameProps, RailFrame } from '#web/ui/layout/Frame.tsx'
import { contentId } from '#web/ui/layout/SkipLink.tsx'

/** Rail and 952: profile, wallet, settings. The feed and the aside joined; put Columns inside where two are wanted. */
export function WideFrame({ children, ...rest }: Omit<FrameProps, 'aside'>) {
  return (
    <RailFrame {...rest} columns="md:grid-cols-[72px_minmax(0,952px)] xl:grid-cols-[224px_952px]">
      <main id={contentId} tabIndex={-1} className={cx('min-w-0 outline-none md:pt-5 md:pb-16', rest.bottom && roomForBottomBar)}>
        {children}
      </main>
    </RailFrame>
  )
}
