import { createContext, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { lazy } from '#web/ui/network.ts'
import type { ToastMessage, ToastOptions } from '#web/ui/ToastViewport.tsx'

type Show = (text: string, options?: ToastOptions) => void

const ShowContext = createContext<Show>(() => {})
/** Fetched with the first message: most visits have none. */
const Viewport = lazy(() => import('#web/ui/ToastViewport.tsx').then((file) => ({ default: file.ToastViewport })))

/** Put once around the app; draws the toasts above the phone's bar, at the left above the account on wide screens. */
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
