import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useQuery } from '#web/app/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { top } from '#web/windows/directory/queries.ts'

type Ranked = Awaited<ReturnType<typeof top.ask>>

/** The ranking of the last 30 days, one after the other to leaf through. */
export function TopStrip({ loaded }: { loaded: Ranked }) {
  const { t } = useTranslation()
  const { data: ranked = loaded } = useQuery(top, loaded)
  if (ranked.length < 3) return null
  return (
    <section aria-labelledby="top-performers" className="mt-4 mb-2">
      <h2 id="top-performers" className="text-16 max-md:px-4">
        {t('explore.top')}
      </h2>
      <ol className="quiet-scroll mt-2 flex gap-1 overflow-x-auto pb-2 max-md:px-2">
        {ranked.map(({ _id, username, name, avatar, isOnline, rank }) => (
          <li key={_id}>
            <Link to={`/${username}`} className="grid w-24 justify-items-center gap-1.5 rounded-card px-1 py-2 text-center hover:bg-hover">
              <span className="relative">
                <Avatar name={name} src={avatar} size={64} online={isOnline} />
                <span className="num absolute -end-1 -bottom-1 grid size-6 place-items-center rounded-full bg-media-chip text-13 font-semibold text-on-media ring-2 ring-bg">
                  {rank}
                </span>
              </span>
              <span className="w-full truncate text-13 font-semibold">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
