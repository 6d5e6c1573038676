// From an HLS address to a playing element: by Media Source where the browser has it (hls.js, fetched only then), else by the browser
// itself. Addresses are signed for a while only: when they have run out, a fresh one is asked for and the film goes on where it was.
import type Hls from 'hls.js'

export interface Stream {
  /** Undefined: as the network allows. @param height in lines: 1080, 720 … */
  choose(height: number | undefined): void
  stop(): void
}

interface Wiring {
  /** The address as it is now; undefined when the right is gone. */
  address: () => Promise<string | undefined>
  /** In lines, best first. */
  onQualities: (heights: readonly number[]) => void
  /** It cannot go on, and a fresh address did not help. */
  onBroken: () => void
}

/** As often as a film is mended before it counts as broken. */
const mostMends = 3

/** Attaches the film at this address to the element. */
export async function attach(element: HTMLVideoElement, url: string, wiring: Wiring): Promise<Stream> {
  const { default: Library } = await import('hls.js/light')
  if (!Library.isSupported()) return attachPlainly(element, url, wiring)
  const hls = new Library({
    // A worker made of a text would need a hole in the page's policy.
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: 20,
    maxMaxBufferLength: 40,
    backBufferLength: 60,
  })
  let mends = 0
  hls.on(Library.Events.MANIFEST_PARSED, () => wiring.onQualities(heightsOf(hls)))
  hls.on(Library.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (mends++ >= mostMends) return wiring.onBroken()
    if (type === Library.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError()
    void again(element, wiring, (fresh, at) => {
      hls.config.startPosition = at
      hls.loadSource(fresh)
    })
  })
  hls.loadSource(url)
  hls.attachMedia(element)
  return {
    choose(height) {
      hls.currentLevel = height === undefined ? -1 : hls.levels.findIndex((level) => level.height === height)
    },
    stop: () => hls.destroy(),
  }
}

/** Safari on a phone knows the format itself. */
function attachPlainly(element: HTMLVideoElement, url: string, wiring: Wiring): Stream {
  let mends = 0
  const onError = () => {
    if (mends++ >= mostMends) return wiring.onBroken()
    void again(element, wiring, (fresh, at) => {
      element.src = fresh
      element.currentTime = at
    })
  }
  element.addEventListener('error', onError)
  element.src = url
  return {
    choose: () => {},
    stop() {
      element.removeEventListener('error', onError)
      element.removeAttribute('src')
      element.load()
    },
  }
}

async function again(element: HTMLVideoElement, { address, onBroken }: Wiring, begin: (fresh: string, at: number) => void): Promise<void> {
  const { currentTime, paused } = element
  const fresh = await address().catch(() => undefined)
  if (!fresh) return onBroken()
  begin(fresh, currentTime)
  if (!paused) await element.play().catch(() => undefined)
}

function heightsOf(hls: Hls): number[] {
  return [...new Set(hls.levels.map(({ height }) => height))].toSorted((a, b) => b - a)
}
