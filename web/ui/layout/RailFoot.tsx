import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type RailFootProps = {
  /** As the Rail: fold keeps only the face from 768 to 1279; words never folds (the studio). */
  show?: 'fold' | 'words'
  /** The wallet at a glance; left out for visitors and in the studio. */
  balance?: { label: ReactNode; value: ReactNode; to: LinkProps['to'] } | undefined
  /** Oneself; `note` is the handle, or "back to the front" in the studio. */
  me?: { name: string; note: ReactNode; avatar?: string | null; to: LinkProps['to'] } | undefined
  /** At the right of oneself: a Menu. */
  menu?: ReactNode
}

/** The bottom of the rail. On the icon rail only the face stays. */
export function RailFoot({ show = 'fold', balance, me, menu }: RailFootProps) {
  const { words } = useSpeech()
  const fold = show === 'fold'
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-3', fold && 'max-xl:justify-items-center')}>
      {balance && (
        <Link
          to={balance.to}
          className={cx('flex min-h-11 items-center justify-between rounded-card bg-surface p-3 shadow-card', fold && 'max-xl:hidden')}
        >
          <span className="text-13 text-muted">{balance.label}</span>
          <span className="flex items-baseline gap-2">
            <span className="stage-figure text-16 leading-tight!">{balance.value}</span>
            <span className="text-13 text-muted">{words('tokens')}</span>
          </span>
        </Link>
      )}
      {me && (
        <div className={cx('flex items-center gap-1', fold ? 'xl:ps-3' : 'ps-3')}>
          <Link to={me.to} className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5">
            <Avatar src={me.avatar} name={me.name} size={36} />
            <span className={cx('min-w-0', fold && 'max-xl:sr-only')}>
              <span className="block truncate text-14 font-semibold">{me.name}</span>
              <span className="block truncate text-13 text-muted">{me.note}</span>
            </span>
          </Link>
          {menu && <span className={cx(fold && 'max-xl:hidden')}>{menu}</span>}
        </div>
      )}
    </div>
  )
}
