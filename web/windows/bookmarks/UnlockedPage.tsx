import { LockOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { bought } from '#web/windows/bookmarks/queries.ts'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, bought({ offset: 0 }))
}

/** Posts that I unlocked; they stay, whatever their creator does later. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const first = useLoaderData<typeof loader>()
  return (
    <MainFrame place="unlocked" top={{ title: t('shell.unlocked') }}>
      <title>{`${t('shell.unlocked')} · ${siteName}`}</title>
      <PageTitle>{t('shell.unlocked')}</PageTitle>
      <FeedList
        query={bought}
        loaded={first}
        empty={
          <EmptyState
            icon={LockOpen}
            action={
              <Button to="/explore" rank="second" size="sm">
                {t('home.explore')}
              </Button>
            }
          >
            {t('saved.emptyBought')}
          </EmptyState>
        }
      />
    </MainFrame>
  )
}
