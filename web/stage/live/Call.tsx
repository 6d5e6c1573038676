import { Camera, CameraOff, Mic, MicOff, Settings2, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { UserCard } from '#contract/people/person.ts'
import type { Stream } from '#contract/stage/live.ts'
import { useTranslation } from '#web/app/say.ts'
import type { Volume } from '#web/media/player/volume.ts'
import { Devices, Viewfinder } from '#web/stage/live/Devices.tsx'
import type { Sending } from '#web/stage/live/carrying.ts'
import { type Capture, useCapture } from '#web/stage/live/use-capture.ts'
import { SmallPicture } from '#web/stage/live/SmallPicture.tsx'
import { useSending } from '#web/stage/live/use-sending.ts'
import { useWatching } from '#web/stage/live/use-watching.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

/** The performer's side of a show for two: whom they face, and their own picture as it is sent. */
export function PerformersCall({ stream }: { stream: Stream }) {
  const { t } = useTranslation()
  const capture = useCapture()
  // What is pressed before the page is alive would be lost.
  const isHydrated = useIsHydrated()
  const { state } = useSending(stream._id, capture.stream, { wanted: capture.stream !== undefined, role: 'host' })
  return (
    <section aria-label={t('privateShow.call')} className="absolute inset-0 bg-black text-on-media">
      <Facing stream={stream} isWhole />
      {!capture.stream && (
        <div className="absolute inset-x-0 bottom-1/4 grid justify-items-center gap-4 px-6 text-center max-lg:bottom-1/2">
          <p className="rounded-full bg-media-chip px-4 py-2 text-15">{t('privateShow.call.camera.lead')}</p>
          <Button icon={<Camera />} disabled={!isHydrated} loading={capture.isOpening} onClick={() => void capture.open()}>
            {t('privateShow.call.camera.open')}
          </Button>
          <Devices capture={capture} />
        </div>
      )}
      <OwnPicture capture={capture} state={state} person={stream.performer} />
    </section>
  )
}

/** The guest of a show for two may be seen and heard as well, and may come without. */
export function GuestsCamera({ stream, guest }: { stream: Stream; guest: UserCard }) {
  const { t } = useTranslation()
  const capture = useCapture()
  // What is pressed before the page is alive would be lost.
  const isHydrated = useIsHydrated()
  const { state } = useSending(stream._id, capture.stream, { wanted: capture.stream !== undefined, role: 'guest' })
  return (
    <section aria-label={t('privateShow.call.own')} className="text-on-media">
      {!capture.stream && (
        <div className={cx(place, 'grid max-w-[240px] justify-items-start gap-2')}>
          <Button
            size="sm"
            rank="second"
            icon={<Camera />}
            disabled={!isHydrated}
            loading={capture.isOpening}
            onClick={() => void capture.open()}
          >
            {t('privateShow.call.camera.open')}
          </Button>
          {capture.no && <Devices capture={capture} />}
        </div>
      )}
      <OwnPicture capture={capture} state={state} person={guest} mayStop />
    </section>
  )
}

/** Away from what a player has on the right, and from the room below. */
const place = 'absolute start-3 top-40 z-20 lg:start-5 lg:top-auto lg:bottom-5'

function OwnPicture({
  capture,
  state,
  person,
  mayStop = false,
}: {
  capture: Capture
  state: Sending
  person: Pick<UserCard, 'name' | 'avatar'>
  mayStop?: boolean
}) {
  const { t } = useTranslation()
  const [devices, setDevices] = useState(false)
  const { isMuted, isCameraOff } = capture
  if (!capture.stream) return null
  return (
    <SmallPicture
      picture={
        <>
          <Viewfinder stream={capture.stream} />
          {isCameraOff && (
            <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black">
              <Avatar src={person.avatar} name={person.name} size={48} />
              <p className="text-12">{t('privateShow.call.cameraOff')}</p>
            </div>
          )}
          {state !== 'sending' && (
            <p role="status" className="absolute inset-x-0 bottom-0 bg-media-chip px-2 py-1 text-center text-12">
              {t(words[state])}
            </p>
          )}
        </>
      }
    >
      <div className="flex flex-wrap gap-1">
        <IconButton look="media" aria-pressed={isMuted} label={t(isMuted ? 'live.send.unmute' : 'live.send.mute')} onClick={capture.mute}>
          {isMuted ? <MicOff /> : <Mic />}
        </IconButton>
        <IconButton
          look="media"
          aria-pressed={isCameraOff}
          label={t(isCameraOff ? 'live.send.cameraOn' : 'live.send.cameraOff')}
          onClick={capture.turnCamera}
        >
          {isCameraOff ? <CameraOff /> : <Camera />}
        </IconButton>
        <IconButton look="media" label={t('privateShow.call.devices')} onClick={() => setDevices(true)}>
          <Settings2 />
        </IconButton>
        {mayStop && (
          <IconButton look="media" label={t('privateShow.call.stop')} onClick={capture.close}>
            <VideoOff />
          </IconButton>
        )}
      </div>
      <Sheet open={devices} onOpenChange={setDevices} title={t('privateShow.call.devices')}>
        <div className="grid gap-4 pb-2">
          <Devices capture={capture} />
        </div>
      </Sheet>
    </SmallPicture>
  )
}

/** What the guest of a show for two sends; where they send nothing, who they are. */
export function Facing({ stream, isWhole = false }: { stream: Stream; isWhole?: boolean }) {
  const { t } = useTranslation()
  const { guest } = stream
  return (
    <div
      className={cx(
        'grid place-items-center bg-black text-on-media',
        isWhole ? 'absolute inset-0' : cx(place, 'aspect-[4/3] w-44 overflow-hidden rounded-card'),
      )}
    >
      <GuestsPicture stream={stream} label={t('privateShow.call.other')} fit="contain">
        {guest && (
          <div className="grid justify-items-center gap-3 pb-40">
            <Avatar src={guest.avatar} name={guest.name} size={isWhole ? 96 : 48} />
            <p className="text-14">{t('privateShow.call.otherOff', { name: guest.name })}</p>
          </div>
        )}
      </GuestsPicture>
    </div>
  )
}

/** A performer who is on the stage as well, as everybody sees them: it fills what it stands in. @param sound as loud as what stands beside it */
export function GuestPerformer({ stream, guest, sound }: { stream: Stream; guest: UserCard; sound?: Volume }) {
  const { t } = useTranslation()
  const { name, username, avatar } = guest
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-black text-on-media">
      <div className="absolute grid justify-items-center gap-2 p-2 text-center">
        <Avatar src={avatar} name={name} size={48} />
        {!stream.isGuestOnAir && <p className="text-12">{t('live.guest.off', { name })}</p>}
      </div>
      <GuestsPicture stream={stream} label={t('live.guest.picture', { name })} fit="cover" sound={sound} />
      {stream.isGuestOnAir && (
        <Link
          to={`/${username}`}
          className="touch absolute bottom-2 start-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-full bg-media-chip py-1 pe-3 ps-1 text-13 focus-visible:outline-on-media"
        >
          <Avatar src={avatar} name={name} size={24} />
          <span className="truncate">{name}</span>
        </Link>
      )}
    </div>
  )
}

