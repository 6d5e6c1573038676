// A stream some seconds late, by HLS, where nothing comes by WebRTC: hls.js, fetched with this file, or the browser itself where it knows the format alone.
import type Hls from 'hls.js'
import type { Watching } from '#web/stage/live/carrying.ts'
import { giveUpInSilence } from '#web/stage/live/silence.ts'
import type { Try } from '#web/stage/live/trying.ts'

/** How often it is asked whether it may still be watched: whoever may not is shown nothing of what is there already. */
const lookMs = 2000
/** The show may have paused, or its line. Nothing new for so long: it is asked for anew. */
const silentMs = 15_000

/** Shows it for as long as this try lasts. @param url of its playlist */
export async function show(element: HTMLVideoElement, url: string, one: Try<Watching>, tell: (state: Watching) => void): Promise<void> {
  const { default: Library } = await import('hls.js/light')
  if (one.isOver()) return
  element.srcObject = null
  const look = async () => {
    const answer = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
    if (answer?.status === 409) one.ends('elsewhere')
    // What was lost on the way says nothing.
    else if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) one.lost('lost')
  }
  // Why, the address says.
  const onBroken = () => void look().then(() => one.lost('lost'))
  if (Library.isSupported()) attach(new Library(close), element, url, { one, onBroken }, Library)
  else attachPlainly(element, url, { one, onBroken })
  const looking = setInterval(() => void look(), lookMs)
  one.owns(() => clearInterval(looking))
  const onHeard = () => {
    one.holds()
    tell('playing')
  }
  giveUpInSilence(one, { silentMs, count: () => Promise.resolve(element.currentTime), onHeard, lost: 'lost' })
}

/** Two segments behind the newest, and never far behind. A worker made of a text would need a hole in the page's policy. */
const close = {
  enableWorker: false,
  liveSyncDurationCount: 2,
  liveMaxLatencyDurationCount: 5,
  maxLiveSyncPlaybackRate: 1.1,
  maxBufferLength: 8,
  maxMaxBufferLength: 12,
  backBufferLength: 4,
}

interface Broken {
  one: Try<Watching>
  /** It cannot go on. */
  onBroken: () => void
}

function attach(hls: Hls, element: HTMLVideoElement, url: string, { one, onBroken }: Broken, { Events, ErrorTypes }: typeof Hls): void {
  let isMended = false
  hls.on(Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (type !== ErrorTypes.MEDIA_ERROR || isMended) return onBroken()
    isMended = true
    hls.recoverMediaError()
  })
  hls.loadSource(url)
  hls.attachMedia(element)
  one.owns(() => hls.destroy())
}

function attachPlainly(element: HTMLVideoElement, url: string, { one, onBroken }: Broken): void {
  element.addEventListener('error', onBroken)
  element.src = url
  one.owns(() => {
    element.removeEventListener('error', onBroken)
    element.removeAttribute('src')
    element.load()
  })
}
