import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Teaser } from '#contract/media/file.ts'
import { MediaChip } from '#web/ui/MediaChip.tsx'

/**
 * A few public seconds behind what is locked: without sound, when a pointer rests on the card or its chip is pressed. It stops when the card
 * leaves the screen, and does not move by itself for those who asked for calm.
 */
export function FeedTeaser({ teaser, under }: { teaser: Teaser; under: React.RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    const card = under.current
    if (!card) return
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const start = (event: PointerEvent) => !calm && event.pointerType === 'mouse' && setPlaying(true)
    const stop = (event: PointerEvent) => event.pointerType === 'mouse' && setPlaying(false)
    card.addEventListener('pointerenter', start)
    card.addEventListener('pointerleave', stop)
    const watch = new IntersectionObserver((entries) => entries.some((entry) => !entry.isIntersecting) && setPlaying(false))
    watch.observe(card)
    return () => {
      card.removeEventListener('pointerenter', start)
      card.removeEventListener('pointerleave', stop)
      watch.disconnect()
    }
  }, [under])
  useEffect(() => {
    if (playing) void film.current?.play().catch(() => setPlaying(false))
    else film.current?.pause()
  }, [playing])
  return (
    <>
      <video
        ref={film}
        src={teaser.url}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
        className={`absolute inset-0 size-full object-cover transition-opacity duration-220 ${playing ? 'opacity-100' : 'opacity-0'}`}
      />
      <button
        type="button"
        aria-pressed={playing}
        onClick={() => setPlaying(!playing)}
        className="touch absolute bottom-3 start-3 z-10 rounded-badge focus-visible:outline-on-media"
      >
        <MediaChip>{t(playing ? 'film.teaserStop' : 'film.teaser')}</MediaChip>
      </button>
    </>
  )
}
