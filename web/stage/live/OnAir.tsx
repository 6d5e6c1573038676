import { Camera, Eye, Radio } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { partsOf } from '#web/stage/live/countdown.ts'
import { Devices, Viewfinder } from '#web/stage/live/Devices.tsx'
import { aboutStreams, joined } from '#web/stage/live/queries.ts'
import { ShowPoll } from '#web/stage/live/ShowPoll.tsx'
import { ShowBoard } from '#web/stage/live/ShowBoard.tsx'
import { RoomPane } from '#web/stage/live/RoomPane.tsx'
import type { Capture } from '#web/stage/live/use-capture.ts'
import { gradeOf, useSending } from '#web/stage/live/use-sending.ts'
import { useRoom } from '#web/stage/live/use-room.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { lazy } from '#web/ui/network.ts'

const GuestPerformer = lazy(() => import('#web/stage/live/Call.tsx').then((file) => ({ default: file.GuestPerformer })))

const beatMs = 30_000
/** The room's hints tell of most of it; this finds what they missed. */
const lookMs = 15_000

/**
 * On air: the picture as it is sent, how it gets through, and what people say. The page says every half a minute that it is there.
 * Whoever looked at themselves before they went live is sent at once; else nothing is, before they say so.
 */
export function OnAir({ stream, capture }: { stream: Stream; capture: Capture }) {
  const { t } = useTranslation()
  const me = useMember()
  // What is pressed before the page is alive would be lost.
  const isHydrated = useIsHydrated()
  const { _id: id, title, conversationId, startedAt = '' } = stream
  const [isSending, wantsToSend] = useState(capture.stream !== undefined)
  const { state, quality } = useSending(id, capture.stream, { wanted: isSending, role: 'host' })
  const beat = useBeat(id, startedAt)
  const room = useRoom(conversationId)
  const { data } = useQuery(joined(id), undefined, { refreshInterval: lookMs })
  const own = { _id: me._id, name: me.name, username: me.username }
  const [asks, setAsks] = useState(false)
  const end = useAct((api) => api.live.edit({ id, status: 'ended' }), { refreshes: aboutStreams, done: () => setAsks(false) })
  const clock = partsOf(beat.lastedMs)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
      <Card className="overflow-hidden">
        <div data-theme="dark" className="relative grid aspect-video place-items-center bg-black text-on-media max-md:aspect-[3/4]">
          <Viewfinder stream={capture.stream} />
          {!capture.stream && (
            <div className="absolute grid max-w-[360px] justify-items-center gap-3 p-5 text-center">
              <Button
                icon={<Camera />}
                disabled={!isHydrated}
                loading={capture.isOpening}
                onClick={() => {
                  wantsToSend(true)
                  void capture.open()
                }}
              >
                {t('live.send.publish')}
              </Button>
              <Button rank="second" size="sm" disabled={!isHydrated || capture.isOpening} onClick={() => void capture.open()}>
                {t('live.send.try')}
              </Button>
              <p className="text-14">
                {t(capture.isOpening ? 'live.send.loading' : beat.isOnAir ? 'live.send.onAir' : 'live.send.byEncoder')}
              </p>
            </div>
          )}
          {data?.stream.guestPerformer && (
            <Suspense fallback={null}>
              <div className="absolute end-3 bottom-3 aspect-[4/3] w-36 overflow-hidden rounded-card">
                <GuestPerformer stream={data.stream} guest={data.stream.guestPerformer} />
              </div>
            </Suspense>
          )}
          <div className="absolute inset-x-0 top-0 flex items-center gap-3 bg-linear-to-b from-black/70 to-transparent p-3">
            <LiveBadge />
            <span className="num text-14">{`${clock.days * 24 + Number(clock.hours)}:${clock.minutes}:${clock.seconds}`}</span>
            <span className="num ms-auto inline-flex items-center gap-1.5 text-14">
              <Eye aria-hidden="true" className="size-4" />
              {t('live.viewers', { count: beat.viewerCount })}
            </span>
          </div>
        </div>
        <div className="grid gap-4 p-4 md:p-5">
          <h2 className="stage-name text-18">{title}</h2>
          <p role="status" className="text-15">
            {isSending && state !== 'off' ? (
              <>
                <b>{t(stateWords[state])}</b>
                {state === 'sending' && quality && (
                  <span className="num block text-13 text-muted">
                    {t(`live.send.quality.${gradeOf(quality)}`)} ·{' '}
                    {t('live.send.figures', { kbits: quality.kbits, loss: quality.loss, ms: quality.roundTripMs })}
                  </span>
                )}
              </>
            ) : (
              beat.isOnAir && t('live.send.onAir')
            )}
          </p>
          <Devices capture={capture} />
          {capture.stream && !isSending && (
            <Button icon={<Radio />} className="justify-self-start" onClick={() => wantsToSend(true)}>
              {t('live.send.begin')}
            </Button>
          )}
          <div className="flex flex-wrap gap-3">
            <Button rank="danger" onClick={() => setAsks(true)}>
              {t('live.send.end')}
            </Button>
            <Button rank="second" to={`/live/${id}`}>
              {t('live.studio.watch')}
            </Button>
          </div>
        </div>
      </Card>
      <Card className="flex h-[560px] min-h-0 flex-col overflow-hidden xl:h-auto xl:max-h-[calc(100dvh-140px)]">
        <h2 className="border-b border-line px-5 py-3 text-16">{t('live.chat')}</h2>
        {data?.poll && <ShowPoll poll={data.poll} performer={own} />}
        <RoomPane state={room} performer={own} />
      </Card>
      <ShowBoard stream={stream} roomId={conversationId} />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('live.send.end.title')}
        confirm={t('live.send.end')}
        cancel={t('live.send.end.cancel')}
        onConfirm={() => void end.act()}
        loading={end.busy}
        danger
      >
        {t('live.send.end.lead')}
      </ConfirmDialog>
    </div>
  )
}

const stateWords = {
  off: 'live.send.connecting',
  connecting: 'live.send.connecting',
  sending: 'live.send.onAir',
  lost: 'live.send.lost',
  taken: 'live.send.taken',
  unavailable: 'live.unavailable',
} as const

/** Says that the page is there, and hears how many watch. */
function useBeat(streamId: string, startedAt: string): { viewerCount: number; isOnAir: boolean; lastedMs: number } {
  const api = useApi()
  const [said, setSaid] = useState({ viewerCount: 0, isOnAir: false })
  const [lastedMs, setLasted] = useState(0)
  useEffect(() => {
    const began = Date.parse(startedAt)
    const lasted = () => Math.max(0, Date.now() - began)
    const say = () =>
      void api.live.beat({ streamId, duration: Math.floor(lasted() / 1000) }).then(
        ({ viewerCount, isOnAir }) => setSaid({ viewerCount, isOnAir }),
        // The next one is said in half a minute; when it is over the page hears of it.
        () => {},
      )
    say()
    // Sooner at first: whoever begins wants to see that they are seen.
    const soon = [3000, 8000, 15_000].map((ms) => setTimeout(say, ms))
    const [beats, ticks] = [setInterval(say, beatMs), setInterval(() => setLasted(lasted()), 1000)]
    return () => {
      soon.forEach(clearTimeout)
      clearInterval(beats)
      clearInterval(ticks)
    }
  }, [api, streamId, startedAt])
  return { ...said, lastedMs }
}