type GuestsPictureProps = { stream: Stream; label: string; fit: 'contain' | 'cover'; sound?: Volume | undefined; children?: ReactNode }

/** @param children what stands there while nothing is sent */
function GuestsPicture({ stream, label, fit, sound, children }: GuestsPictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { isGuestOnAir = false } = stream
  const state = useWatching(video, stream._id, { wanted: isGuestOnAir, role: 'facing' })
  useEffect(() => {
    const one = video.current
    if (!one || !isGuestOnAir) return
    // Where the browser lets nothing sound before a press, they are seen at least.
    const onThere = () =>
      void one.play().catch(() => {
        one.muted = true
        void one.play().catch(() => {})
      })
    one.addEventListener('loadedmetadata', onThere)
    return () => one.removeEventListener('loadedmetadata', onThere)
  }, [isGuestOnAir])
  const { level, muted = false } = sound ?? {}
  useEffect(() => {
    const one = video.current
    if (!one || !isGuestOnAir || level === undefined) return
    one.volume = level
    one.muted = muted
  }, [isGuestOnAir, level, muted])
  if (!isGuestOnAir) return children
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody can caption what is said this very moment
    <video
      ref={video}
      autoPlay
      playsInline
      aria-label={label}
      data-state={state}
      className={cx('relative size-full min-h-0', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}

const words = {
  off: 'live.send.connecting',
  connecting: 'live.send.connecting',
  sending: 'live.send.connecting',
  lost: 'live.send.lost',
  taken: 'live.send.taken',
  unavailable: 'live.unavailable',
} as const
