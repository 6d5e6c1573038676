import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Going } from '#web/talk/messaging/going.ts'
import type { Drawn } from '#web/talk/messaging/PlainLines.tsx'
import type { Said } from '#web/talk/messaging/thread.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

/** The line to be gone to; another one each time that somebody goes there. */
export interface Target {
  number: number
}

type LinesProps = {
  label: string
  lines: readonly Drawn[]
  /** Said where nothing was said. */
  empty: string
  hasEarlier: boolean
  earlier: Said['earlier']
  target: Target | undefined
  onEarlier: () => void
  /** Whether the end is in view. */
  onEnd: (isAtEnd: boolean) => void
}

/** So near the end still is the end: what comes then is followed. */
const nearPx = 80
/** So many lines from the beginning, the ones before it are asked for. */
const asksBefore = 6

/** What was said, the newest at the foot. Only what is near stands in the page; earlier lines come in above without moving what one reads. */
export function Lines({ label, lines, empty, hasEarlier, earlier, target, onEarlier, onEnd }: LinesProps) {
  // The virtualizer changes behind React's back.
  'use no memo'
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- it is not kept: see above
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (place) => lines[place]?.row.key ?? place,
    estimateSize: () => 52,
    overscan: 10,
    paddingStart: 12,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearPx,
  })
  const shown = virtualizer.getVirtualItems()
  const isAtEnd = virtualizer.isAtEnd(nearPx)
  const first = shown[0]?.index ?? asksBefore
  const last = lines.at(-1)?.row

  const [going] = useState(() => new Going())
  useEffect(() => going.end, [going])
  const toEnd = useEffectEvent(() => virtualizer.scrollToEnd())
  useLayoutEffect(() => toEnd(), [])
  // What one writes oneself is always followed.
  const ownKey = last?.unsent ? last.key : undefined
  useEffect(() => {
    if (ownKey !== undefined) going.to(toEnd)
  }, [going, ownKey])
  const placeOf = useEffectEvent(({ number }: Target) => lines.findIndex(({ row }) => row.message?.number === number))
  const toTarget = useEffectEvent((wanted: Target) => {
    const place = placeOf(wanted)
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'center' })
  })
  useEffect(() => {
    if (!target) return
    going.to(
      () => toTarget(target),
      // Whoever uses a keyboard goes on from there.
      () => scroller.current?.querySelector<HTMLElement>(`[data-index="${placeOf(target)}"] [tabindex]`)?.focus({ preventScroll: true }),
    )
  }, [going, target])
  const tellEnd = useEffectEvent(onEnd)
  useEffect(() => tellEnd(isAtEnd), [isAtEnd])
  const bringEarlier = useEffectEvent(onEarlier)
  const asks = hasEarlier && earlier === 'still' && first < asksBefore
  useEffect(() => {
    if (asks) bringEarlier()
  }, [asks])

  return (
    <div className="relative min-h-0">
      {/* Nobody who uses a keyboard alone reaches what is above otherwise. */}
      <div
        ref={scroller}
        role="group"
        aria-label={label}
        tabIndex={0}
        onWheel={going.end}
        onTouchMove={going.end}
        onPointerDown={going.end}
        onKeyDown={going.end}
        className="flex h-full flex-col overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        {lines.length === 0 && <p className="m-auto px-6 text-15 text-muted">{empty}</p>}
        {earlier === 'failed' && (
          <p className="flex items-center justify-center gap-2 pt-3 text-13 text-muted">
            {t('messages.earlier.failed')}
            <Button rank="text" size="sm" onClick={onEarlier}>
              {t('shell.error.retry')}
            </Button>
          </p>
        )}
        <ol className="relative mt-auto w-full flex-none" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {lines[index]?.line}
            </li>
          ))}
        </ol>
      </div>
      {!isAtEnd && (
        <IconButton
          label={t('messages.newest')}
          look="line"
          className="absolute! end-4 bottom-3 bg-raised shadow-raised"
          onClick={() => {
            going.end()
            virtualizer.scrollToEnd({ behavior: 'smooth' })
          }}
        >
          <ArrowDown />
        </IconButton>
      )}
    </div>
  )
}
