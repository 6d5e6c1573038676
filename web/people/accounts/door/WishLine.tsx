import { useTranslation } from '#web/app/say.ts'
import type { Wish } from '#web/people/accounts/door/wish.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { tinted } from '#web/ui/tint.ts'

/** What is wanted and what it costs, in the colour of whose it is: the first line of every step. */
export function WishLine({ wish: { kind, of, what, cost, tint } }: { wish: Wish }) {
  const { t } = useTranslation()
  const { className, style } = tinted(tint)
  return (
    <div className={cx('flex items-center gap-3 rounded-control border border-t-line bg-t-surface px-3.5 py-2.5', className)} style={style}>
      <Avatar name={of.name} src={of.avatar} size={40} />
      <p className="grid min-w-0 gap-0.5">
        <span className="num truncate text-15 font-semibold">{what ?? t(`door.wish.${kind}`, { name: of.name })}</span>
        <span className="num truncate text-13 text-muted">{cost ?? t('door.free')}</span>
      </p>
    </div>
  )
}
