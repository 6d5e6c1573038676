import { useTranslation } from '#web/app/say.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Name } from '#web/ui/Name.tsx'

/** Whose works are open: six beside each other, on a phone one under the other. */
export function Residents({ creators }: { creators: readonly { performer: PerformerCard; tagline: string; totalWorks: number }[] }) {
  const { t } = useTranslation()
  return (
    <ul className="md:grid md:grid-cols-6 md:gap-4">
      {creators.map(({ performer, tagline, totalWorks }) => (
        <li
          key={performer._id}
          className="flex min-w-0 items-center gap-3.5 py-2.5 max-md:border-t max-md:border-line md:grid md:content-start md:gap-3 md:py-0"
        >
          <Avatar src={performer.avatar} name={performer.name} size={64} to={`/${performer.username}`} />
          <span className="min-w-0">
            <Name to={`/${performer.username}`}>{performer.name}</Name>
            {/* In their own words; who has said nothing is known by what they hung up. */}
            <span className="num line-clamp-2 text-14 text-muted">{tagline || t('landing.totalWorks', { count: totalWorks })}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
