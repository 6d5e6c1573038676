import {
  AtSign,
  CalendarRange,
  CircleAlert,
  Clock,
  ImagePlus,
  type LucideIcon,
  MessageCircle,
  Package,
  Plus,
  Sparkles,
  UserRound,
} from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { kindNames } from '#contract/catalogue/kind-names.ts'
import type { OwnProfile, Waiting } from '#contract/windows/me.ts'
import { useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Count.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type ToDo = {
  key: string
  icon: LucideIcon
  to: string
  urgent?: boolean
  title: string
  note: string
  act: string
}

const dayMs = 86_400_000

/** Only what is true now, what others wait for first; each with the button that leads to where it is done. */
export function ToDos({ profile, waits, posts }: { profile: OwnProfile; waits: Waiting; posts: number }) {
  const { t } = useTranslation()
  const now = useNow()
  const toDos: ToDo[] = []
  const add = (toDo: ToDo | false) => toDo && toDos.push(toDo)
  const { orders, messages, requests, tags, refused, inReview } = waits
  const days = orders.oldestAt ? Math.floor((now - Date.parse(orders.oldestAt)) / dayMs) : 0
  add(
    profile.needsPrice === true && {
      key: 'firstPrice',
      icon: CircleAlert,
      to: '/creator/subscriptions-offer',
      urgent: true,
      title: t('studio.toDo.firstPrice'),
      note: t('studio.toDo.firstPrice.note'),
      act: t('studio.toDo.set'),
    },
  )
  add(
    profile.pricesIn !== undefined && {
      key: 'prices',
      icon: CircleAlert,
      to: '/creator/subscriptions-offer',
      urgent: true,
      title: t('studio.toDo.prices'),
      note: t('studio.toDo.prices.note'),
      act: t('studio.toDo.set'),
    },
  )
  add(
    orders.count > 0 && {
      key: 'orders',
      icon: Package,
      to: '/creator/orders',
      title: t('studio.toDo.orders', { count: orders.count }),
      note: days > 0 ? t('studio.toDo.orders.note', { count: days }) : t('studio.toDo.orders.today'),
      act: t('studio.toDo.send'),
    },
  )
  add(
    messages.count > 0 && {
      key: 'messages',
      icon: MessageCircle,
      to: '/messages?list=unanswered',
      title: t('studio.toDo.messages', { count: messages.count }),
      note: t('studio.toDo.messages.note'),
      act: t('studio.toDo.answer'),
    },
  )
  add(
    requests.count > 0 && {
      key: 'requests',
      icon: Sparkles,
      to: '/creator/requests',
      title: t('studio.toDo.requests', { count: requests.count }),
      note: t('studio.toDo.requests.note'),
      act: t('studio.toDo.see'),
    },
  )
  add(
    tags.count > 0 && {
      key: 'tags',
      icon: AtSign,
      to: '/creator/tagged',
      title: t('studio.toDo.tags', { count: tags.count }),
      note: t('studio.toDo.tags.note', { creator: tags.latest?.creator, title: tags.latest?.title || t('studio.untitled') }),
      act: t('studio.toDo.look'),
    },
  )
  for (const { kind, count } of refused)
    add({
      key: `refused ${kind}`,
      icon: CircleAlert,
      to: `/creator/${kindNames[kind].path}?status=rejected`,
      urgent: true,
      title: t(`studio.toDo.refused.${kind}`, { count }),
      note: t('studio.toDo.rejected.note'),
      act: t('studio.toDo.look'),
    })
  add(
    posts === 0 && {
      key: 'firstPost',
      icon: Plus,
      to: '/creator/publish',
      title: t('studio.toDo.firstPost'),
      note: t('studio.toDo.firstPost.note'),
      act: t('studio.publish'),
    },
  )
  add(
    !profile.avatar && {
      key: 'avatar',
      icon: UserRound,
      to: '/creator/account',
      title: t('studio.toDo.avatar'),
      note: t('studio.toDo.avatar.note'),
      act: t('studio.toDo.put'),
    },
  )
  add(
    !profile.cover && {
      key: 'cover',
      icon: ImagePlus,
      to: '/creator/account',
      title: t('studio.toDo.cover'),
      note: t('studio.toDo.cover.note'),
      act: t('studio.toDo.put'),
    },
  )
  add(
    !profile.pricesIn &&
      !profile.needsPrice &&
      profile.yearlyPrice === undefined && {
        key: 'yearly',
        icon: CalendarRange,
        to: '/creator/subscriptions-offer',
        title: t('studio.toDo.yearly'),
        note: t('studio.toDo.yearly.note'),
        act: t('studio.toDo.set'),
      },
  )
  for (const { kind, count } of inReview)
    add({
      key: `inReview ${kind}`,
      icon: Clock,
      to: `/creator/${kindNames[kind].path}?status=pending_review`,
      title: t(`studio.toDo.inReview.${kind}`, { count }),
      note: t('studio.toDo.pending.note'),
      act: t('studio.toDo.look'),
    })
  return (
    <Panel title={t('studio.toDo')} action={<Count count={toDos.length} />}>
      {toDos.length === 0 ? (
        <EmptyState scene="ghost" title={t('scenes.ghost')}>
          {t('studio.toDo.none')}
        </EmptyState>
      ) : (
        <ul className="-mb-2">
          {toDos.map(({ key, icon: Icon, to, urgent, title, note, act }) => (
            <li key={key} className="flex min-h-16 items-center gap-3 border-t border-line first:border-t-0">
              <Icon aria-hidden="true" className={urgent ? 'flex-none text-onair' : 'flex-none text-muted'} />
              <span className="min-w-0 flex-1 py-2">
                <span className="num block text-14 font-semibold">{title}</span>
                <span className="num line-clamp-2 text-13 text-muted">{note}</span>
              </span>
              <Button rank="second" size="sm" to={to} aria-label={`${act} ${title}`}>
                {act}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
