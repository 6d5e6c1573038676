import { Dialog } from '@base-ui/react/dialog'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useBackCloses } from '#web/ui/back.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { BottomBar, roomForBottomBar } from '#web/ui/layout/BottomBar.tsx'
import { PageFoot } from '#web/ui/layout/Frame.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { Rail } from '#web/ui/layout/Rail.tsx'
import { contentId, SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { TopBar } from '#web/ui/layout/TopBar.tsx'
import { type Above, WayUp } from '#web/ui/layout/WayUp.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type StudioFrameProps = {
  brand: ReactNode
  nav: NavItem[]
  /** The phone's five, or none. Where there are more places than these, the top bar opens a drawer with all of them. */
  bottom?: NavItem[] | undefined
  /** The one blue button above the items. */
  lead?: ReactNode
  foot?: ReactNode
  banner?: ReactNode
  /** On a phone, at the right of the top bar. */
  actions?: ReactNode
  /** On a phone, instead of the brand: the page's name. */
  title?: ReactNode
  up?: Above | undefined
  /** The quiet links at the page's end. */
  footing?: ReactNode
  children: ReactNode
}

/** The full width for people at work: a rail of its own, a line, and up to 1200 px of tables. */
export function StudioFrame({ brand, nav, bottom, lead, foot, banner, actions, title, up, footing, children }: StudioFrameProps) {
  const words = useUiWords()
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  return (
    <>
      <SkipLink />
      {banner}
      <TopBar
        title={title ?? brand}
        back={up?.to}
        actions={
          <>
            {actions}
            {(!bottom || nav.length > bottom.length) && (
              <IconButton label={words('mainMenu')} aria-expanded={open} onClick={() => setOpen(true)}>
                <MenuIcon />
              </IconButton>
            )}
          </>
        }
      />
      <div className="md:grid md:grid-cols-[224px_minmax(0,1fr)]">
        <div className="hidden border-e border-line px-4 md:block">
          <Rail show="words" brand={brand} nav={nav} lead={lead} foot={foot} />
        </div>
        <div className={cx('w-full max-w-[1200px] min-w-0', bottom ? roomForBottomBar : 'max-md:pb-8')}>
          <main id={contentId} tabIndex={-1} className="outline-none md:px-8 md:pt-5 md:pb-12">
            {up && <WayUp {...up} />}
            {children}
          </main>
          {footing && <PageFoot look="px-4 pt-6 pb-4 md:px-8">{footing}</PageFoot>}
        </div>
      </div>
      {bottom && <BottomBar items={bottom} />}
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-220 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0 md:hidden" />
          <Dialog.Popup
            className="fixed inset-y-0 start-0 z-40 w-72 bg-raised px-4 shadow-sheet outline-none transition-[translate] duration-220 ease-calm data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full md:hidden [&>header]:flex"
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
            }}
          >
            <Dialog.Title className="sr-only">{words('mainMenu')}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={words('close')} className="absolute! top-5 end-2 z-10">
                  <X />
                </IconButton>
              }
            />
            <Rail show="words" brand={brand} nav={nav} lead={lead} foot={foot} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}
