import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Name } from '#web/ui/Name.tsx'

type ProfileStat = { value: ReactNode; label: ReactNode }
export type ProfileHeaderProps = {
  name: string
  handle: string
  verified?: boolean
  live?: boolean
  online?: boolean
  avatar?: string | null | undefined
  cover?: string | null | undefined
  /** Reading text; a ClampText. */
  bio?: ReactNode
  /** One line: 286 件作品, 1.2 萬 人追蹤. */
  stats: ProfileStat[]
  /** After the figures, without one: 每週三、六直播. */
  note?: ReactNode
  /** Follow (second, sm), message, tip, menu. On a phone they fill a row of their own. */
  actions?: ReactNode
  /** What to buy: RadioCards, one primary button, what one gets. */
  offer?: ReactNode
  /** Under the text: the next show. */
  children?: ReactNode
}

/** Who this is. Cover, face over its edge, name, one line of figures, words, and the offer beside them. */
export function ProfileHeader({
  name,
  handle,
  verified,
  live,
  online,
  avatar,
  cover,
  bio,
  stats,
  note,
  actions,
  offer,
  children,
}: ProfileHeaderProps) {
  return (
    <section className="max-md:bg-surface max-md:pb-5">
      <div className="relative h-[168px] overflow-hidden bg-well md:h-[280px] md:rounded-card">
        {cover ? <img src={cover} alt="" fetchPriority="high" className="size-full object-cover" /> : <CoverPlaceholder />}
      </div>
      <div className="grid gap-5 px-4 md:px-6 lg:grid-cols-[minmax(0,1fr)_336px] lg:gap-10">
        <div className="relative z-[2] -mt-11 min-w-0 md:-mt-[60px]">
          <span className="block w-fit rounded-full bg-surface p-[5px] md:bg-bg">
            <Avatar src={avatar} name={name} size={120} live={live} online={online} className="max-md:size-[88px]!" />
          </span>
          <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-3 md:mt-3">
            <div className="min-w-0">
              <h1>
                <Name size={24} verified={verified}>
                  {name}
                </Name>
              </h1>
              <p className="text-14 text-muted">@{handle}</p>
            </div>
            {actions && (
              <div className="flex items-center gap-2 max-md:order-last max-md:w-full max-md:[&>*:first-child]:flex-1">{actions}</div>
            )}
            {(bio || stats.length > 0) && (
              <div className="grid w-full gap-2">
                {bio}
                <p className="num flex flex-wrap gap-x-4 text-14 text-muted">
                  {stats.map((stat, place) => (
                    <span key={place}>
                      <span className="font-semibold text-text">{stat.value}</span> {stat.label}
                    </span>
                  ))}
                  {note && <span>{note}</span>}
                </p>
              </div>
            )}
          </div>
          {children && <div className="mt-5">{children}</div>}
        </div>
        {offer && <div className="relative z-[2] self-start rounded-offer bg-raised p-4 shadow-raised md:p-5 lg:-mt-[72px]">{offer}</div>}
      </div>
    </section>
  )
}

/** A stage with its lamps down, for those who have not chosen a cover. */
function CoverPlaceholder() {
  return (
    <svg viewBox="0 0 952 280" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <rect width="952" height="280" fill="var(--door-wall)" />
      <rect y="216" width="952" height="64" fill="var(--door-floor)" />
      <path d="M636 -10h30l150 246H500Z" fill="var(--door-beam)" opacity=".35" />
      <ellipse cx="658" cy="236" rx="158" ry="14" fill="var(--door-light)" opacity=".4" />
    </svg>
  )
}
