import { Link } from 'react-router'
import type { Stream } from '#contract/stage/live.ts'
import { useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { partsOf } from '#web/stage/live/countdown.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type StreamsProps = { streams: readonly Stream[] }

/** What was announced: begun by a press, or called off. */
export function Announced({ streams }: StreamsProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const [asked, setAsked] = useState<Stream>()
  const begin = useAct((api, _once, id: string) => api.live.edit({ id, status: 'live' }), { refreshes: aboutStreams })
  const cancel = useAct((api, _once, id: string) => api.live.edit({ id, status: 'ended' }), {
    refreshes: aboutStreams,
    said: () => t('live.studio.cancelled'),
    done: () => setAsked(undefined),
  })
  return (
    <Panel title={t('live.studio.coming')}>
      <ul className="grid gap-4">
        {streams.map((stream) => (
          <li key={stream._id} className="grid gap-2">
            <Link to={`/live/${stream._id}`} className="text-15 font-semibold hover:underline">
              {stream.title}
            </Link>
            <p className="num text-13 text-muted">
              {stream.scheduledAt && t('live.startsAt', { when: writeComing(Date.parse(stream.scheduledAt), now, locale, timeZone) })}
              {stream.type === 'ticket' && ` · ${t('live.studio.sold', { count: stream.totalSold ?? 0 })}`}
            </p>
            <div className="flex gap-2">
              <Button size="sm" rank="second" loading={begin.during?.[0] === stream._id} onClick={() => void begin.act(stream._id)}>
                {t('live.studio.begin')}
              </Button>
              <Button size="sm" rank="text" onClick={() => setAsked(stream)}>
                {t('live.studio.cancel')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t('live.studio.cancel.title')}
        confirm={t('live.studio.cancel')}
        cancel={t('live.studio.cancel.keep')}
        onConfirm={() => asked && void cancel.act(asked._id)}
        loading={cancel.busy}
        danger
      >
        {t('live.studio.cancel.lead')}
      </ConfirmDialog>
    </Panel>
  )
}

/** What was shown, and what came of it. */
export function Past({ streams }: StreamsProps) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Panel title={t('live.studio.past')}>
      {streams.length === 0 && <p className="text-14 text-muted">{t('live.studio.noneYet')}</p>}
      <ul className="grid gap-4">
        {streams.map((stream) => (
          <li key={stream._id}>
            <p className="text-15 font-semibold">{stream.title}</p>
            <p className="num text-13 text-muted">
              {stream.endedAt && <RelativeTime at={stream.endedAt} now={now} />} ·{' '}
              {t(`live.studio.state.${stream.endedWhy ?? 'performer'}`)}
            </p>
            {stream.startedAt && (
              <p className="num text-13 text-muted">
                {t('live.studio.lasted', { time: lengthOf(stream) })} · {t('live.studio.most', { count: stream.viewerCount })}
                {stream.type === 'ticket' && ` · ${t('live.studio.sold', { count: stream.totalSold ?? 0 })}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function lengthOf({ startedAt, endedAt }: Stream): string {
  const { days, hours, minutes, seconds } = partsOf(Math.max(0, Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')))
  return `${days * 24 + Number(hours)}:${minutes}:${seconds}`
}
