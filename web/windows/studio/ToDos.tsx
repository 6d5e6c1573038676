import { CalendarRange, ChevronRight, CircleAlert, Clock, ImagePlus, type LucideIcon, Plus, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OwnProfile } from '#contract/windows/me.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type ToDo = {
  key: 'prices' | 'rejected' | 'firstPost' | 'avatar' | 'cover' | 'yearly' | 'pending'
  icon: LucideIcon
  to: string
  urgent?: boolean
  count?: number
}

/** Only what is true now; each leads to where it is done. */
export function ToDos({ profile, posts, rejected, pending }: { profile: OwnProfile; posts: number; rejected: number; pending: number }) {
  const { t } = useTranslation()
  const toDos: ToDo[] = []
  if (profile.pricesIn) toDos.push({ key: 'prices', icon: CircleAlert, to: '/creator/subscriptions-offer', urgent: true })
  if (rejected > 0) toDos.push({ key: 'rejected', icon: CircleAlert, to: '/creator/posts?status=rejected', urgent: true, count: rejected })
  if (posts === 0) toDos.push({ key: 'firstPost', icon: Plus, to: '/creator/publish' })
  if (!profile.avatar) toDos.push({ key: 'avatar', icon: UserRound, to: '/creator/account' })
  if (!profile.cover) toDos.push({ key: 'cover', icon: ImagePlus, to: '/creator/account' })
  if (!profile.pricesIn && profile.yearlyPrice === undefined)
    toDos.push({ key: 'yearly', icon: CalendarRange, to: '/creator/subscriptions-offer' })
  if (pending > 0) toDos.push({ key: 'pending', icon: Clock, to: '/creator/posts?status=pending_review', count: pending })
  return (
    <Panel title={t('studio.toDo')}>
      {toDos.length === 0 ? (
        <EmptyState scene="ghost" title={t('scenes.ghost')}>
          {t('studio.toDo.none')}
        </EmptyState>
      ) : (
        <ul>
          {toDos.map(({ key, icon: Icon, to, urgent, count }) => (
            <li key={key} className="border-t border-line first:border-t-0">
              <Link to={to} className="-mx-2 flex min-h-16 items-center gap-3 rounded-control px-2 transition-colors hover:bg-hover">
                <Icon aria-hidden="true" className={urgent ? 'flex-none text-onair' : 'flex-none text-muted'} />
                <span className="min-w-0 flex-1 py-2">
                  <span className="num block text-14 font-semibold">{t(`studio.toDo.${key}`, { count: count ?? 0 })}</span>
                  <span className="block text-13 text-muted">{t(`studio.toDo.${key}.note`)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-[18px] flex-none text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
