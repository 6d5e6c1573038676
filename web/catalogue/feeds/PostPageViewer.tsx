import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useBackCloses } from '#web/ui/back.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import type { Picture } from '#web/ui/MediaFrame.tsx'
import { sourcesOf } from '#web/ui/sources.ts'
import { onward } from '#web/ui/sideways.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type PostPageViewerProps = {
  pictures: Picture[]
  /** undefined: closed. */
  place: number | undefined
  /** Where the focus goes back to. */
  pressed: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The pictures whole, on black, over everything: swipe, arrow keys, Esc. */
export function PostPageViewer({ pictures, place, pressed, onClose }: PostPageViewerProps) {
  const words = useUiWords()
  useBackCloses(place !== undefined, onClose)
  return (
    <Dialog.Root open={place !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          finalFocus={pressed}
          className="fixed inset-0 z-50 bg-[#05080b] text-on-media outline-none transition-opacity duration-220 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">{words('picture', { place: (place ?? 0) + 1, total: pictures.length })}</Dialog.Title>
          {place !== undefined && <Strip pictures={pictures} from={place} />}
          <Dialog.Close
            render={
              <IconButton look="media" label={words('close')} className="absolute! top-4 start-4 z-10">
                <X />
              </IconButton>
            }
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Strip({ pictures, from }: { pictures: Picture[]; from: number }) {
  const words = useUiWords()
  const strip = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(from)
  useEffect(() => {
    const element = strip.current
    element?.scrollTo({ left: onward(element) * element.clientWidth * from, behavior: 'instant' })
    element?.focus()
  }, [from])
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
    <div className="absolute inset-0" onKeyDown={onKeyDown}>
      <ul
        ref={strip}
        tabIndex={0}
        aria-label={words('picture', { place: place + 1, total: pictures.length })}
        onScroll={(event) => setPlace(Math.round(Math.abs(event.currentTarget.scrollLeft) / Math.max(1, event.currentTarget.clientWidth)))}
        className="quiet-scroll flex size-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain outline-none"
      >
        {pictures.map((picture) => (
          <li key={picture.id} className="grid size-full flex-none snap-center snap-always place-items-center">
            <img
              src={picture.url}
              srcSet={picture.width === undefined ? undefined : sourcesOf({ ...picture, width: picture.width })}
              sizes="100vw"
              alt={picture.alt ?? ''}
              width={picture.width}
              height={picture.height}
              decoding="async"
              draggable={false}
              className="size-full object-contain"
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <>
          <MediaChip className="pointer-events-none absolute top-5 end-4">
            {place + 1} / {pictures.length}
          </MediaChip>
          {place > 0 && (
            <IconButton look="media" label={words('previousPicture')} onClick={() => go(place - 1)} className={`${arrow} start-4`}>
              <ChevronLeft />
            </IconButton>
          )}
          {place < pictures.length - 1 && (
            <IconButton look="media" label={words('nextPicture')} onClick={() => go(place + 1)} className={`${arrow} end-4`}>
              <ChevronRight />
            </IconButton>
          )}
        </>
      )}
    </div>
  )
}

const arrow = 'absolute! top-1/2 -translate-y-1/2 max-md:hidden'
