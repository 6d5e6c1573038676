import { useTranslation } from '#web/app/say.ts'
import type { ReviewedWork } from '#contract/office/admin.ts'
import { WorkCover } from '#web/catalogue/works/studio/WorkCover.tsx'

/** The queue in small, to see how much waits and to jump. */
export function WorkStrip({ works, at, onChoose }: { works: ReviewedWork[]; at: number; onChoose: (place: number) => void }) {
  const { t } = useTranslation()
  if (works.length < 2) return null
  return (
    <nav aria-label={t('office.works.queue')} className="quiet-scroll flex gap-2 overflow-x-auto p-1 max-md:px-4">
      {works.map((work, place) => (
        <button
          key={work._id}
          type="button"
          aria-current={place === at ? 'true' : undefined}
          aria-label={t('office.works.number', { number: place + 1, name: work.performer.name })}
          onClick={() => onChoose(place)}
          className={`flex-none rounded-tile ${place === at ? 'ring-2 ring-link ring-offset-2 ring-offset-bg' : 'opacity-70 hover:opacity-100'}`}
        >
          <WorkCover url={work.files[0]?.thumbnails[0]?.url ?? work.cover?.url} />
        </button>
      ))}
    </nav>
  )
}
