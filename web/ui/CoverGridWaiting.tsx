import { cx } from '#web/ui/cx.ts'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

/** The shape of a CoverGrid that is on its way. */
export function CoverGridWaiting({ ratio = 'wide' }: { ratio?: 'wide' | 'square' | 'tall' }) {
  const shape = { wide: 'aspect-video', square: 'aspect-square', tall: 'aspect-4/5' }[ratio]
  return (
    <Waiting>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <div key={place} className="grid gap-2">
            <Bone className={cx('max-md:rounded-none!', shape)} />
            <Bone className="h-4 w-3/4 max-md:mx-4" />
            <Bone className="h-3 w-1/2 max-md:mx-4" />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
