import { useEffect, useState } from 'react'
import { useNow } from '#web/app/session.tsx'

/** What is left until a moment, each second; 0 once it has come. On the server and at first it is what the page was made with. */
export function useCountdown(at: string | undefined): number {
  const loaded = useNow()
  const [now, setNow] = useState(loaded)
  useEffect(() => {
    if (at === undefined) return
    const tick = () => setNow(Date.now())
    tick()
    const each = setInterval(tick, 1000)
    return () => clearInterval(each)
  }, [at])
  return at === undefined ? 0 : Math.max(0, Date.parse(at) - now)
}

/** In whole days and what is left of the last one, each written with two digits. */
export function partsOf(leftMs: number): { days: number; hours: string; minutes: string; seconds: string } {
  const seconds = Math.floor(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    days: Math.floor(seconds / 86_400),
    hours: two(Math.floor((seconds % 86_400) / 3600)),
    minutes: two(Math.floor((seconds % 3600) / 60)),
    seconds: two(seconds % 60),
  }
}

/** What is left until then, in minutes and seconds. */
export function useMinutes(at: string): string {
  const { hours, minutes, seconds } = partsOf(useCountdown(at))
  return `${Number(hours) * 60 + Number(minutes)}:${seconds}`
}
