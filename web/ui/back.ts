import { useEffect, useEffectEvent, useState } from 'react'

/** As far as it is asked for here: TypeScript's library does not have it yet. */
interface Watcher {
  onclose: (() => void) | null
  destroy: () => void
}
declare global {
  interface Window {
    CloseWatcher?: new () => Watcher
  }
}

/**
 * A phone's own Back closes what is open above the page instead of leaving it (CloseWatcher, where the browser has it). Elsewhere Esc is what closes,
 * and each piece hears it by itself.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = window
    if (!open || !CloseWatcher || !window.matchMedia('(pointer: coarse)').matches) return
    let watcher: Watcher
    // One hears one press. Who asks before it closes is still open after it, and hears the next.
    const watch = () => {
      watcher = new CloseWatcher()
      watcher.onclose = () => {
        watch()
        close()
      }
    }
    watch()
    return () => watcher.destroy()
  }, [open])
}

/** For what keeps by itself whether it is open: a menu, a list of choices. */
export function useOpenUntilBack(isOpenAtFirst = false): { open: boolean; onOpenChange: (open: boolean) => void } {
  const [open, setOpen] = useState(isOpenAtFirst)
  useBackCloses(open, () => setOpen(false))
  return { open, onOpenChange: (next) => setOpen(next) }
}
