import { Toast as Base } from '@base-ui/react/toast'
import { useEffect, useRef } from 'react'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type ToastOptions = {
  /** Takes back what was done. Prefer this to asking beforehand. */
  undo?: () => void
  /** Another act instead of undo: 「看收據」. */
  action?: { label: string; onPress: () => void }
  /** Something failed: announced at once and stays 10 seconds. */
  failed?: boolean
}

export type ToastMessage = ToastOptions & { id: number; text: string }

/** Where toasts appear: above what stands in the lower corners, a phone's bar and a wide screen's account (RailFoot). It is given every message so far and shows those that it has not shown yet. */
export function ToastViewport({ messages }: { messages: readonly ToastMessage[] }) {
  return (
    <Base.Provider timeout={6000} limit={3}>
      <Shown messages={messages} />
      <Toasts />
    </Base.Provider>
  )
}

function Shown({ messages }: { messages: readonly ToastMessage[] }) {
  const manager = Base.useToastManager()
  const words = useUiWords()
  const last = useRef(0)
  useEffect(() => {
    for (const { id, text, undo, action, failed = false } of messages) {
      if (id <= last.current) continue
      last.current = id
      const act = undo ? { label: words('undo'), onPress: undo } : action
      const toast: string = manager.add({
        title: text,
        priority: failed ? 'high' : 'low',
        ...(failed && { timeout: 10_000 }),
        ...(act && {
          actionProps: {
            children: act.label,
            onClick: () => {
              act.onPress()
              manager.close(toast)
            },
          },
        }),
      })
    }
  }, [messages, manager, words])
  return null
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  const words = useUiWords()
  return (
    <Base.Portal>
      <Base.Viewport
        aria-label={words('notifications')}
        className="fixed inset-x-4 bottom-[calc(76px+env(safe-area-inset-bottom))] z-60 grid gap-2 outline-none md:inset-x-auto md:bottom-36 md:start-6 md:w-[380px]"
      >
        {toasts.map((toast) => (
          <Base.Root
            key={toast.id}
            toast={toast}
            className="rounded-card bg-inverse text-on-inverse shadow-raised transition-[opacity,translate] duration-220 ease-calm data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
          >
            <Base.Content className="flex min-h-12 items-center justify-between gap-4 py-0.5 pe-2 ps-4">
              <Base.Title className="num min-w-0 py-2 text-15 font-normal">{toast.title}</Base.Title>
              <Base.Action className="min-h-11 flex-none px-3 text-15 font-semibold underline underline-offset-4 focus-visible:outline-current" />
            </Base.Content>
          </Base.Root>
        ))}
      </Base.Viewport>
    </Base.Portal>
  )
}
