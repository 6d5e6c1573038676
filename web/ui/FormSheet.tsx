import { type FormEvent, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstError } from '#web/ui/first-error.ts'
import { Sheet, type SheetProps } from '#web/ui/Sheet.tsx'

export type FormSheetProps = Pick<SheetProps, 'open' | 'title' | 'lead' | 'width' | 'initialFocus' | 'children'> & {
  onClose: () => void
  /** The words of the one button. */
  act: string
  rank?: 'primary' | 'danger'
  busy: boolean
  /** Not called while busy. */
  onSend: (event: FormEvent) => Promise<unknown>
}

/** A Sheet to fill in: its wide button, or Enter, sends it; what was wrong takes the focus. */
export function FormSheet({ onClose, act, rank = 'primary', busy, onSend, children, ...sheet }: FormSheetProps) {
  const id = useId()
  return (
    <Sheet
      {...sheet}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <Button type="submit" form={id} size="wide" rank={rank} loading={busy}>
          {act}
        </Button>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void onSend(event).then(() => focusFirstError(undefined, event))
        }}
      >
        {children}
      </form>
    </Sheet>
  )
}
