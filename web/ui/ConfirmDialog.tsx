import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { useBackCloses } from '#web/ui/back.ts'
import { Button } from '#web/ui/Button.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question: 「刪除這件作品？」 */
  title: ReactNode
  /** What will happen, and what will not. */
  children: ReactNode
  /** The act itself as the label: 「刪除」, never 「確定」. */
  confirm: ReactNode
  cancel: ReactNode
  onConfirm: () => void
  danger?: boolean
  loading?: boolean
}

/** Asks before what cannot be undone. If it can be undone, do it and offer undo in a toast instead. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirm,
  cancel,
  onConfirm,
  danger = false,
  loading = false,
}: ConfirmDialogProps) {
  useBackCloses(open, () => onOpenChange(false))
  const opener = useRef<HTMLElement[]>([])
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-220 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-5">
          <AlertDialog.Popup
            initialFocus={() => {
              opener.current = [...outwards(document.activeElement)]
              return true
            }}
            finalFocus={() => stillThere(opener.current)}
            className="grid w-full max-w-[400px] gap-2 rounded-sheet bg-raised p-6 shadow-sheet outline-none transition-[translate,opacity] duration-220 ease-calm data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
          >
            <AlertDialog.Title className="text-18">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-15 leading-relaxed! text-muted">
              {children}
            </AlertDialog.Description>
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <AlertDialog.Close render={<Button rank="second">{cancel}</Button>} />
              <Button rank={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function* outwards(from: Element | null): Generator<HTMLElement> {
  for (let at = from; at && at !== document.body; at = at.parentElement) if (at instanceof HTMLElement) yield at
}

/** What was pressed may be gone with what was deleted: then whoever uses a keyboard stands where it stood, and not at the top of the page. */
function stillThere([pressed, ...around]: HTMLElement[]): HTMLElement | true {
  if (!pressed || pressed.isConnected) return true
  const place = around.find((each) => each.isConnected)
  if (!place) return true
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  return place
}
