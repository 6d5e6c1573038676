import { Link } from 'react-router'
import type { Stream } from '#contract/stage/live.ts'
import { Suspense, useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Kept } from '#web/stage/live/Kept.tsx'
import { aboutStreams, own } from '#web/stage/live/queries.ts'
import { partsOf } from '#web/stage/live/countdown.ts'
import { GuestSheet, Invited } from '#web/stage/live/GuestSheet.tsx'
import { useLooks } from '#web/stage/live/use-looks.ts'
import { type After, type Paged, Pages } from '#web/app/Pages.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazy } from '#web/ui/network.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const EditStream = lazy(() => import('#web/stage/live/EditStream.tsx').then((file) => ({ default: file.EditStream })))

/** Between two looks for the answer of whoever was invited. */
const answerLookMs = 15_000

type StreamsProps = { streams: readonly Stream[] }

/** What was announced: begun by a press, or called off. */
export function Announced({ streams }: StreamsProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const [asked, setAsked] = useState<Stream>()
  // It stays drawn while its sheet goes.
  const [edited, setEdited] = useState<{ stream: Stream; open: boolean }>()
  const [inviting, setInviting] = useState<Stream>()
  // An answer of theirs is told to nobody's screen before the show has a room.
  useLooks('live.own', streams.some(({ invited }) => invited?.state === 'asked') ? answerLookMs : undefined)
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
              {(stream.totalSold ?? 0) > 0 && ` · ${t('live.studio.sold', { count: stream.totalSold ?? 0 })}`}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" rank="second" loading={begin.during?.[0] === stream._id} onClick={() => void begin.act(stream._id)}>
                {t('live.studio.begin')}
              </Button>
              <Button size="sm" rank="second" onClick={() => setEdited({ stream, open: true })}>
                {t('live.studio.edit')}
              </Button>
              {stream.type !== 'group' && !stream.invited && (
                <Button size="sm" rank="second" onClick={() => setInviting(stream)}>
                  {t('live.guest.invite')}
                </Button>
              )}
              <Button size="sm" rank="text" onClick={() => setAsked(stream)}>
                {t('live.studio.cancel')}
              </Button>
            </div>
            {stream.invited && <Invited id={stream._id} invited={stream.invited} />}
          </li>
        ))}
      </ul>
      {edited && (
        <Suspense>
          <EditStream
            key={edited.stream._id}
            stream={edited.stream}
            open={edited.open}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
      {inviting && <GuestSheet stream={inviting} onClose={() => setInviting(undefined)} />}
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

const page = 10

/** The newest ones first; further ones come as somebody reads on. */
export const past = ({ offset }: After) => own({ status: 'ended', limit: page, offset })

/** What was shown, and what came of it. */
export function Past({ loaded }: { loaded: Paged<Stream> }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Panel title={t('live.studio.past')}>
      <Pages
        query={past}
        loaded={loaded}
        waiting={<RowsSkeleton />}
        empty={<p className="text-14 text-muted">{t('live.studio.noneYet')}</p>}
        draw={(streams, first) => (
          <ul className={cx('grid gap-4', !first && 'mt-4')}>
            {streams.map((stream) => (
              <li key={stream._id}>
                <p className="text-15 font-semibold">{stream.title}</p>
                <p className="num text-13 text-muted">
                  {stream.endedAt && <RelativeTime at={stream.endedAt} now={now} />} ·{' '}
                  {t(`live.studio.state.${stream.endedWhy ?? 'performer'}`)}
                </p>
                {(stream.type === 'private' || stream.type === 'group') && (
                  <Link to={`/live/${stream._id}/receipt`} className="touch text-13 text-link">
                    {t('privateShow.end.receipt')}
                  </Link>
                )}
                {stream.startedAt && stream.recording && <Kept recording={stream.recording} />}
                {stream.startedAt && (
                  <p className="num text-13 text-muted">
                    {t('live.studio.lasted', { time: lengthOf(stream) })}
                    {stream.viewerCount > 0 && ` · ${t('live.studio.most', { count: stream.viewerCount })}`}
                    {(stream.totalSold ?? 0) > 0 && ` · ${t('live.studio.sold', { count: stream.totalSold ?? 0 })}`}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      />
    </Panel>
  )
}

function lengthOf({ startedAt, endedAt }: Stream): string {
  const { days, hours, minutes, seconds } = partsOf(Math.max(0, Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')))
  return `${days * 24 + Number(hours)}:${minutes}:${seconds}`
}
