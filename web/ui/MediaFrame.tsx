import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { ratioOf } from '#web/ui/ratio.ts'
import { onward } from '#web/ui/sideways.ts'
import { sourcesOf } from '#web/ui/sources.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type Picture = {
  id: string
  url: string
  /** What is to be seen; empty when nobody has described it. */
  alt?: string
  /** Pixels of the original: they reserve the space before the picture is there. */
  width?: number | undefined
  height?: number | undefined
  /** In fewer pixels, smallest first. */
  smaller?: readonly { url: string; width: number }[]
}

export type MediaFrameProps = {
  /** One picture, or several to leaf through. All stand in the ratio of the first. */
  pictures: Picture[]
  /** Above the fold: loads at once instead of when it comes near. */
  priority?: boolean
  /** Just unlocked: the Curtain that hangs there and parts once the picture behind it has come. */
  curtain?: ((waits: boolean) => ReactNode) | undefined
  onOpen?: (place: number) => void
  /** Over the picture: chips. */
  children?: ReactNode
  className?: string
}

/** Pictures edge to edge, space reserved. Several: swipe, arrow keys, dots, and "1 / 4". */
export function MediaFrame({ pictures, priority = false, curtain, onOpen, children, className }: MediaFrameProps) {
  const words = useUiWords()
  const strip = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(0)
  const [hasCome, setHasCome] = useState(false)
  const several = pictures.length > 1
  const go = (to: number) => {
    const element = strip.current
    element?.scrollTo({ left: onward(element) * element.clientWidth * Math.max(0, Math.min(pictures.length - 1, to)), behavior: 'smooth' })
  }
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    go(place + onward(event.currentTarget) * (event.key === 'ArrowRight' ? 1 : -1))
  }
  return (
    <div
      className={cx('group relative isolate overflow-hidden bg-well', className)}
      style={{ aspectRatio: ratioOf(pictures[0]) }}
      {...(several
        ? {
            role: 'group',
            'aria-roledescription': 'carousel',
            'aria-label': words('picture', { place: place + 1, total: pictures.length }),
            onKeyDown,
          }
        : {})}
    >
      <ul
        ref={strip}
        tabIndex={several ? 0 : undefined}
        onScroll={(event) => setPlace(Math.round(Math.abs(event.currentTarget.scrollLeft) / Math.max(1, event.currentTarget.clientWidth)))}
        className="quiet-scroll flex size-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain focus-visible:outline-offset-[-3px]"
      >
        {pictures.map((picture, index) => (
          <li key={picture.id} className="size-full flex-none snap-center snap-always">
            <Shot
              picture={picture}
              eager={(priority || curtain !== undefined) && index === 0}
              onCome={curtain && index === 0 ? () => setHasCome(true) : undefined}
              onOpen={onOpen && (() => onOpen(index))}
            />
          </li>
        ))}
      </ul>
      {several && (
        <>
          <MediaChip className="pointer-events-none absolute top-3 end-3">
            {place + 1} / {pictures.length}
          </MediaChip>
          {place > 0 && (
            <IconButton look="media" label={words('previousPicture')} onClick={() => go(place - 1)} className={arrow + ' start-3'}>
              <ChevronLeft />
            </IconButton>
          )}
          {place < pictures.length - 1 && (
            <IconButton look="media" label={words('nextPicture')} onClick={() => go(place + 1)} className={arrow + ' end-3'}>
              <ChevronRight />
            </IconButton>
          )}
          <span aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <span className="flex items-center gap-1.5 rounded-full bg-media-chip px-2 py-1.5">
              {pictures.slice(0, 10).map((picture, index) => (
                <span
                  key={picture.id}
                  className={cx(
                    'h-1.5 rounded-full bg-on-media transition-[width,opacity]',
                    index === Math.min(place, 9) ? 'w-4' : 'w-1.5 opacity-50',
                  )}
                />
              ))}
            </span>
          </span>
        </>
      )}
      {curtain?.(!hasCome)}
      {children}
    </div>
  )
}

/* Absolute wins over the button's own `relative` by importance: arrows are for a mouse, a phone swipes. */
const arrow =
  'absolute! top-1/2 -translate-y-1/2 opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 max-md:hidden'

type ShotProps = { picture: Picture; eager: boolean; onCome: (() => void) | undefined; onOpen: (() => void) | undefined }

function Shot({ picture, eager, onCome, onOpen }: ShotProps) {
  const image = (
    <img
      src={picture.url}
      srcSet={picture.width === undefined ? undefined : sourcesOf({ ...picture, width: picture.width })}
      sizes="(min-width: 768px) 600px, 100vw"
      alt={picture.alt ?? ''}
      width={picture.width}
      height={picture.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={onCome}
      // A curtain does not hang for ever before a picture that never comes.
      onError={onCome}
      className="size-full object-cover"
    />
  )
  if (!onOpen) return image
  return (
    <button type="button" onClick={onOpen} className="block size-full cursor-zoom-in focus-visible:outline-offset-[-3px]">
      {image}
    </button>
  )
}
