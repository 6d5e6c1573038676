import { useNow } from '#web/app/session.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** An instant inside a sentence: 11月21日21:30. */
export function useMoments(): (iso: string) => string {
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  return (iso) => writeMoment(Date.parse(iso), now, locale, timeZone)
}
