import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Name } from '#web/ui/Name.tsx'
import { coverSources } from '#web/ui/sources.ts'
import { languageOf } from '#web/ui/language.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type ProfileStat = { value: ReactNode; label: ReactNode }
export type ProfileHeaderProps = {
  name: string
  handle: string
  verified?: boolean
  live?: boolean
  online?: boolean
  avatar?: string | null | undefined
  cover?: string | null | undefined
  /** At the corner of the cover: one small thing to press. */
  greeting?: ReactNode
  /** Reading text; a ClampText. */
  bio?: ReactNode
  /** One line: 286 件作品, 1.2 萬 人追蹤. */
  stats: ProfileStat[]
  /** At the end of the words about them: tags, the next show. */
  note?: ReactNode
  /** Follow (second, sm), message, tip, menu. On a phone they fill a row of their own. */
  actions?: ReactNode
  /** Under the actions: what leads to buying on a phone, or that one subscribes. */
  under?: ReactNode
  /** What to buy, beside it all on wide screens: a Ticket. */
  offer?: ReactNode
  /** Their works, in the same column. */
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
  greeting,
  bio,
  stats,
  note,
  actions,
  under,
  offer,
  children,
}: ProfileHeaderProps) {
  const { locale } = useSpeech()
  const figures = stats.map((stat, place) => (
    <span key={place} className="me-3 whitespace-nowrap">
      {stat.value}
      {languageOf(locale).space}
      {stat.label}
    </span>
  ))
  return (
    <section>
      <div className="relative h-[150px] overflow-hidden bg-well md:-mt-5 md:h-[300px] md:rounded-b-card">
        {cover ? (
          <img
            src={cover}
            srcSet={coverSources(cover)}
            // It fills a frame that is less flat than it is: as high as the frame, it is three times as wide.
            sizes="(min-width: 768px) 952px, 450px"
            alt=""
            width={1500}
            height={500}
            fetchPriority="high"
            className="size-full object-cover"
          />
        ) : (
          <CoverPlaceholder />
        )}
        {/* Above what reaches over the cover's edge: the face, and on wide screens what there is to buy. */}
        {greeting && <div className="absolute end-3 z-[3] max-md:bottom-3 md:top-4 md:end-4">{greeting}</div>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] md:px-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
        <div className="min-w-0">
          <div className="relative z-[2] grid grid-cols-[minmax(0,1fr)] gap-3 max-md:px-4 md:gap-4">
            {/* Where the name and what one can do do not fit side by side, the name keeps its line. */}
            <div className="-mt-8 flex flex-wrap items-end gap-x-3 gap-y-2 md:-mt-10 md:gap-x-4">
              <div className="flex min-w-0 flex-auto items-end gap-3 md:gap-4">
                <span className="block flex-none rounded-full bg-t-ground p-1">
                  <Avatar src={avatar} name={name} size={120} live={live} online={online} className="max-md:size-[76px]!" />
                </span>
                <div className="min-w-0 flex-1 pb-0.5">
                  <h1>
                    <Name size={24} verified={verified}>
                      {name}
                    </Name>
                  </h1>
                  <p className="truncate text-14 text-muted">@{handle}</p>
                </div>
              </div>
              {actions && <div className="flex flex-wrap items-center justify-end gap-2 pb-1 max-md:hidden">{actions}</div>}
            </div>
            {bio}
            {stats.length > 0 && <p className="num -mt-1 text-14 text-muted">{figures}</p>}
            {actions && (
              <div className="flex flex-wrap items-center gap-2 md:hidden [&>*:first-child]:flex-1 [&>*:first-child]:px-3!">{actions}</div>
            )}
            {under}
            {note}
          </div>
          {children}
        </div>
        {offer && <div className="relative z-[2] self-start max-lg:hidden lg:pt-4">{offer}</div>}
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
