import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { type Followed, following } from '#web/people/follows/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Name } from '#web/ui/Name.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { Pages } from '#web/app/Pages.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, following())
}

/** Whom I follow, newest first. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const first = useLoaderData<typeof loader>()
  return (
    <MainFrame place="none" top={{ title: t('shell.following'), back: '/me' }}>
      <title>{`${t('shell.following')} · ${siteName}`}</title>
      <PageTitle up={{ to: '/me', label: t('shell.me') }}>{t('shell.following')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Pages
          query={({ offset }) => following(offset)}
          loaded={first}
          waiting={<RowsSkeleton picture="round" />}
          draw={(people) => <People people={people} />}
          empty={
            <EmptyState
              scene="seats"
              title={t('scenes.seats')}
              action={
                <Button to="/explore" rank="second" size="sm">
                  {t('home.explore')}
                </Button>
              }
            >
              {t('saved.emptyFollowing')}
            </EmptyState>
          }
        />
      </div>
    </MainFrame>
  )
}

function People({ people }: { people: Followed[] }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Card>
      <ul>
        {people.map(({ performer, since }) => (
          <li key={performer._id} className="flex min-h-[72px] items-center gap-3 border-t border-line px-4 first:border-t-0">
            <Avatar name={performer.name} src={performer.avatar} online={performer.isOnline} to={`/${performer.username}`} />
            <div className="min-w-0 flex-1">
              <h2 className="leading-none!">
                <Name size={15} verified={performer.isVerified} to={`/${performer.username}`}>
                  {performer.name}
                </Name>
              </h2>
              <p className="truncate text-13 text-muted">
                @{performer.username} · {t('saved.since')} <RelativeTime at={since} now={now} />
              </p>
            </div>
            <FollowButton performer={performer} followed />
          </li>
        ))}
      </ul>
    </Card>
  )
}
