import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Captured, capturing, type Capturing, nothing } from '#web/stage/live/capturing.ts'

export type Capture = Captured & Omit<Capturing, 'now' | 'onChange'>

/** What this page captures. It is let go with the page. */
export function useCapture(): Capture {
  const [capture] = useState(() => capturing(() => navigator.mediaDevices))
  const now = useSyncExternalStore(capture.onChange, capture.now, () => nothing)
  useEffect(() => capture.close, [capture])
  return { ...capture, ...now }
}
