import { Move } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type Corner, cornerBy, keepCorner, keptCorner, nearestCorner, nextCorner } from '#web/stage/live/corner.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** Clear of the head, of what is counted, of what a player has on the right, and on a phone of the room below. */
const places: Record<Corner, string> = {
  topLeft: 'left-3 top-40 lg:left-5 lg:top-56',
  topRight: 'right-3 top-40 lg:right-5 lg:top-28',
  bottomRight: 'right-3 bottom-[47%] lg:right-5 lg:bottom-16',
  bottomLeft: 'left-3 bottom-[47%] lg:left-5 lg:bottom-5',
}

type SmallPictureProps = { picture: ReactNode; children?: ReactNode }

/** A small picture over a large one: dragged to another corner, or brought there by keyboard, and there it is the next time. Drawn in a browser only. */
export function SmallPicture({ picture, children }: SmallPictureProps) {
  const { t } = useTranslation()
  const [corner, setCorner] = useState(keptCorner)
  const [by, setBy] = useState<{ x: number; y: number }>()
  const box = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  const settle = (next: Corner) => {
    keepCorner(next)
    setCorner(next)
  }
  const begins = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    from.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const moves = (event: PointerEvent) => {
    if (from.current) setBy({ x: event.clientX - from.current.x, y: event.clientY - from.current.y })
  }
  const lets = () => {
    const [one, stage] = [box.current?.getBoundingClientRect(), box.current?.offsetParent?.getBoundingClientRect()]
    if (from.current && by && one && stage) settle(nearestCorner(one, stage))
    from.current = undefined
    setBy(undefined)
  }
  const presses = (event: KeyboardEvent) => {
    const next = cornerBy(event.key, corner)
    if (!next) return
    event.preventDefault()
    settle(next)
  }
  return (
    <div
      ref={box}
      data-corner={corner}
      className={cx('absolute z-20 grid w-28 gap-2 lg:w-44', places[corner], by && 'opacity-90')}
      style={by && { transform: `translate(${by.x}px, ${by.y}px)` }}
    >
      <div
        onPointerDown={begins}
        onPointerMove={moves}
        onPointerUp={lets}
        onPointerCancel={lets}
        className={cx(
          'relative grid aspect-[3/4] touch-none place-items-center overflow-hidden rounded-card bg-black shadow-float select-none lg:aspect-[4/3] [&>video]:object-cover',
          by ? 'cursor-grabbing' : 'cursor-grab',
        )}
      >
        {picture}
        <IconButton
          look="media"
          label={t('privateShow.call.move')}
          onClick={() => settle(nextCorner(corner))}
          onKeyDown={presses}
          className="absolute! top-1.5 right-1.5"
        >
          <Move className="size-4" />
        </IconButton>
      </div>
      {children}
    </div>
  )
}
