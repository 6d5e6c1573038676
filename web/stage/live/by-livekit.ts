// Watching and sending where LiveKit carries: its own library, which is fetched with this file when a grant names it.
import { DisconnectReason, type LocalTrackPublication, Room, RoomEvent, Track } from 'livekit-client'
import type { MediaGrant } from '#contract/stage/live.ts'
import {
  bytesIn,
  type Replace,
  type Sending,
  type Showing,
  type Viewing,
  watchArrivals,
  watchQuality,
  type Watching,
} from '#web/stage/live/carrying.ts'
import type { Try } from '#web/stage/live/trying.ts'

const reportsOf = async (ways: readonly (RTCRtpSender | RTCRtpReceiver | undefined)[]) =>
  (await Promise.all(ways.map(async (way) => [...((await way?.getStats())?.values() ?? [])] as Record<string, unknown>[]))).flat()

/** Joins; the room is left with this try, and its tracks are ours to stop. */
async function join<Why>({ url, token }: MediaGrant, one: Try<Why>, { lost, taken }: { lost: Why; taken?: Why }): Promise<Room> {
  // What is lost is joined again by a new grant (trying.ts), so that the right is asked anew.
  const room = new Room({ disconnectOnPageLeave: false, dynacast: true, stopLocalTrackOnUnpublish: false })
  one.owns(() => void room.disconnect(false))
  room.on(RoomEvent.Disconnected, (reason) => {
    // Another window of theirs sends now: the two would take it from each other for ever.
    if (taken !== undefined && reason === DisconnectReason.DUPLICATE_IDENTITY) one.ends(taken)
    else one.lost(lost)
  })
  await room.connect(url, token, { maxRetries: 0 })
  return room
}

export async function watch(grant: MediaGrant, one: Try<Watching>, { show, tell }: Viewing): Promise<void> {
  const room = await join(grant, one, { lost: 'lost' })
  const stream = new MediaStream()
  const receivers = new Set<RTCRtpReceiver>()
  const takes = ({ mediaStreamTrack, receiver }: { mediaStreamTrack: MediaStreamTrack; receiver?: RTCRtpReceiver | undefined }) => {
    stream.addTrack(mediaStreamTrack)
    if (receiver) receivers.add(receiver)
  }
  room.on(RoomEvent.TrackSubscribed, (track) => takes(track))
  room.on(RoomEvent.TrackUnsubscribed, (track) => {
    stream.removeTrack(track.mediaStreamTrack)
    if (track.receiver) receivers.delete(track.receiver)
  })
  // Those that were there before anybody listened.
  for (const participant of room.remoteParticipants.values())
    for (const { track } of participant.trackPublications.values()) if (track) takes(track)
  room.on(RoomEvent.Reconnecting, () => tell('lost'))
  show(stream)
  watchArrivals(async () => bytesIn(await reportsOf([...receivers])), one, tell)
}

export async function send(grant: MediaGrant, one: Try<Sending>, { what, tell, measured }: Showing): Promise<Replace> {
  const room = await join(grant, one, { lost: 'lost', taken: 'taken' })
  room.on(RoomEvent.Reconnecting, () => tell('lost'))
  room.on(RoomEvent.Reconnected, () => tell('sending'))
  const sent: LocalTrackPublication[] = []
  for (const track of what()?.getTracks() ?? []) {
    const isPicture = track.kind === 'video'
    sent.push(
      await room.localParticipant.publishTrack(track, {
        source: isPicture ? Track.Source.Camera : Track.Source.Microphone,
        ...(isPicture && { simulcast: true, videoEncoding: { maxBitrate: grant.maxBitrate * 1000, maxFramerate: 30 } }),
      }),
    )
  }
  if (!one.isOver()) {
    one.holds()
    tell('sending')
  }
  watchQuality(() => reportsOf(sent.map(({ track }) => track?.sender)), one, measured)
  return (stream) => {
    for (const { track } of sent) {
      const next = stream.getTracks().find(({ kind }) => kind === track?.kind)
      if (track && next && next !== track.mediaStreamTrack) void track.replaceTrack(next, true)
    }
  }
}
