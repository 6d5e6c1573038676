import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { kept } from '#web/windows/bookmarks/queries.ts'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, kept({ offset: 0 }))
}

/** Posts that I kept. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const first = useLoaderData<typeof loader>()
  return (
    <MainFrame place="bookmarks" top={{ title: t('shell.bookmarks') }}>
      <title>{`${t('shell.bookmarks')} · ${siteName}`}</title>
      <PageTitle>{t('shell.bookmarks')}</PageTitle>
      <FeedList
        query={kept}
        loaded={first}
        empty={
          <EmptyState
            icon={Bookmark}
            action={
              <Button to="/home?scope=discover" rank="second" size="sm">
                {t('saved.look')}
              </Button>
            }
          >
            {t('saved.emptyKept')}
          </EmptyState>
        }
      />
    </MainFrame>
  )
}
