import { useEffect, useEffectEvent } from 'react'

const busy = 'input, textarea, [role="dialog"], [role="menu"]'

/**
 * Single keys of a page, where no field, dialog or menu has them, and no modifier is held.
 * @param press false for a key that the page does not know: the browser has it then
 * @param besides what else keeps its keys, as a selector
 */
export function usePageKeys(press: (key: string) => boolean, { besides }: { besides?: string } = {}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest(besides ? `${busy}, ${besides}` : busy)) return
    if (press(event.key)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
