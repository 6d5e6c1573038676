import { Disc, Eye, Gift, X } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Refused } from '#contract/client.ts'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useMe, useNow, useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { useOpening } from '#web/catalogue/works/unlock/opening.tsx'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { partsOf, useCountdown } from '#web/stage/live/countdown.ts'
import { Goal } from '#web/stage/live/Goal.tsx'
import { Over } from '#web/stage/live/Over.tsx'
import { Player } from '#web/stage/live/Player.tsx'
import { type Joined, joined as asked, showOf, wayOf } from '#web/stage/live/queries.ts'
import { ReminderButton } from '#web/stage/live/ReminderButton.tsx'
import { RoomPane } from '#web/stage/live/RoomPane.tsx'
import { Said } from '#web/stage/live/Said.tsx'
import { ShowPoll } from '#web/stage/live/ShowPoll.tsx'
import { TipAlerts } from '#web/stage/live/TipAlerts.tsx'
import { useGoal } from '#web/stage/live/use-goal.ts'
import { useHeard } from '#web/stage/live/use-heard.ts'
import { useLooks } from '#web/stage/live/use-looks.ts'
import { useMeter } from '#web/stage/live/use-meter.ts'
import { useRoom } from '#web/stage/live/use-room.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Name } from '#web/ui/Name.tsx'
import { lazy } from '#web/ui/network.ts'
import { writeComing, writeRelative } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const AskPrivate = lazy(() => import('#web/stage/live/AskPrivate.tsx').then((file) => ({ default: file.AskPrivate })))
const PerformersCall = lazy(() => import('#web/stage/live/Call.tsx').then((file) => ({ default: file.PerformersCall })))
const GuestsCamera = lazy(() => import('#web/stage/live/Call.tsx').then((file) => ({ default: file.GuestsCamera })))
const Facing = lazy(() => import('#web/stage/live/Call.tsx').then((file) => ({ default: file.Facing })))
const GuestPerformer = lazy(() => import('#web/stage/live/Call.tsx').then((file) => ({ default: file.GuestPerformer })))
const EnterByMinute = lazy(() => import('#web/stage/live/EnterByMinute.tsx').then((file) => ({ default: file.EnterByMinute })))
const MeterBar = lazy(() => import('#web/stage/live/MeterBar.tsx').then((file) => ({ default: file.MeterBar })))
const ShowTip = lazy(() => import('#web/stage/live/ShowTip.tsx').then((file) => ({ default: file.ShowTip })))

export { shouldRevalidate } from '#web/catalogue/works/unlock/resuming.ts'

export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['streamId'] ?? ''
  return { id, loaded: await load(args, asked(id)) }
}

/** How often the page asks how its stream stands; while its room is heard, seldom. */
const lookMs = { live: 10_000, scheduled: 15_000, ended: undefined } as const
const heardLookMs = 60_000

/** A stream: its picture, what is said beside it, and what stands in between. */
export function Component() {
  const { id, loaded } = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { t } = useTranslation()
  const { data = loaded, error, mutate } = useQuery(asked(id), loaded)
  const isHeard = useHeard(data.conversationId, (viewerCount) => {
    void mutate({ ...data, viewerCount, stream: { ...data.stream, viewerCount } }, { revalidate: false })
  })
  useLooks('live.join', isHeard && data.stream.status === 'live' ? heardLookMs : lookMs[data.stream.status])
  // Whom it is not for any more (a block, a ban, a takedown) is told what anybody is told.
  if (error instanceof Refused && error.status === 404) throw error
  const { stream } = data
  return (
    <>
      <title>{`${stream.title} · ${stream.performer.name} · ${siteName}`}</title>
      <meta name="description" content={t('live.title')} />
      <Watch key={stream._id} joined={data} again={() => void mutate()} />
    </>
  )
}

