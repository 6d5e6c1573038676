import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useBackCloses } from '#web/ui/back.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What this is about, in a few words: it names the dialog for screen readers too. */
  title: ReactNode
  /** Under the title, muted: whose work, which plan. */
  lead?: ReactNode
  /** Before everything else: what it is all about, where the title says only what is to be done now. */
  above?: ReactNode
  /** Always light, whatever the page is. */
  light?: boolean
  /** A small picture left of the title (the same blur as in the feed, so that people recognise it). */
  picture?: ReactNode
  children?: ReactNode
  /** Stays in sight at the bottom: one wide primary button, perhaps a quiet line under it. */
  actions?: ReactNode
  /** 440 px, 640 for forms that need room, or all there is, to hold things side by side. On a phone always the full width. */
  width?: 'narrow' | 'wide' | 'full'
  /** The element that receives focus first; by default the sheet as a whole. */
  initialFocus?: React.RefObject<HTMLElement | null>
  /** Where the focus goes when it closes; by default back to what was pressed. */
  finalFocus?: () => HTMLElement | boolean
}

/** A decision: a dialog in the middle on wide screens, from the bottom on a phone. Focus stays in, Esc and a press beside it close, the page behind stands still. */
export function Sheet({
  open,
  onOpenChange,
  title,
  lead,
  above,
  light,
  picture,
  children,
  actions,
  width = 'narrow',
  initialFocus,
  finalFocus,
}: SheetProps) {
  const words = useUiWords()
  const popup = useRef<HTMLDivElement>(null)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-220 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center md:place-items-center md:p-6">
          <Dialog.Popup
            ref={popup}
            // A sheet may stand within somebody's form: what is sent in it is not sent there, too.
            onSubmit={(event) => event.stopPropagation()}
            data-theme={light ? 'light' : undefined}
            // The dialog itself, so that it is read out and no button lights up; a form names its first field.
            initialFocus={initialFocus ?? popup}
            finalFocus={finalFocus}
            className={cx(
              'flex max-h-[calc(100dvh-40px)] w-full flex-col overflow-hidden rounded-t-sheet bg-raised text-text shadow-sheet outline-none md:max-h-full md:rounded-sheet',
              'transition-[translate,opacity] duration-220 ease-calm max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full',
              'md:data-ending-style:translate-y-2 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-2 md:data-starting-style:opacity-0',
              { narrow: 'md:max-w-[440px]', wide: 'md:max-w-[640px]', full: 'md:max-w-[1240px]' }[width],
            )}
          >
            <Grab popup={popup} onClose={() => onOpenChange(false)} />
            {above && <div className="px-5 pb-4 md:px-6 md:pt-6 md:pb-3">{above}</div>}
            <header className={cx('flex items-start gap-4 px-5 pb-4 md:px-6', !above && 'md:pt-6')}>
              {picture}
              <div className="min-w-0 flex-1 pt-2 md:pt-0.5">
                <Dialog.Title className="text-20 leading-[1.3]!">{title}</Dialog.Title>
                {lead && (
                  <Dialog.Description render={<div />} className="mt-1 text-14 text-muted">
                    {lead}
                  </Dialog.Description>
                )}
              </div>
              <Dialog.Close
                render={
                  <IconButton label={words('close')} className="-me-3 md:-mt-2">
                    <X />
                  </IconButton>
                }
              />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-1 md:px-6">{children}</div>
            <footer className="grid gap-3 px-5 pt-4 pb-[max(20px,env(safe-area-inset-bottom))] md:px-6 md:pb-6">{actions}</footer>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The handle on a phone: pull it down and the sheet follows the finger; past 96 px it closes, before that it returns. */
function Grab({ popup, onClose }: { popup: React.RefObject<HTMLDivElement | null>; onClose: () => void }) {
  const from = useRef<number>(undefined)
  const pull = (event: PointerEvent) => (from.current === undefined ? 0 : Math.max(0, event.clientY - from.current))
  const start = (event: PointerEvent<HTMLDivElement>) => {
    from.current = event.clientY
    event.currentTarget.setPointerCapture(event.pointerId)
    popup.current?.style.setProperty('transition', 'none')
  }
  const move = (event: PointerEvent) => {
    if (from.current !== undefined) popup.current?.style.setProperty('translate', `0 ${pull(event)}px`)
  }
  const end = (event: PointerEvent) => {
    const far = pull(event) > 96
    from.current = undefined
    popup.current?.style.removeProperty('transition')
    popup.current?.style.removeProperty('translate')
    if (far) onClose()
  }
  return (
    <div
      className="grid h-5 flex-none cursor-grab touch-none place-items-center md:hidden"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </div>
  )
}
