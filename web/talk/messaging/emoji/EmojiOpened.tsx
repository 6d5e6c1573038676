import { Popover } from '@base-ui/react/popover'
import type { EmojiData } from 'frimousse'
import { cloneElement, type ReactElement, type RefObject, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { EmojiPanel } from '#web/talk/messaging/emoji/EmojiPanel.tsx'
import { useBackCloses } from '#web/ui/back.ts'
import { Sheet } from '#web/ui/Sheet.tsx'

type EmojiOpenedProps = {
  data: EmojiData
  field: RefObject<HTMLTextAreaElement | null>
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }>
  onChoose: (emoji: string) => void
}

/** All emoji, open as they arrive: beside their button, or from the bottom of a phone. However they close, the focus goes back to the text. */
export function EmojiOpened({ data, field, trigger, onChoose }: EmojiOpenedProps) {
  const { t } = useTranslation()
  const search = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(true)
  const [isWide, setIsWide] = useState(isWideNow)
  // A sheet hears it by itself.
  useBackCloses(open && isWide, () => setOpen(false))
  const change = (next: boolean) => {
    if (next) setIsWide(isWideNow())
    setOpen(next)
  }
  const choose = (emoji: string) => {
    onChoose(emoji)
    setOpen(false)
  }
  if (!isWide) {
    return (
      <>
        {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': open, onClick: () => change(true) })}
        <Sheet open={open} onOpenChange={change} title={t('messages.emoji')} finalFocus={() => field.current ?? true}>
          <EmojiPanel data={data} search={search} columns={8} onChoose={choose} className="-mx-1 h-[min(420px,60dvh)]" />
        </Sheet>
      </>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={8} collisionPadding={8} className="z-50 outline-none">
          <Popover.Popup
            aria-label={t('messages.emoji')}
            initialFocus={search}
            finalFocus={field}
            className="rounded-card bg-raised p-3 pb-0 text-text shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <EmojiPanel
              data={data}
              search={search}
              columns={9}
              onChoose={choose}
              className="h-[min(420px,calc(var(--available-height)-12px))] w-[344px]"
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const isWideNow = () => window.matchMedia('(min-width: 768px)').matches
