import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'

export type RailFootProps = {
  /** The wallet at a glance; left out for visitors and in the studio. */
  balance?: { label: ReactNode; value: ReactNode; to: LinkProps['to'] } | undefined
  /** Oneself; `note` is the handle, or "back to the front" in the studio. */
  me?: { name: string; note: ReactNode; avatar?: string | null; to: LinkProps['to'] } | undefined
  /** At the right of oneself: a Menu. */
  menu?: ReactNode
}

/** The bottom of the rail. On the icon rail only the face stays. */
export function RailFoot({ balance, me, menu }: RailFootProps) {
  return (
    <div className="grid gap-3 max-xl:justify-items-center">
      {balance && (
        <Link to={balance.to} className="flex min-h-11 items-center justify-between rounded-card bg-surface p-3 shadow-card max-xl:hidden">
          <span className="text-13 text-muted">{balance.label}</span>
          <span className="num text-16 leading-tight! font-semibold">{balance.value}</span>
        </Link>
      )}
      {me && (
        <div className="flex items-center gap-1 xl:pl-3">
          <Link to={me.to} className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5">
            <Avatar src={me.avatar} name={me.name} size={36} />
            <span className="min-w-0 max-xl:sr-only">
              <span className="block truncate text-14 font-semibold">{me.name}</span>
              <span className="block truncate text-13 text-muted">{me.note}</span>
            </span>
          </Link>
          {menu && <span className="max-xl:hidden">{menu}</span>}
        </div>
      )}
    </div>
  )
}
