import { BellPlus, BellRing, Radio } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useNow } from '#web/app/session.tsx'
import { countdownOf } from '#web/catalogue/feeds/countdown.ts'
import { Button } from '#web/ui/Button.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type FeedStreamProps = { feed: Feed; at: string; onRemind: () => void }

/** An announced stream: when, how long until then, and to be reminded of it. To be reminded is to keep it. */
export function FeedStream({ feed, at, onRemind }: FeedStreamProps) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
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
        {left && (
          <Button
            rank={feed.isBookmarked ? 'second' : 'primary'}
            className="mt-2 focus-visible:outline-on-media!"
            aria-pressed={feed.isBookmarked}
            icon={feed.isBookmarked ? <BellRing /> : <BellPlus />}
            onClick={onRemind}
          >
            {t(feed.isBookmarked ? 'film.reminded' : 'film.remind')}
          </Button>
        )}
      </div>
    </div>
  )
}
