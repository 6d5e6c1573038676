import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { PerformerListing } from '#contract/people/person.ts'
import { useMe } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { isOffered } from '#web/money/offers/offer.ts'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { Name } from '#web/ui/Name.tsx'
import { coverSources } from '#web/ui/sources.ts'
import { Figures } from '#web/windows/directory/Figures.tsx'

/** A performer to choose: a piece of the cover, who it is, two lines of words, what a month costs. */
export function PerformerTile({ performer }: { performer: PerformerListing }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const me = useMe()
  const to = `/${performer.username}`
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <Link to={to} tabIndex={-1} aria-hidden="true" className="block h-28 bg-well">
        {performer.cover && (
          <img
            src={performer.cover}
            srcSet={coverSources(performer.cover)}
            sizes="(min-width: 768px) 340px, 100vw"
            alt=""
            width={1500}
            height={500}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        )}
      </Link>
      <div className="flex flex-1 flex-col px-4 pb-4">
        <div className="-mt-7 flex items-end justify-between gap-2">
          <span className="relative rounded-full bg-surface p-1">
            <Avatar name={performer.name} src={performer.avatar} size={64} live={performer.isLive} online={performer.isOnline} to={to} />
          </span>
          {me?.performerId !== performer._id && <FollowButton performer={performer} followed={performer.isFollowed} />}
        </div>
        <h2 className="mt-1">
          <Name verified={performer.isVerified} to={to}>
            {performer.name}
          </Name>
        </h2>
        <p className="truncate text-13 text-muted">@{performer.username}</p>
        {performer.liveId !== undefined && (
          <Link
            to={`/live/${performer.liveId}`}
            className="mt-1 inline-flex min-h-11 items-center gap-2 justify-self-start text-14 font-semibold"
          >
            <LiveBadge />
            <span className="text-link hover:underline">{t('explore.watch')}</span>
          </Link>
        )}
        <p dir="auto" className="mt-2 line-clamp-2 min-h-[2.9em] text-14 text-pretty">
          {performer.bio}
        </p>
        <p className="num mt-auto flex items-baseline justify-between gap-3 pt-3 text-13 text-muted">
          <span className="truncate">
            <Figures of={performer} />
          </span>
          <span className="flex-none font-semibold text-text">
            {performer.isSubscribed
              ? t('explore.subscribed')
              : isOffered(performer) && t('subscribe.per.monthly', { amount: money(performer.monthlyPrice) })}
          </span>
        </p>
      </div>
    </Card>
  )
}
