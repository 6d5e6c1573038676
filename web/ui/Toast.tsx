import { createContext, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { lazy } from '#web/ui/network.ts'

export type ToastOptions = {
  /** Takes back what was done. Prefer this to asking beforehand. */
  undo?: () => void
  /** Another act instead of undo: 「看收據」. */
  action?: { label: string; onPress: () => void }
  /** Something failed: announced at once and stays 10 seconds. */
  failed?: boolean
}

export type ToastMessage = ToastOptions & { id: number; text: string }

type Show = (text: string, options?: ToastOptions) => void

const ShowContext = createContext<Show>(() => {})
/** Fetched with the first message: most visits have none. */
const Viewport = lazy(() => import('#web/ui/ToastViewport.tsx').then((file) => ({ default: file.ToastViewport })))

/** Put once around the app; draws the toasts above the phone's bar, at the lower left on wide screens. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const count = useRef(0)
  const [show] = useState<Show>(() => (text: string, options: ToastOptions = {}) => {
    const message = { ...options, text, id: ++count.current }
    setMessages((before) => [...before.slice(-9), message])
  })
  return (
    <ShowContext value={show}>
      {children}
      {messages.length > 0 && (
        <Suspense fallback={null}>
          <Viewport messages={messages} />
        </Suspense>
      )}
    </ShowContext>
  )
}

/** `show('已取消追蹤霧川', { undo })`: says what happened, in one sentence, and offers undo where it can be undone. */
export function useToast(): { show: Show } {
  return { show: use(ShowContext) }
}
