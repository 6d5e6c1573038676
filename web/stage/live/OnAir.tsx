import { Camera, CameraOff, Eye, Mic, MicOff, MonitorUp, MonitorX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { partsOf } from '#web/stage/live/countdown.ts'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { ShowBoard } from '#web/stage/live/ShowBoard.tsx'
import { RoomPane } from '#web/stage/live/RoomPane.tsx'
import { gradeOf, type NoDevice, useCapture, useSending } from '#web/stage/live/use-sending.ts'
import { useRoom } from '#web/stage/live/use-room.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Select } from '#web/ui/Select.tsx'

const beatMs = 30_000

/** On air: the picture as it is sent, how it gets through, and what people say. The page says every half a minute that it is there. */
export function OnAir({ stream }: { stream: Stream }) {
  const { t } = useTranslation()
  const me = useMember()
  const { _id: id, title, conversationId, startedAt = '' } = stream
  const capture = useCapture()
  const [isSending, wantsToSend] = useState(false)
  const { state, quality } = useSending(id, capture.stream, isSending)
  const beat = useBeat(id, startedAt)
  const room = useRoom(conversationId)
  const [asks, setAsks] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const end = useAct((api) => api.live.edit({ id, status: 'ended' }), { refreshes: aboutStreams, done: () => setAsks(false) })
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = capture.stream ?? null
  }, [capture.stream])
  const begin = async () => {
    setOpening(true)
    await capture.open()
    setOpening(false)
    wantsToSend(true)
  }
  const clock = partsOf(beat.lastedMs)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
      <Card className="overflow-hidden">
        <div className="relative grid aspect-video place-items-center bg-black text-on-media max-md:aspect-[3/4]">
          <video ref={video} autoPlay playsInline muted aria-label={t('live.send.preview')} className="size-full object-contain" />
          {!capture.stream && (
            <div className="absolute grid max-w-[360px] justify-items-center gap-3 p-5 text-center">
              <Button icon={<Camera />} loading={isOpening} onClick={() => void begin()}>
                {t('live.send.publish')}
              </Button>
              <p className="text-14">{t(isOpening ? 'live.send.loading' : beat.isOnAir ? 'live.send.onAir' : 'live.send.byEncoder')}</p>
            </div>
          )}
          <div className="absolute inset-x-0 top-0 flex items-center gap-3 bg-linear-to-b from-black/70 to-transparent p-3">
            <LiveBadge />
            <span className="num text-14">{`${clock.days * 24 + Number(clock.hours)}:${clock.minutes}:${clock.seconds}`}</span>
            <span className="num ml-auto inline-flex items-center gap-1.5 text-14">
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
          {capture.no && <NoCamera why={capture.no} again={() => void begin()} />}
          {capture.stream && (
            <>
              <Level stream={capture.stream} isMuted={capture.isMuted} />
              <div className="flex flex-wrap items-center gap-2">
                <IconButton
                  look="line"
                  aria-pressed={capture.isMuted}
                  label={t(capture.isMuted ? 'live.send.unmute' : 'live.send.mute')}
                  onClick={capture.mute}
                >
                  {capture.isMuted ? <MicOff /> : <Mic />}
                </IconButton>
                <IconButton
                  look="line"
                  aria-pressed={capture.isCameraOff}
                  label={t(capture.isCameraOff ? 'live.send.cameraOn' : 'live.send.cameraOff')}
                  onClick={capture.turnCamera}
                >
                  {capture.isCameraOff ? <CameraOff /> : <Camera />}
                </IconButton>
                <IconButton
                  look="line"
                  aria-pressed={capture.isSharing}
                  label={t(capture.isSharing ? 'live.send.screenStop' : 'live.send.screen')}
                  onClick={() => void capture.share()}
                  className="max-md:hidden"
                >
                  {capture.isSharing ? <MonitorX /> : <MonitorUp />}
                </IconButton>
              </div>
              <div className="grid gap-3 md:grid-cols-2">
                <Choice
                  label={t('live.send.camera')}
                  of={capture.devices.cameras}
                  value={capture.cameraId}
                  onChange={(cameraId) =>
                    void capture.open({ cameraId, ...(capture.microphoneId && { microphoneId: capture.microphoneId }) })
                  }
                />
                <Choice
                  label={t('live.send.microphone')}
                  of={capture.devices.microphones}
                  value={capture.microphoneId}
                  onChange={(microphoneId) => void capture.open({ microphoneId, ...(capture.cameraId && { cameraId: capture.cameraId }) })}
                />
              </div>
            </>
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
        <RoomPane state={room} performer={{ _id: me._id, name: me.name, username: me.username }} />
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

function NoCamera({ why, again }: { why: NoDevice; again: () => void }) {
  const { t } = useTranslation()
  return (
    <RefusedState
      look="inline"
      what={t(`live.send.${why}`)}
      why={t(`live.send.${why}.why`)}
      actions={
        <Button size="sm" rank="second" onClick={again}>
          {t('live.send.again')}
        </Button>
      }
    />
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
