import { writeMoment, writeRelative } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type RelativeTimeProps = {
  /** ISO string or milliseconds. */
  at: string | number
  /** Milliseconds; the moment the page was rendered, the same on server and browser, so that hydration agrees. */
  now: number
  /** relative: 2小時前. moment: 11月21日21:30. */
  show?: 'relative' | 'moment'
  className?: string
}

/** A moment for people, with the machine's form in `<time>` and the exact one on hover. */
export function RelativeTime({ at, now, show = 'relative', className }: RelativeTimeProps) {
  const { locale, timeZone } = useSpeech()
  const atMs = typeof at === 'number' ? at : Date.parse(at)
  const exact = writeMoment(atMs, now, locale, timeZone)
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exact} className={`num whitespace-nowrap ${className ?? ''}`}>
      {show === 'moment' ? exact : writeRelative(atMs, now, locale, timeZone)}
    </time>
  )
}
