// Watching and sending where Agora carries: its own library, which is fetched with this file when a grant names it. It asks before a token runs out, and
// the right is asked anew then; nobody's picture is played but that of whoever the grant names.
import {
  createClient,
  createCustomAudioTrack,
  createCustomVideoTrack,
  disableLogUpload,
  setLogLevel,
  type IAgoraRTCClient,
  type IAgoraRTCRemoteUser,
  type ILocalAudioTrack,
  type ILocalVideoTrack,
} from 'agora-rtc-sdk-ng/esm'
import type { MediaGrant } from '#contract/stage/live.ts'
import { type Replace, type Sending, type Showing, type Viewing, watchArrivals, type Watching } from '#web/stage/live/carrying.ts'
import type { Try } from '#web/stage/live/trying.ts'

// Nothing but what went wrong, and nothing of it sent to anybody.
setLogLevel(3)
disableLogUpload()

/** Its library knocks for ever: whoever is not let in for so long is told so, and the right is asked anew. */
const joinMs = 20_000

/** Joins a channel; it is left with this try. */
async function join<Why>(
  { appId = '', channel, token, uid }: MediaGrant,
  one: Try<Why>,
  {
    role,
    lost,
    renew,
    onState,
  }: { role: 'host' | 'audience'; lost: Why; renew: () => Promise<MediaGrant>; onState: (state: string) => void },
  before: (client: IAgoraRTCClient) => void,
): Promise<IAgoraRTCClient> {
  const client = createClient({ mode: 'live', codec: 'vp8', role })
  one.owns(() => {
    client.removeAllListeners()
    void client.leave()
  })
  client.on('token-privilege-will-expire', () => {
    renew().then(
      (next) => client.renewToken(next.token),
      // Whoever lost the right is told so by the next try.
      () => one.lost(lost),
    )
  })
  client.on('token-privilege-did-expire', () => one.lost(lost))
  client.on('connection-state-change', (state) => {
    if (state === 'DISCONNECTED') one.lost(lost)
    else onState(state)
  })
  before(client)
  const late = setTimeout(() => one.lost(lost), joinMs)
  one.owns(() => clearTimeout(late))
  await client.join(appId, channel, token, uid)
  clearTimeout(late)
  return client
}

export async function watch(grant: MediaGrant, one: Try<Watching>, { show, tell, renew }: Viewing): Promise<void> {
  const stream = new MediaStream()
  const onState = (state: string) => {
    if (state === 'RECONNECTING') tell('lost')
  }
  const takes = async (joining: IAgoraRTCClient, user: IAgoraRTCRemoteUser, kind: 'video' | 'audio') => {
    const track = kind === 'video' ? await joining.subscribe(user, kind) : await joining.subscribe(user, kind)
    stream.addTrack(track.getMediaStreamTrack())
  }
  const client = await join(grant, one, { role: 'audience', lost: 'lost', renew, onState }, (joining) => {
    joining.on('user-published', (user, kind) => {
      if (user.uid !== grant.senderUid || kind === 'datachannel') return
      void takes(joining, user, kind)
    })
    joining.on('user-unpublished', (user, kind) => {
      if (user.uid !== grant.senderUid) return
      for (const track of kind === 'video' ? stream.getVideoTracks() : stream.getAudioTracks()) stream.removeTrack(track)
    })
  })
  show(stream)
  const of = (all: Readonly<Record<string, { receiveBytes: number }>>) => all[String(grant.senderUid)]?.receiveBytes ?? 0
  watchArrivals(async () => of(client.getRemoteVideoStats()) + of(client.getRemoteAudioStats()), one, tell)
}

const figuresMs = 2000

export async function send(grant: MediaGrant, one: Try<Sending>, { what, tell, measured, renew }: Showing): Promise<Replace> {
  const onState = (state: string) => {
    if (state === 'RECONNECTING') tell('lost')
  }
  const client = await join(grant, one, { role: 'host', lost: 'lost', renew, onState }, () => {})
  client.on('connection-state-change', (state) => state === 'CONNECTED' && tell('sending'))
  const stream = what()
  const [picture, sound] = [stream?.getVideoTracks()[0], stream?.getAudioTracks()[0]]
  // They are not closed: what is captured goes on, and whoever captured it stops it.
  let video: ILocalVideoTrack | undefined
  let audio: ILocalAudioTrack | undefined
  if (picture) video = createCustomVideoTrack({ mediaStreamTrack: picture, bitrateMax: grant.maxBitrate })
  if (sound) audio = createCustomAudioTrack({ mediaStreamTrack: sound })
  await client.publish([video, audio].filter((track) => track !== undefined))
  if (!one.isOver()) {
    one.holds()
    tell('sending')
  }
  const figures = setInterval(() => {
    const { SendBitrate, RTT } = client.getRTCStats()
    const loss = client.getLocalVideoStats().currentPacketLossRate * 100
    measured({ kbits: Math.round(SendBitrate / 1000), loss: Math.round(loss * 10) / 10, roundTripMs: Math.round(RTT) })
  }, figuresMs)
  one.owns(() => clearInterval(figures))
  return (next) => {
    const [other, heard] = [next.getVideoTracks()[0], next.getAudioTracks()[0]]
    if (video && other && other !== video.getMediaStreamTrack()) void video.replaceTrack(other, false)
    // It has no replacing of sound: another microphone is another track.
    if (audio && heard && heard !== audio.getMediaStreamTrack()) {
      const before = audio
      audio = createCustomAudioTrack({ mediaStreamTrack: heard })
      const after = audio
      void client.unpublish(before).then(() => client.publish(after))
    }
  }
}