function Watch({ joined, again }: { joined: Joined; again: () => void }) {
  const { t } = useTranslation()
  const { stream, canWatch, conversationId } = joined
  const { performer, status, isOnAir } = stream
  const room = useRoom(status === 'live' || joined.hasTicket ? conversationId : undefined)
  const [isPlaying, setPlaying] = useState(false)
  const onIsPlaying = useCallback((is: boolean) => setPlaying(is), [])
  const shows = status === 'live' && canWatch
  const goal = useGoal(stream._id, stream.tipGoal)
  const me = useMe()
  const mayTip = shows && isPlaying && !me?.isPerformer && !me?.roles.includes('staff')
  const meter = useMeter(stream)
  // A performer is on their own page of a show for two, and sends from it.
  const isCall = stream.type === 'private' && me?.performerId === performer._id && shows
  const isGuest = shows && stream.meter?.role === 'guest' && stream.guest !== undefined
  const isOnStage = shows && stream.invitation === 'agreed' && stream.guestPerformer !== undefined
  // Whoever is on the stage themselves sees their own picture in its place.
  const guest = shows && isOnAir && stream.isGuestOnAir && !isOnStage ? stream.guestPerformer : undefined
  const looksOn = shows && stream.type === 'private' && (me?.roles.includes('staff') ?? false) && stream.isGuestOnAir
  const hasRoom = conversationId !== undefined && status === 'live'
  const over = (
    <>
      <div className="absolute inset-x-0 top-0 z-20 bg-linear-to-b from-black/70 to-transparent px-3 pt-3 pb-10 lg:px-5 lg:pt-4">
        <Head stream={stream} again={again} />
      </div>
      {shows && <TipAlerts lines={room.lines} />}
      {shows && meter && stream.type !== 'ticket' && (
        <div className="absolute inset-x-3 top-20 z-20 mx-auto max-w-[420px] max-lg:end-16 lg:top-24 lg:end-auto lg:start-5">
          <Suspense fallback={null}>
            <MeterBar stream={stream} meter={meter} onLeft={again} />
          </Suspense>
        </div>
      )}
      {!(shows && (isOnAir || isCall)) && (
        <div className="absolute inset-0 z-10 grid place-items-center overflow-y-auto px-5 pt-24 pb-8 text-center text-on-media">
          <Between joined={joined} again={again} />
        </div>
      )}
    </>
  )
  return (
    <main className={cx('grid h-dvh grid-cols-[minmax(0,1fr)] bg-black', hasRoom && 'lg:grid-cols-[minmax(0,1fr)_372px]')}>
      <div className="relative min-h-0 overflow-hidden" data-theme="dark">
        {isCall ? (
          <Suspense fallback={null}>
            <PerformersCall stream={stream} />
            {over}
          </Suspense>
        ) : (
          <Player
            streamId={stream._id}
            wanted={shows && isOnAir}
            onIsPlaying={onIsPlaying}
            beside={
              guest &&
              ((sound) => (
                <Suspense fallback={null}>
                  <GuestPerformer stream={stream} guest={guest} sound={sound} />
                </Suspense>
              ))
            }
          >
            {over}
            <Suspense fallback={null}>
              {isGuest && stream.guest && <GuestsCamera stream={stream} guest={stream.guest} />}
              {looksOn && <Facing stream={stream} />}
              {isOnStage && stream.guestPerformer && <GuestsCamera stream={stream} guest={stream.guestPerformer} />}
            </Suspense>
          </Player>
        )}
        {hasRoom && (
          <div className="absolute inset-x-0 bottom-0 z-20 flex h-[46%] flex-col justify-end bg-linear-to-t from-black/80 to-transparent lg:hidden">
            {goal && (
              <div className="px-4 pt-2">
                <Goal goal={goal} onMedia />
              </div>
            )}
            {joined.poll && (
              <div className="grid pt-2">
                <ShowPoll poll={joined.poll} performer={performer} isOver />
              </div>
            )}
            <RoomPane
              state={room}
              performer={performer}
              isOver
              aside={mayTip && <TipButton stream={stream} menu={joined.menu} look="media" />}
            />
          </div>
        )}
      </div>
      {hasRoom && (
        <aside aria-label={t('live.chat')} className="flex min-h-0 flex-col bg-bg max-lg:hidden">
          <h2 className="border-b border-line px-5 py-4 text-16">{t('live.chat')}</h2>
          {goal && (
            <div className="border-b border-line px-5 py-4">
              <Goal goal={goal} />
            </div>
          )}
          {joined.poll && <ShowPoll poll={joined.poll} performer={performer} />}
          <RoomPane state={room} performer={performer} aside={mayTip && <TipButton stream={stream} menu={joined.menu} look="plain" />} />
        </aside>
      )}
    </main>
  )
}

function Head({ stream, again }: { stream: Stream; again: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const { performer, viewerCount, status, startedAt, title } = stream
  const isStaff = me?.roles.includes('staff') ?? false
  const isOwn = me?.performerId === performer._id
  const isHydrated = useIsHydrated()
  const [cuts, setCuts] = useState(false)
  const { entry, sheet } = useReport({ target: 'stream', id: stream._id })
  const cut = useAct((api) => api.live.cut({ id: stream._id }), { refreshes: ['live.join'], done: () => (setCuts(false), again()) })
  return (
    <header className="flex flex-wrap items-center gap-2 text-on-media md:gap-3">
      <IconButton look="media" label={t('live.close')} to="/live">
        <X />
      </IconButton>
      <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} size={40} />
      <div className="min-w-0 flex-1">
        <Name verified={performer.isVerified} to={`/${performer.username}`}>
          {performer.name}
        </Name>
        <h1 className="truncate text-14 font-normal">
          {title || t(`live.type.${stream.type}`)}
          {stream.guestPerformer && ` · ${t('live.guest.with', { name: stream.guestPerformer.name })}`}
          {status === 'live' && startedAt && (
            <span className="num opacity-80 max-md:hidden">
              {' '}
              · {t('live.since', { when: writeRelative(Date.parse(startedAt), now, locale, timeZone) })}
            </span>
          )}
        </h1>
      </div>
      {status === 'live' && <LiveBadge />}
      {/* On a phone what follows has a line of its own. */}
      <span className="order-last w-full md:hidden" />
      {status === 'live' && stream.isRecorded && (
        <span className="max-md:order-last">
          <MediaChip>
            <Disc aria-hidden="true" className="me-1.5 inline size-4" />
            {t('live.record.on')}
          </MediaChip>
        </span>
      )}
      {status === 'live' && (
        <MediaChip>
          <span className="num inline-flex items-center gap-1.5" title={t('live.viewers', { count: viewerCount })}>
            <Eye aria-hidden="true" className="size-4" />
            <span aria-hidden="true">{viewerCount}</span>
            <span className="sr-only">{t('live.viewers', { count: viewerCount })}</span>
          </span>
        </MediaChip>
      )}
      {!isOwn && stream.type !== 'private' && status === 'live' && isHydrated && (
        <span className="max-md:order-last">
          <Suspense fallback={null}>
            <AskPrivate performer={performer} />
          </Suspense>
        </span>
      )}
      {!isOwn && (
        <Menu
          entries={[
            ...(isStaff && status === 'live' ? [{ label: t('live.staff.cut'), danger: true, onChoose: () => setCuts(true) }] : []),
            entry,
          ]}
        />
      )}
      {isStaff && status === 'live' && <p className="w-full text-13">{t('live.staff.unseen')}</p>}
      {sheet}
      <ConfirmDialog
        open={cuts}
        onOpenChange={setCuts}
        title={t('live.staff.cut.title')}
        confirm={t('live.staff.cut')}
        cancel={t('live.staff.cut.cancel')}
        onConfirm={() => void cut.act()}
        loading={cut.busy}
        danger
      >
        {t('live.staff.cut.lead')}
      </ConfirmDialog>
    </header>
  )
}

