import { useEffect, useRef, useState } from 'react'
import type { RoomLine } from '#contract/talk/rooms.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'

const shownMs = 4000
/** When many give at once, the newest are worth more than a queue of minutes. */
const mostWaiting = 4

/** Over the picture: who gave what, one after another, a few seconds each. The room's log says the same to screen readers. */
export function TipAlerts({ lines }: { lines: readonly RoomLine[] }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const known = useRef<number>(undefined)
  const [waiting, setWaiting] = useState<readonly RoomLine[]>([])
  const newest = lines.at(-1)?.number ?? 0
  useEffect(() => {
    // What was given before the page was there is no news.
    const before = known.current
    known.current = Math.max(newest, before ?? 0)
    if (before === undefined) return
    const tips = lines.filter(({ type, number: nth, isDeleted }) => type === 'tip' && nth > before && !isDeleted)
    if (tips.length > 0) setWaiting((those) => [...those, ...tips].slice(-mostWaiting))
  }, [lines, newest])
  const [now] = waiting
  const id = now?._id
  useEffect(() => {
    if (id === undefined) return
    const later = setTimeout(() => setWaiting((those) => those.filter(({ _id }) => _id !== id)), shownMs)
    return () => clearTimeout(later)
  }, [id])
  if (!now) return null
  const name = now.sender?.name ?? t('live.someone')
  return (
    <p
      key={now._id}
      aria-hidden="true"
      className="pointer-events-none absolute top-24 left-1/2 z-30 flex max-w-[min(90%,460px)] -translate-x-1/2 [animation:appear_220ms_ease-out] items-baseline gap-3 rounded-full bg-media-chip px-5 py-2.5 text-on-media"
    >
      <b className="stage-figure num text-24">{number(now.amount ?? 0)}</b>
      <span className="min-w-0 truncate text-15">
        <b>{name}</b> {now.menuItem ?? now.text}
      </span>
    </p>
  )
}
