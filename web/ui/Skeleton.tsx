import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

/** One flat shape. No shimmer. Size it by class. */
export function Bone({ className, round = false }: { className?: string; round?: boolean }) {
  return <span className={cx('block bg-skeleton', round ? 'rounded-full' : 'rounded-badge', className)} />
}

/** Wraps any waiting shapes: says "loading" once, and shows them only after 200 ms. */
export function Waiting({ children, className }: { children: ReactNode; className?: string }) {
  const words = useUiWords()
  return (
    <div role="status" className={cx('appear-late', className)}>
      <span className="sr-only">{words('loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** The shape of WorkCard. */
export function WorkCardSkeleton({ count = 1 }: { count?: number }) {
  return (
    <Waiting>
      <div className="grid gap-2 md:gap-4">
        {Array.from({ length: count }, (_, place) => (
          <Card key={place} className="overflow-hidden">
            <div className="flex items-center gap-3 py-3 pe-2 ps-4">
              <Bone round className="size-11" />
              <div className="grid gap-2">
                <Bone className="h-3.5 w-28" />
                <Bone className="h-3 w-40" />
              </div>
            </div>
            <div className="grid gap-2.5 px-4 pb-4">
              <Bone className="h-3.5 w-full" />
              <Bone className="h-3.5 w-3/5" />
            </div>
            <div className="aspect-4/3 bg-skeleton" />
            <div className="h-14" />
          </Card>
        ))}
      </div>
    </Waiting>
  )
}

/** The shape of rows with a picture, two lines and an amount: wallet, people, conversations. */
export function RowsSkeleton({ count = 5, picture = 'square' }: { count?: number; picture?: 'square' | 'round' }) {
  return (
    <Waiting>
      <Card>
        {Array.from({ length: count }, (_, place) => (
          <div key={place} className={cx('flex min-h-[72px] items-center gap-3 px-4', place > 0 && 'border-t border-line')}>
            <Bone round={picture === 'round'} className="size-10 flex-none" />
            <div className="grid flex-1 gap-2">
              <Bone className={cx('h-3.5', place % 2 ? 'w-2/5' : 'w-3/5')} />
              <Bone className="h-3 w-16" />
            </div>
            <Bone className="h-3.5 w-14" />
          </div>
        ))}
      </Card>
    </Waiting>
  )
}

/** The shape of ProfileHeader and the first rows of its grid. */
export function ProfileSkeleton() {
  return (
    <Waiting>
      <div className="h-[168px] bg-skeleton md:h-[280px] md:rounded-card" />
      <div className="relative px-4 md:px-6">
        <span className="-mt-11 block size-[98px] rounded-full bg-bg p-[5px] md:-mt-[60px] md:size-[130px]">
          <Bone round className="size-full" />
        </span>
        <div className="mt-4 grid gap-3">
          <Bone className="h-6 w-44" />
          <Bone className="h-3 w-28" />
          <Bone className="h-3.5 w-full max-w-md" />
          <Bone className="h-3.5 w-2/3 max-w-sm" />
        </div>
      </div>
      <div className="mt-16 grid grid-cols-3 gap-0.5 overflow-hidden md:gap-1 md:rounded-card">
        {Array.from({ length: 6 }, (_, place) => (
          <div key={place} className="aspect-4/5 bg-skeleton" />
        ))}
      </div>
    </Waiting>
  )
}
