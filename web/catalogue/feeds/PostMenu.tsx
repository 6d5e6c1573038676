import { Flag, Link2, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { MenuOpened } from '#web/ui/MenuOpened.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** What stands behind a post's three dots: fetched when somebody presses them. */
export function PostMenu({ feed: { _id: id, performer }, trigger }: { feed: Feed; trigger: ReactElement }) {
  const { t } = useTranslation()
  const me = useMe()
  const toast = useToast()
  const { entry, sheet } = useReport({ target: 'feed', id })
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(`/posts/${id}`, window.location.origin).href)
    toast.show(t('shell.copied'))
  }
  return (
    <>
      <MenuOpened
        trigger={trigger}
        entries={[
          { label: t('post.copyLink'), icon: Link2, onChoose: () => void copyLink() },
          { label: t('post.toProfile', { name: performer.name }), icon: UserRound, to: `/${performer.username}` },
          ...(me?.performerId === performer._id ? [] : [{ ...entry, icon: Flag }]),
        ]}
      />
      {sheet}
    </>
  )
}
