// A finger that stays on a line opens its menu, as everywhere where people write to each other.
import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

const heldMs = 500
/** A finger that moves so far scrolls. */
const stillPx = 10

interface Press {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  isHeld: boolean
}

/**
 * What an element listens to for it. Where a finger was held, its end is taken from the browser: the mouse events that it would make of it fall on whatever
 * opened meanwhile, or close it. A mouse is left alone: it marks words and has its own menu.
 */
export function useLongPress(onHeld: () => void) {
  const press = useRef<Press>(undefined)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onTouchStart(event: TouchEvent) {
      end()
      const finger = event.touches[0]
      if (!finger || event.touches.length > 1 || hasItsOwn(event.target)) return
      const begun: Press = {
        x: finger.clientX,
        y: finger.clientY,
        isHeld: false,
        timer: setTimeout(() => {
          begun.isHeld = true
          onHeld()
        }, heldMs),
      }
      press.current = begun
    },
    onTouchMove(event: TouchEvent) {
      const finger = event.touches[0]
      const begun = press.current
      if (!begun || begun.isHeld || !finger) return
      if (event.touches.length > 1 || Math.hypot(finger.clientX - begun.x, finger.clientY - begun.y) > stillPx) end()
    },
    onTouchEnd(event: TouchEvent) {
      if (press.current?.isHeld) event.preventDefault()
      end()
    },
    onTouchCancel: end,
    // What a browser makes of a long press by itself: its menu, and words that are marked.
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
  }
}

/** A link is opened elsewhere or copied by it, and a player has its own. */
const hasItsOwn = (target: EventTarget) => target instanceof Element && target.closest('a[href], video, audio, input') !== null
