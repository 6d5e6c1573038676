// Watching a stream some seconds late, by HLS, where a browser or its network takes no WebRTC. Ours.
import Type from 'typebox'
import { Body, ById, endpoints } from '#contract/endpoint.ts'

/** Of these kinds a stream can be watched so. Minutes that are paid for are counted by what WebRTC brought, and a private show is for two. */
export const hlsTypes = ['public', 'followers', 'subscribers', 'ticket'] as const

export const hls = endpoints({
  /**
   * The address of its playlist, for whoever may watch. It is made when somebody asks, so the first answers may say no address yet: ask again after a second.
   * The address ends when what makes it does; then it is asked for again. The right is asked at the playlist and at every segment.
   * Somebody watches one stream so at a time, in all their windows: the one that they asked for last. For the others the playlist is `watched_elsewhere` then.
   */
  watchByHls: {
    method: 'POST',
    path: '/streaming/hls/:id',
    for: 'member',
    summary: 'Watch a stream by HLS, some seconds late',
    params: ById,
    body: Body({
      goesOn: Type.Optional(
        Type.Boolean({
          description: 'this page asked before and waits: where another stream was asked for since, it is `watched_elsewhere`',
        }),
      ),
    }),
    reply: Type.Object({
      url: Type.Optional(
        Type.String({ description: 'of its playlist, on the host that answers this call, with the session of who asks; absent: not yet' }),
      ),
      secondsLate: Type.Integer({ description: 'about so late it is seen' }),
    }),
    refuses: [
      'not_found',
      'stream_locked',
      'stream_ended',
      'stream_not_begun',
      'birth_date_required',
      'webrtc_only',
      'stream_full',
      'watched_elsewhere',
    ],
    rate: 'read',
  },
})