function TipButton({ stream, menu = [], look }: { stream: Stream; menu: Joined['menu']; look: 'media' | 'plain' }) {
  const { t } = useTranslation()
  const [tips, setTips] = useState<boolean>()
  return (
    <>
      {look === 'media' ? (
        <IconButton look="media" label={t('live.tip')} onClick={() => setTips(true)}>
          <Gift />
        </IconButton>
      ) : (
        <Button icon={<Gift className="size-4" />} onClick={() => setTips(true)}>
          {t('live.tip')}
        </Button>
      )}
      {tips !== undefined && (
        <Suspense>
          <ShowTip stream={stream} menu={menu} open={tips} onOpenChange={setTips} />
        </Suspense>
      )}
    </>
  )
}

/** What is there instead of a picture: the way in, the wait, or the end. */
function Between({ joined, again }: { joined: Joined; again: () => void }) {
  const { t } = useTranslation()
  const { stream, reason } = joined
  const { performer, status } = stream
  if (status === 'ended') return <Over joined={joined} />
  return (
    <div className="grid max-w-[440px] justify-items-center gap-6">
      {status === 'scheduled' && <Waits joined={joined} />}
      {reason === 'per_minute' ? (
        <Suspense fallback={null}>
          <EnterByMinute joined={joined} again={again} />
        </Suspense>
      ) : reason === undefined ? (
        status === 'live' && <Said title={t('live.comes.title')}>{t('live.comes.lead', { name: performer.name })}</Said>
      ) : (
        <WayIn joined={joined} again={again} />
      )}
    </div>
  )
}

function Waits({ joined: { stream, hasTicket } }: { joined: Joined }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const { scheduledAt, performer } = stream
  const left = useCountdown(scheduledAt)
  if (!scheduledAt) return null
  const { days, ...clock } = partsOf(left)
  return (
    <Said title={t('live.waits.title')} action={<ReminderButton stream={stream} />}>
      {left > 0 ? (
        <>
          <span className="stage-figure num my-3 block text-40 leading-none!" aria-hidden="true">
            {days > 0 && <span className="me-3">{t('live.countdown.days', { count: days })}</span>}
            {t('live.countdown.hms', clock)}
          </span>
          {t('live.waits.lead', { when: writeComing(Date.parse(scheduledAt), now, locale, timeZone) })}
          {stream.isRecorded && <span className="mt-2 block text-14">{t('live.record.will')}</span>}
        </>
      ) : (
        t('live.waits.late', { name: performer.name })
      )}
      {hasTicket && <span className="mt-2 block font-semibold">{t('live.waits.ticket')}</span>}
    </Said>
  )
}

/** One sentence of what it takes, and the one act that brings it: the same as for any locked work. */
function WayIn({ joined: { stream, reason }, again }: { joined: Joined; again: () => void }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const resume = useResumes()
  const words = {
    act: t('live.ticket.act', { amount: number(stream.price) }),
    title: t('live.ticket.title', { title: stream.title }),
    keeps: t('live.ticket.keeps'),
    topsUp: t('live.ticket.then'),
  }
  const opening = useOpening(showOf(stream), { way: wayOf(stream._id), what: t('live.ticket.what'), resume, onOpened: again, words })
  if (reason === undefined || reason === 'ended') return null
  return (
    <Said
      title={t(`live.locked.${reason}`)}
      action={
        <>
          {opening.action}
          {opening.sheets}
        </>
      }
    >
      {reason === 'ticket' && (
        <>
          <span className="num block text-text">{t('live.price', { amount: number(stream.price) })}</span>
          {t('live.ticket.note')}
        </>
      )}
    </Said>
  )
}
