import { Camera, CameraOff, Mic, MicOff, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { useTranslation } from '#web/app/say.ts'
import { Devices, Viewfinder } from '#web/stage/live/Devices.tsx'
import { useCapture } from '#web/stage/live/use-capture.ts'
import { useSending } from '#web/stage/live/use-sending.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

/** The performer's side of a show for two: their own picture as it is sent, and what they do with camera and microphone. */
export function Call({ stream }: { stream: Stream }) {
  const { t } = useTranslation()
  const capture = useCapture()
  const [devices, setDevices] = useState(false)
  const { state } = useSending(stream._id, capture.stream, capture.stream !== undefined)
  const { guest, performer } = stream
  const { isMuted, isCameraOff } = capture
  return (
    <section aria-label={t('privateShow.call.own')} className="absolute inset-0 bg-black text-on-media">
      {capture.stream && <Viewfinder stream={capture.stream} />}
      {capture.stream && isCameraOff && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black">
          <Avatar src={performer.avatar} name={performer.name} size={96} />
          <p className="text-14 opacity-80">{t('privateShow.call.cameraOff')}</p>
        </div>
      )}
      {!capture.stream && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 px-6 text-center">
          {guest && <Avatar src={guest.avatar} name={guest.name} size={96} />}
          <p className="text-15">{t('privateShow.call.camera.lead')}</p>
          <Button icon={<Camera />} loading={capture.isOpening} onClick={() => void capture.open()}>
            {t('privateShow.call.camera.open')}
          </Button>
          <Devices capture={capture} />
        </div>
      )}
      {capture.stream && (
        <div className="absolute right-3 bottom-3 z-20 flex items-center gap-2 max-lg:top-16 max-lg:bottom-auto max-lg:flex-col">
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
        </div>
      )}
      {capture.stream && state !== 'sending' && (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-0 top-1/2 mx-auto w-fit rounded-full bg-media-chip px-5 py-3 text-15"
        >
          {t(words[state])}
        </p>
      )}
      <Sheet open={devices} onOpenChange={setDevices} title={t('privateShow.call.devices')}>
        <div className="grid gap-4 pb-2">
          <Devices capture={capture} />
        </div>
      </Sheet>
    </section>
  )
}

const words = {
  off: 'live.send.connecting',
  connecting: 'live.send.connecting',
  lost: 'live.send.lost',
  taken: 'live.send.taken',
  unavailable: 'live.unavailable',
} as const
