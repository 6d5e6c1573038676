// Sending from the browser: what is sent, how it gets through, and the connection that is made again when it breaks.
import { useEffect, useRef, useState } from 'react'
import type { Api } from '#contract/client.ts'
import type { MediaGrant, MediaRole } from '#contract/stage/live.ts'
import { useApi, useBoot } from '#web/app/session.tsx'
import { type Quality, type Replace, type Sending, watchQuality } from '#web/stage/live/carrying.ts'
import { negotiate } from '#web/stage/live/negotiating.ts'
import { giveUpInSilence, packetsIn } from '#web/stage/live/silence.ts'
import { keepTrying } from '#web/stage/live/trying.ts'
import { otherWay } from '#web/stage/live/ways.ts'

/** The engine says something twice a second. Nothing for so long: it is dead, and nobody sees a picture any more. */
const silentMs = 2000

export const gradeOf = ({ loss, roundTripMs, kbits }: Quality): 'good' | 'fair' | 'poor' =>
  loss > 8 || kbits < 150 ? 'poor' : loss > 2 || roundTripMs > 300 ? 'fair' : 'good'

/** Two or three sizes of the picture: each viewer gets the one that their way carries. */
function layersOf(maxKbits: number, height: number): RTCRtpEncodingParameters[] {
  const top = maxKbits * 1000
  const small = { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: Math.min(200_000, top) }
  const middle = { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: Math.min(700_000, top) }
  const full = { rid: 'f', scaleResolutionDownBy: 1, maxBitrate: top }
  return height >= 540 ? [small, middle, full] : [{ ...middle, rid: 'h' }, full]
}

/** Sends while there is something to send and it is wanted. Another camera or the screen takes the place of the one before without a break. */
export function useSending(
  streamId: string,
  stream: MediaStream | undefined,
  { wanted, role }: { wanted: boolean; role: MediaRole },
): { state: Sending; quality: Quality | undefined } {
  const api = useApi()
  const { apiBaseUrl } = useBoot()
  const [state, setState] = useState<Sending>('off')
  const [quality, setQuality] = useState<Quality>()
  const newest = useRef(stream)
  const sending = useRef<{ replace: (stream: MediaStream) => void } | undefined>(undefined)
  // A microphone that comes later is another offer.
  const kinds = kindsOf(stream)

  useEffect(() => {
    newest.current = stream
    if (stream) sending.current?.replace(stream)
  }, [stream])

  useEffect(() => {
    if (!wanted || kinds === '') return
    const one = send({ api, apiBaseUrl, streamId, role, what: () => newest.current, tell: setState, measured: setQuality })
    sending.current = one
    return () => {
      sending.current = undefined
      one.stop()
      setState('off')
      setQuality(undefined)
    }
  }, [api, apiBaseUrl, streamId, role, wanted, kinds])
  return { state, quality }
}

const kindsOf = (stream: MediaStream | undefined) =>
  (stream?.getTracks() ?? [])
    .map(({ kind }) => kind)
    .toSorted()
    .join(' ')

interface Wanted {
  api: Pick<Api, 'live'>
  apiBaseUrl: string
  streamId: string
  role: MediaRole
  /** What is to be sent now. */
  what: () => MediaStream | undefined
  tell: (state: Sending) => void
  measured: (quality: Quality) => void
}

/** Sends until it is stopped. */
export function send({ api, apiBaseUrl, streamId, role, what, tell, measured }: Wanted): {
  replace: (stream: MediaStream) => void
  stop: () => void
} {
  let replaces: Replace | undefined
  tell('connecting')
  const { stop } = keepTrying<Sending>({
    named: { stream_taken: 'taken', live_unavailable: 'unavailable' },
    lost: 'lost',
    tell,
    onGone: () => tell('off'),
    begin: async (one) => {
      const grant = await api.live.grant({ streamId, role })
      const stream = what()
      if (one.isOver() || !stream) return
      one.owns(() => (replaces = undefined))
      const way = await otherWay(grant.provider)
      if (one.isOver()) return
      if (way) {
        const replace = await way.send(grant, one, { what, tell, measured, renew: () => api.live.grant({ streamId, role }) })
        if (!one.isOver()) replaces = replace
        return
      }
      const peer = peerOf(stream, grant)
      replaces = replacing(peer)
      one.owns(() => peer.close())
      peer.addEventListener('connectionstatechange', () => {
        if (one.isOver()) return
        if (peer.connectionState === 'connected') {
          one.holds()
          tell('sending')
        } else if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') one.lost('lost')
      })
      watchQuality(async () => (await peer.getStats()).values(), one, measured)
      giveUpInSilence(one, { silentMs, count: () => packetsIn(peer), lost: 'lost' })
      await negotiate(peer, grant, apiBaseUrl, one.owns)
    },
  })
  return { replace: (stream) => replaces?.(stream), stop }
}

function peerOf(stream: MediaStream, { iceServers, maxBitrate }: MediaGrant): RTCPeerConnection {
  const peer = new RTCPeerConnection({ iceServers })
  const [picture, sound] = [stream.getVideoTracks()[0], stream.getAudioTracks()[0]]
  if (picture)
    peer.addTransceiver(picture, {
      direction: 'sendonly',
      streams: [stream],
      sendEncodings: layersOf(maxBitrate, picture.getSettings().height ?? 720),
    })
  if (sound) peer.addTransceiver(sound, { direction: 'sendonly', streams: [stream] })
  return peer
}

const replacing =
  (peer: RTCPeerConnection): Replace =>
  (stream) => {
    for (const sender of peer.getSenders()) {
      const track = stream.getTracks().find(({ kind }) => kind === sender.track?.kind)
      if (track && track !== sender.track) void sender.replaceTrack(track)
    }
  }
