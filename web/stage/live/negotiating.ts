// Speaking WHIP and WHEP: an offer with all its candidates goes out, the answer comes back, and the session has an address by which it is ended.
import type { MediaGrant } from '#contract/stage/live.ts'

/** Nobody waits for candidates longer than this: those that are there are enough. */
const gatherMs = 1500

/** The engine said no. */
export class MediaRefused extends Error {
  override name = 'MediaRefused'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

/**
 * Offers what this connection sends or wants, and takes the answer.
 * @param owns takes the way to end the session as soon as the engine has one, also while the page goes away: whoever hung up before its answer came ends it, too
 */
export async function negotiate(
  peer: RTCPeerConnection,
  { url, token }: Pick<MediaGrant, 'url' | 'token'>,
  apiBaseUrl: string,
  owns: (end: () => void) => void,
): Promise<void> {
  await peer.setLocalDescription()
  await gathered(peer)
  // Hung up meanwhile: nothing is offered any more.
  if (peer.signalingState === 'closed') return
  const headers = { authorization: `Bearer ${token}` }
  // As the typed client finds it (web/app/api.ts).
  const at = (path: string) => (apiBaseUrl ? apiBaseUrl + path.replace(/^\/api/, '') : path)
  const answer = await fetch(at(url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sdp' },
    body: peer.localDescription?.sdp ?? '',
  })
  const text = await answer.text()
  if (answer.status !== 201) {
    const { code = '', message = '' } = said(text)
    throw new MediaRefused(answer.status, code, message)
  }
  const session = at(answer.headers.get('location') ?? url)
  owns(() => void fetch(session, { method: 'DELETE', headers, keepalive: true }).catch(() => {}))
  await peer.setRemoteDescription({ type: 'answer', sdp: text })
}

function said(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) as { code?: string; message?: string }
  } catch {
    return {}
  }
}

function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const late = setTimeout(resolve, gatherMs)
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return
      clearTimeout(late)
      resolve()
    })
  })
}

/** How long to rest before the next try: longer each time, never in step with everybody else. */
export const restMs = (tries: number): number => Math.min(10_000, 500 * 2 ** Math.min(tries, 5)) * (0.75 + Math.random() / 2)
