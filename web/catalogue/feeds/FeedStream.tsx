import { BellPlus, BellRing, Radio } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAct } from '#web/app/act.ts'
import { useMe, useNow } from '#web/app/session.tsx'
import { countdownOf } from '#web/catalogue/feeds/countdown.ts'
import { useWish } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Announced = NonNullable<Feed['stream']>

/** An announced stream: when, how long until then, and to be reminded of it; once it began, the way in. */
export function FeedStream({ feed, at }: { feed: Feed; at: string }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  const left = countdownOf(Date.parse(at) - now)
  const picture = feed.thumbnail?.url
  const { stream } = feed
  return (
    <div className="relative isolate overflow-hidden bg-t-deep text-on-media">
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />}
      {picture && <div className="absolute inset-0 bg-media-pool" />}
      <div className="relative grid min-h-52 content-center justify-items-center gap-2 p-6 text-center">
        <Radio aria-hidden="true" className="size-6" />
        <p className="text-14">{t(stream?.status === 'live' ? 'film.stream.live' : 'film.stream')}</p>
        <p className="num text-24 font-semibold">
          <time dateTime={at}>{writeMoment(Date.parse(at), now, locale, timeZone)}</time>
        </p>
        {stream?.status !== 'live' && (
          <p className="num text-15">{left ? t(`film.stream.${left.unit}`, { count: left.count }) : t('film.stream.begun')}</p>
        )}
        {stream?.status === 'scheduled' && <Remind feed={feed} stream={stream} />}
        {stream?.status === 'live' && (
          <Button to={`/live/${stream._id}`} className="mt-2 focus-visible:outline-on-media!">
            {t('film.stream.enter')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows the new state at once and takes it back when the server says no. Nobody is reminded of a show of their own. */
function Remind({ feed, stream: { _id: id, isReminded: of } }: { feed: Feed; stream: Announced }) {
  const { t } = useTranslation()
  const me = useMe()
  const [mine, setMine] = useState<boolean>()
  const on = mine ?? of
  const { act, busy } = useAct((api, _once, wanted: boolean) => (wanted ? api.live.remind({ id }) : api.live.forgetReminder({ id })), {
    refreshes: ['live.join', 'live.search'],
  })
  const toggle = async () => {
    if (busy) return
    setMine(!on)
    if (!(await act(!on))) setMine(undefined)
  }
  const press = useWish({ key: `remind:${id}`, kind: 'remind', of: feed.performer }, toggle)
  if (me?.performerId === feed.performerId || me?.roles.includes('staff')) return null
  return (
    <Button
      rank={on ? 'second' : 'primary'}
      className="mt-2 focus-visible:outline-on-media!"
      aria-pressed={on}
      icon={on ? <BellRing /> : <BellPlus />}
      onClick={press}
    >
      {t(on ? 'film.reminded' : 'film.remind')}
    </Button>
  )
}
