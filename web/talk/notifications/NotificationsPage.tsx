import { useEffect } from 'react'
import { CheckCheck, Settings } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { requireMember } from '#web/app/guard.ts'
import { Pages } from '#web/app/Pages.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { NoticeDays } from '#web/talk/notifications/NoticeDays.tsx'
import { notices } from '#web/talk/notifications/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const isUnread = new URL(args.request.url).searchParams.get('show') === 'unread'
  return { isUnread, first: await load(args, notices(isUnread)) }
}

/** What one was told, newest first, by day. */
export function Component() {
  const { t } = useTranslation()
  const me = useMember()
  const now = useNow()
  const { isUnread, first } = useLoaderData<typeof loader>()
  const title = t('shell.notifications')
  const unread = me.unread.notifications
  // On a screen where the site is kept: a push raises the number (web/public/sw.js), and reading lowers it here.
  useEffect(() => {
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => {})
  }, [unread])
  const page = usePageTitle(title)
  const actions = (
    <>
      {unread > 0 && <ReadAll />}
      <IconButton label={t('notifications.settings')} to="/settings/notifications">
        <Settings />
      </IconButton>
    </>
  )
  return (
    <MainFrame place="notifications" top={{ title, back: '/home', actions }}>
      <title>{unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page}</title>
      <div className="max-md:sr-only">
        <PageTitle aside={<span className="flex max-md:hidden">{actions}</span>}>
          <span className="stage-name">{title}</span>
        </PageTitle>
      </div>
      <Pills
        label={t('notifications.filters')}
        pills={[
          { label: t('notifications.filter.all'), to: '/notifications', current: !isUnread },
          { label: t('notifications.filter.unread'), to: '/notifications?show=unread', current: isUnread },
        ]}
        className="mb-2"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Pages
          key={String(isUnread)}
          query={({ offset }) => notices(isUnread, offset)}
          loaded={first}
          waiting={<RowsSkeleton picture="round" />}
          draw={(items, _first, before) => <NoticeDays notices={items} before={before} now={now} />}
          empty={
            <EmptyState scene="letter" title={t('scenes.letter')}>
              {t(isUnread ? 'notifications.none.unread' : me.isPerformer ? 'notifications.none.creator' : 'notifications.none')}
            </EmptyState>
          }
        />
      </div>
    </MainFrame>
  )
}

/** All that happened until the press: what comes in meanwhile stays unread. */
function ReadAll() {
  const { t } = useTranslation()
  const { act, busy } = useAct((api) => api.notifications.read({}), {
    refreshes: ['notifications.list', 'notifications.totalUnread', 'me.user'],
    said: () => t('notifications.readAll.done'),
  })
  return (
    <IconButton label={t('notifications.readAll')} disabled={busy} onClick={() => void act()}>
      <CheckCheck />
    </IconButton>
  )
}
