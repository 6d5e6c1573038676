import { ChevronLeft, Ticket } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Conversation } from '#contract/talk/messaging.ts'
import { useTranslation } from '#web/app/say.ts'
import { ConversationMenu } from '#web/talk/messaging/ConversationMenu.tsx'
import { searchOf, type Wanted } from '#web/talk/messaging/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Name } from '#web/ui/Name.tsx'

/** Back to the list, at the place where one left it; to its beginning for whoever came here from elsewhere. */
export function useBack(wanted: Wanted): () => void {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { fromList?: true } | null }
  return () => void (state?.fromList ? navigate(-1) : navigate(`/messages${searchOf(wanted)}`))
}

/** Above the lines. On a phone the top bar says the same. */
export function ThreadHead({ conversation, onBack }: { conversation: Conversation; onBack: () => void }) {
  const { t } = useTranslation()
  const { recipientInfo: who, isSubscribed } = conversation
  return (
    <header className="flex min-h-16 items-center gap-3 px-4 py-3 max-md:hidden lg:px-7">
      <IconButton label={t('messages.back')} onClick={onBack} className="-ms-2 lg:hidden">
        <ChevronLeft />
      </IconButton>
      <h2 className="min-w-0 flex-1">
        <Who conversation={conversation} />
      </h2>
      {isSubscribed && (
        <span className="inline-flex flex-none items-center gap-1.5 rounded-badge bg-house-wash px-2 py-1 text-13 font-semibold text-house-text">
          <Ticket aria-hidden="true" className="size-4" />
          {t(who.isPerformer ? 'messages.subscribed' : 'messages.subscriber')}
        </span>
      )}
      <ConversationMenu conversation={conversation} onLeave={onBack} />
    </header>
  )
}

export function Who({ conversation: { recipientInfo: who } }: { conversation: Conversation }) {
  const inside = (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={who.name} src={who.avatar} size={40} online={who.isOnline} />
      <span className="min-w-0">
        <Name size={16}>{who.name}</Name>
        <span className="block truncate text-13 leading-tight font-normal text-muted">@{who.username}</span>
      </span>
    </span>
  )
  return who.isPerformer ? <Link to={`/${who.username}`}>{inside}</Link> : inside
}
