import { BellOff, Lock, Pin } from 'lucide-react'
import { Link } from 'react-router'
import type { Conversation } from '#contract/talk/messaging.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { ConversationMenu } from '#web/talk/messaging/ConversationMenu.tsx'
import { draftOf } from '#web/talk/messaging/drafts.ts'
import { useGist } from '#web/talk/messaging/inside.ts'
import { useTipText, useWhen } from '#web/talk/messaging/words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { Name } from '#web/ui/Name.tsx'

type ConversationRowProps = { conversation: Conversation; isOpen: boolean; search: string; now: number; onLeave: () => void }

/** Who, when, and the last thing that was said. */
export function ConversationRow({ conversation, isOpen, search, now, onLeave }: ConversationRowProps) {
  const { t } = useTranslation()
  const when = useWhen(now)
  const aside = 'pointer-fine:group-hover:opacity-0 group-has-[[aria-haspopup]:focus-visible]:opacity-0'
  const { _id, recipientInfo: who, lastMessageCreatedAt, totalNotSeenMessages: unread, isPinned, isMuted, isMarkedUnread } = conversation
  return (
    <li
      className={cx(
        'group relative flex items-center gap-3 px-4 transition-colors max-lg:border-b max-lg:border-line lg:rounded-control lg:px-3',
        isOpen ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <Link
        to={{ pathname: `/messages/${_id}`, search }}
        state={{ fromList: true }}
        aria-current={isOpen ? 'page' : undefined}
        className="flex min-h-[72px] min-w-0 flex-1 items-center gap-3 py-2 outline-offset-[-2px]"
      >
        <Avatar name={who.name} src={who.avatar} size={48} online={who.isOnline} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <Name size={16} className="flex-1">
              {who.name}
            </Name>
            {isPinned && (
              <span className="flex-none self-center text-muted">
                <Pin aria-hidden="true" className="size-4" />
                <span className="sr-only">{t('messages.pinned')}</span>
              </span>
            )}
            {isMuted && (
              <span className="flex-none self-center text-muted">
                <BellOff aria-hidden="true" className="size-4" />
                <span className="sr-only">{t('messages.muted')}</span>
              </span>
            )}
            {lastMessageCreatedAt && (
              <time dateTime={lastMessageCreatedAt} className={cx('num flex-none text-13 text-muted', aside)}>
                {when(Date.parse(lastMessageCreatedAt))}
              </time>
            )}
          </span>
          <span className="flex items-center gap-2">
            <span className={cx('min-w-0 flex-1 truncate text-14', unread > 0 || isMarkedUnread ? 'font-semibold' : 'text-muted')}>
              <LastLine conversation={conversation} isOpen={isOpen} />
            </span>
            <Price conversation={conversation} className={aside} />
            {unread > 0 && (
              <>
                <span aria-hidden="true" className={cx('flex', aside)}>
                  <Count count={unread} />
                </span>
                <span className="sr-only">{t('messages.unread', { count: unread })}</span>
              </>
            )}
            {unread === 0 && isMarkedUnread && (
              <span className={cx('flex size-5 flex-none items-center justify-center', aside)}>
                <span aria-hidden="true" className="size-2.5 rounded-full bg-house" />
                <span className="sr-only">{t('messages.unread.marked')}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
      {/* In the place of the time. With a finger the same stands in the conversation. */}
      <div className="absolute top-1/2 end-2 -translate-y-1/2 opacity-0 group-hover:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:hidden">
        <ConversationMenu conversation={conversation} onLeave={isOpen ? onLeave : undefined} />
      </div>
    </li>
  )
}

/** What one is to pay to see the last line, or what the other one paid to write it. */
function Price({ conversation: { lastMessage: message }, className }: { conversation: Conversation; className: string }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const me = useMember()
  if (!message || message.isDeleted || message.senderId === me._id || message.type === 'tip') return null
  const isLocked = message.price !== undefined && message.isBought === false
  const count = isLocked ? message.price : message.isReturned ? undefined : message.amount
  if (count === undefined) return null
  return (
    <span className={cx('num flex flex-none items-center gap-1 text-13 text-muted', className)}>
      {isLocked && (
        <>
          <Lock aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{t('messages.locked')}</span>
        </>
      )}
      {t('messages.paid', { count, amount: number(count) })}
    </span>
  )
}

function LastLine({
  conversation: { _id, lastMessage: message, recipientInfo, totalNotSeenMessages: unread },
  isOpen,
}: {
  conversation: Conversation
  isOpen: boolean
}) {
  const { t } = useTranslation()
  const me = useMember()
  const tipText = useTipText()
  const gistOf = useGist()
  const isHydrated = useIsHydrated()
  // What is new comes before what one left unfinished.
  const draft = isHydrated && !isOpen && unread === 0 ? draftOf(me._id, _id) : ''
  if (draft !== '') return t('messages.draft', { text: draft })
  if (!message) return null
  const isOwn = message.senderId === me._id
  if (message.isDeleted) return t(message.isRemoved ? 'messages.removed' : 'messages.deleted')
  if (message.type === 'tip') return tipText(message, isOwn, recipientInfo.name)
  if (message.isHeld) return t('messages.held')
  if (message.type === 'request') return t('requests.gist', { text: message.text })
  return isOwn ? t('messages.you', { text: gistOf(message) }) : gistOf(message)
}
