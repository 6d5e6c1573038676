import { Camera, CameraOff, Mic, MicOff, MonitorUp, MonitorX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Capture } from '#web/stage/live/use-capture.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Select } from '#web/ui/Select.tsx'

/** What the camera sees, as it is or would be sent. Nobody hears themselves. */
export function Viewfinder({ stream }: Pick<Capture, 'stream'>) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  return <video ref={video} autoPlay playsInline muted aria-label={t('live.send.preview')} className="size-full object-contain" />
}

/** Camera and microphone: what is amiss with them, how loud one is, which are on and which ones they are. */
export function Devices({ capture }: { capture: Capture }) {
  const { t } = useTranslation()
  const { stream, isMuted, isCameraOff, isSharing, cameras, microphones, cameraId, microphoneId } = capture
  const hasPicture = (stream?.getVideoTracks().length ?? 0) > 0
  const hasSound = (stream?.getAudioTracks().length ?? 0) > 0
  return (
    <>
      <Amiss capture={capture} />
      {stream && (
        <>
          {hasSound && <Level stream={stream} isMuted={isMuted} />}
          <div className="flex flex-wrap items-center gap-2">
            {hasSound && (
              <IconButton
                look="line"
                aria-pressed={isMuted}
                label={t(isMuted ? 'live.send.unmute' : 'live.send.mute')}
                onClick={capture.mute}
              >
                {isMuted ? <MicOff /> : <Mic />}
              </IconButton>
            )}
            {hasPicture && (
              <IconButton
                look="line"
                aria-pressed={isCameraOff}
                label={t(isCameraOff ? 'live.send.cameraOn' : 'live.send.cameraOff')}
                onClick={capture.turnCamera}
              >
                {isCameraOff ? <CameraOff /> : <Camera />}
              </IconButton>
            )}
            <IconButton
              look="line"
              aria-pressed={isSharing}
              label={t(isSharing ? 'live.send.screenStop' : 'live.send.screen')}
              onClick={() => void capture.share()}
              className="max-md:hidden"
            >
              {isSharing ? <MonitorX /> : <MonitorUp />}
            </IconButton>
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice label={t('live.send.camera')} of={cameras} value={cameraId} onChange={(id) => void capture.chooseCamera(id)} />
            <Choice
              label={t('live.send.microphone')}
              of={microphones}
              value={microphoneId}
              onChange={(id) => void capture.chooseMicrophone(id)}
            />
          </div>
        </>
      )}
    </>
  )
}

/** What does not work, why, and the way on. */
function Amiss({ capture }: { capture: Capture }) {
  const { t } = useTranslation()
  const { no, noSound, gone, kept, stream } = capture
  const again = (words: 'live.send.again' | 'live.send.reopen', act: () => Promise<void>) => (
    <Button size="sm" rank="second" loading={capture.isOpening} onClick={() => void act()}>
      {t(words)}
    </Button>
  )
  return (
    <>
      {no && (
        <RefusedState
          look="inline"
          what={t(`live.send.${no}`)}
          why={t(`live.send.${no}.why`)}
          actions={again('live.send.again', stream ? capture.chooseCamera : capture.open)}
        />
      )}
      {noSound && (
        <RefusedState
          look="inline"
          what={t('live.send.noSound')}
          why={t(`live.send.noSound.${noSound}`)}
          actions={again('live.send.again', capture.chooseMicrophone)}
        />
      )}
      {gone && (
        <RefusedState
          look="inline"
          what={t(`live.send.gone.${gone}`)}
          why={t('live.send.gone.why')}
          actions={again('live.send.reopen', gone === 'camera' ? capture.chooseCamera : capture.chooseMicrophone)}
        />
      )}
      {kept && (
        <p role="status" className="text-14 text-muted">
          {t(`live.send.kept.${kept}`)}
        </p>
      )}
    </>
  )
}

type ChoiceProps = { label: string; of: readonly MediaDeviceInfo[]; value: string | undefined; onChange: (id: string) => void }

function Choice({ label, of, value, onChange }: ChoiceProps) {
  if (of.length < 2) return null
  const options = of.map(({ deviceId, label: name }, place) => ({ value: deviceId, label: name || `${label} ${place + 1}` }))
  return <Select label={label} options={options} value={value} onChange={onChange} />
}

/** Ten small lights that move with the voice: whoever speaks sees that they are heard. */
function Level({ stream, isMuted }: { stream: MediaStream; isMuted: boolean }) {
  const { t } = useTranslation()
  const [loud, setLoud] = useState(0)
  const level = isMuted ? 0 : loud
  useEffect(() => {
    const [sound] = stream.getAudioTracks()
    if (!sound || isMuted) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(new MediaStream([sound])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const look = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const loudness = Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length)
      // From -60 dB to full.
      setLoud(Math.max(0, Math.min(10, Math.round((20 * Math.log10(loudness + 1e-6) + 60) / 6))))
    }, 100)
    return () => {
      clearInterval(look)
      void context.close()
    }
  }, [stream, isMuted])
  return (
    <div
      role="meter"
      aria-label={t('live.send.level')}
      aria-valuemin={0}
      aria-valuemax={10}
      aria-valuenow={level}
      className="flex h-2 gap-1"
    >
      {Array.from({ length: 10 }, (_each, place) => (
        <i key={place} className={`flex-1 rounded-full transition-colors ${place < level ? 'bg-house' : 'bg-well'}`} />
      ))}
    </div>
  )
}
