import { Radio } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useNow } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { countdownOf } from '#web/catalogue/feeds/countdown.ts'
import { lazy } from '#web/ui/network.ts'
import { writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

// With the words of the stage, which few posts need.
const StreamAct = lazy(async () => {
  const [file] = await Promise.all([import('#web/catalogue/feeds/StreamAct.tsx'), bringWords('live')])
  return file
})

/** An announced stream: when, how long until then, and what one does about it. */
export function FeedStream({ feed, at: said }: { feed: Feed; at: string }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  const { stream } = feed
  const at = stream?.scheduledAt ?? said
  const left = countdownOf(Date.parse(at) - now)
  const picture = feed.thumbnail?.url
  return (
    <div className="relative isolate overflow-hidden bg-t-deep text-on-media">
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />}
      {picture && <div className="absolute inset-0 bg-media-pool" />}
      <div className="relative grid min-h-52 content-center justify-items-center gap-2 p-6 text-center">
        <Radio aria-hidden="true" className="size-6" />
        <p className="text-14">{t('film.stream')}</p>
        <p className="num text-24 font-semibold">
          <time dateTime={at}>{writeMoment(Date.parse(at), now, locale, timeZone)}</time>
        </p>
        <p className="num text-15">{left ? t(`film.stream.${left.unit}`, { count: left.count }) : t('film.stream.begun')}</p>
        {stream && (
          <Suspense fallback={<div className="mt-2 h-11" />}>
            <StreamAct feed={feed} stream={stream} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
