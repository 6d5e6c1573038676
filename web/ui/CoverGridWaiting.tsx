import { coverGrid } from '#web/ui/CoverTile.tsx'
import { cx } from '#web/ui/cx.ts'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

/** The shape of a CoverGrid that is on its way. @param dense of small square things */
export function CoverGridWaiting({ dense = false }: { dense?: boolean }) {
  return (
    <Waiting>
      <div className={dense ? coverGrid.dense : coverGrid.wide}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <div key={place} className="grid gap-2">
            <Bone className={cx('max-md:rounded-none!', dense ? 'aspect-square' : 'aspect-video')} />
            <Bone className="h-4 w-3/4 max-md:mx-4" />
            <Bone className="h-3 w-1/2 max-md:mx-4" />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
