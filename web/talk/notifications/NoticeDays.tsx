import {
  ClipboardCheck,
  HandCoins,
  Landmark,
  LockOpen,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageSquare,
  Package,
  Repeat,
  Reply,
  ShieldCheck,
  Sparkles,
  UserPlus,
  WandSparkles,
} from 'lucide-react'
import { Link } from 'react-router'
import type { NoticeKind } from '#contract/talk/notice-names.ts'
import type { Notice } from '#contract/talk/notifications.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { byDay } from '#web/money/wallet/days.ts'
import { useDayName } from '#web/talk/messaging/words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type NoticeDaysProps = {
  notices: Notice[]
  /** The last one above: a day that goes on is not named again. */
  before: Notice | undefined
  now: number
}

export function NoticeDays({ notices, before, now }: NoticeDaysProps) {
  const { timeZone } = useSpeech()
  const dayName = useDayName(now)
  const above = before && dayIn(Date.parse(before.createdAt), timeZone)
  return byDay(notices, timeZone).map(({ date, items }) => (
    <section key={date} className={cx('grid gap-1', date === above && '-mt-6')}>
      {date !== above && <h2 className="num px-4 text-14 font-normal text-muted md:px-0">{dayName(Date.parse(items[0]!.createdAt))}</h2>}
      <Card className="overflow-hidden">
        <ul>
          {items.map((notice) => (
            <Row key={notice._id} notice={notice} now={now} />
          ))}
        </ul>
      </Card>
    </section>
  ))
}

const icons: Readonly<Record<NoticeKind, LucideIcon>> = {
  message: MessageCircle,
  comment: MessageSquare,
  reply: Reply,
  post: Sparkles,
  sale: LockOpen,
  tip: HandCoins,
  subscriber: UserPlus,
  order: Package,
  request: WandSparkles,
  subscription: Repeat,
  payout: Landmark,
  review: ClipboardCheck,
  campaign: Megaphone,
  account: ShieldCheck,
}

/** A press leads to the thing, and it was read. */
function Row({ notice: { _id, kind, text, path, actor, isRead, createdAt }, now }: { notice: Notice; now: number }) {
  const { t } = useTranslation()
  const { act } = useAct((api) => api.notifications.read({ ids: [_id] }), {
    refreshes: ['notifications.list', 'notifications.totalUnread', 'me.user'],
    // They are somewhere else by now; the dot stays until it is pressed again.
    refused: () => true,
  })
  const Icon = icons[kind]
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={path}
        onClick={() => void (isRead || act())}
        className="relative flex min-h-[72px] items-center gap-3 px-4 py-3 transition-colors hover:bg-hover active:bg-press"
      >
        <span className="relative flex-none">
          {actor ? (
            <Avatar name={actor.name} src={actor.avatar} />
          ) : (
            <span className="grid size-11 place-items-center rounded-full bg-well text-muted">
              <Icon aria-hidden="true" />
            </span>
          )}
          {actor && (
            <span className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-surface text-muted">
              <Icon aria-hidden="true" className="size-3.5" />
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block text-15 break-words', isRead && 'text-muted')}>{text}</span>
          <RelativeTime at={createdAt} now={now} className="text-13 text-muted" />
        </span>
        {!isRead && (
          <span className="size-2 flex-none rounded-full bg-link">
            <span className="sr-only">{t('notifications.unread')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
