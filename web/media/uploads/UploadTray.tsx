import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useProcessing } from '#web/media/uploads/processing.ts'
import { UploadRow } from '#web/media/uploads/UploadRow.tsx'
import { allItems, type MediaItem, watch } from '#web/media/uploads/uploads.ts'
import { Progress } from '#web/ui/Progress.tsx'

type Listed = readonly { list: string; item: MediaItem }[]
let last: Listed = []
const none: Listed = []

/** The same list as long as nothing in it changed: what React compares. */
function moving(): Listed {
  const now = allItems().filter(({ item }) => item.state !== 'ready')
  const isSame = now.length === last.length && now.every(({ item }, place) => last[place]?.item === item)
  if (!isSame) last = now
  return last
}

/** In the studio's corner while anything is on its way: how many, how far, and the list of them behind one press. */
export function UploadTray() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const items = useSyncExternalStore(watch, moving, () => none)
  useProcessing()
  if (items.length === 0) return null
  const count = (...states: MediaItem['state'][]) => items.filter(({ item }) => states.includes(item.state)).length
  const [going, processing, paused, failed] = [count('waiting', 'sending'), count('processing'), count('paused'), count('failed')]
  const what =
    going > 0
      ? t('uploads.going', { count: going })
      : failed > 0
        ? t('uploads.failed', { count: failed })
        : processing > 0
          ? t('uploads.processing', { count: processing })
          : t('uploads.paused', { count: paused })
  const percent = percentOf(items)
  return (
    <section
      aria-label={t('uploads.title')}
      className="fixed end-4 bottom-[calc(77px+env(safe-area-inset-bottom))] start-4 z-30 overflow-hidden rounded-card bg-raised shadow-raised ring-1 ring-line md:bottom-4 md:start-auto md:w-[340px]"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid w-full gap-2 px-4 py-3 text-start transition-colors hover:bg-hover focus-visible:outline-offset-[-3px]"
      >
        <span className="flex items-center gap-2">
          <span role="status" className="num min-w-0 flex-1 truncate text-14 font-semibold">
            {what}
          </span>
          {(going > 0 || processing > 0) && <span className="num text-14 text-muted">{t('uploads.percent', { percent })}</span>}
          <span className="sr-only">{t(open ? 'uploads.close' : 'uploads.open')}</span>
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </span>
        {(going > 0 || processing > 0) && <Progress percent={percent} label={what} />}
      </button>
      {open && (
        <ul className="max-h-[50dvh] overflow-y-auto border-t border-line px-4 py-2">
          {items.map(({ list, item }) => (
            <li key={item.id}>
              <UploadRow list={list} item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** By bytes where they are known: a film weighs more than the photo beside it. */
function percentOf(items: Listed): number {
  const counted = items.filter(({ item }) => item.state !== 'failed')
  const weight = ({ item }: Listed[number]) => item.bytes ?? 1_000_000
  const all = counted.reduce((sum, each) => sum + weight(each), 0)
  const done = counted.reduce((sum, each) => sum + (weight(each) * each.item.percent) / 100, 0)
  return all === 0 ? 0 : Math.floor((done * 100) / all)
}
