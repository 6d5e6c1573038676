import { Flag, Share2, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { useShare } from '#web/app/share.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { MenuOpened } from '#web/ui/MenuOpened.tsx'

/** What stands behind a post's three dots: fetched when somebody presses them. */
export function PostMenu({ feed: { _id: id, performer, title }, trigger }: { feed: Feed; trigger: ReactElement }) {
  const { t } = useTranslation()
  const me = useMe()
  const share = useShare()
  const { entry, sheet } = useReport({ target: 'feed', id })
  return (
    <>
      <MenuOpened
        trigger={trigger}
        entries={[
          { label: t('post.copyLink'), icon: Share2, onChoose: () => void share(`/posts/${id}`, title || performer.name) },
          { label: t('post.toProfile', { name: performer.name }), icon: UserRound, to: `/${performer.username}` },
          ...(me?.performerId === performer._id ? [] : [{ ...entry, icon: Flag }]),
        ]}
      />
      {sheet}
    </>
  )
}
