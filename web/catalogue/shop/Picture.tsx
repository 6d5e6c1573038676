import { Package } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const sizes = { 48: 'size-12', 64: 'size-16', 88: 'size-[88px]' }

/** A product beside its name. One without a picture shows that it is goods. */
export function Picture({ url, size = 48 }: { url: string | undefined; size?: keyof typeof sizes }) {
  return (
    <span className={cx('grid flex-none place-items-center overflow-hidden rounded-tile bg-well text-muted', sizes[size])}>
      {url ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Package aria-hidden="true" className="size-5" />
      )}
    </span>
  )
}
