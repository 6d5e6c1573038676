// Passing an address on: by what the system offers for it, else by copying.
import { useTranslation } from '#web/app/say.ts'
import { useToast } from '#web/ui/Toast.tsx'

/** @returns what passes on the page at this path, of this site */
export function useShare(): (path: string, title: string) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  return async (path, title) => {
    const url = new URL(path, window.location.origin).href
    // On a desk the system's own sheet is one more thing between a person and their clipboard.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        // They put it away again.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    try {
      await navigator.clipboard.writeText(url)
      toast.show(t('shell.copied'))
    } catch {
      // The browser keeps its clipboard to itself: the address is there to be taken by hand.
      toast.show(url)
    }
  }
}
