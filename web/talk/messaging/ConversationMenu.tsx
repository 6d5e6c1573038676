import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  BellOff,
  Flag,
  Mail,
  MailOpen,
  Megaphone,
  MegaphoneOff,
  Pin,
  PinOff,
  UserRound,
  UserRoundPen,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Conversation } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useHearing } from '#web/talk/messaging/hearing.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { lazy } from '#web/ui/network.ts'

// Few block anybody.
const BlockDialog = lazy(() => import('#web/people/blocks/BlockDialog.tsx').then((file) => ({ default: file.BlockDialog })))

const FanSheet = lazy(() => import('#web/talk/messaging/FanSheet.tsx').then((file) => ({ default: file.FanSheet })))

const changed = ['messaging.search', 'messaging.conversation', 'me.user'] as const

type ConversationMenuProps = {
  conversation: Conversation
  /** Of the one that is open, out of it: whoever wants to read it later is not reading it any more. */
  onLeave: (() => void) | undefined
}

/** What one makes of a conversation, for oneself alone; and blocking, which asks first. */
export function ConversationMenu({ conversation, onLeave }: ConversationMenuProps) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<boolean>()
  const [about, setAbout] = useState<boolean>()
  const campaigns = useHearing(conversation)
  const { recipientInfo: other } = conversation
  const reporting = useReport({ target: other.isPerformer ? 'performer' : 'user', id: other._id })
  const { _id: id, recipientInfo: who, isPinned, isArchived, isMuted, isMarkedUnread, isBlocked, isSubscribed } = conversation
  // What is open is read, whatever was known of it when it was asked for.
  const isOpen = onLeave !== undefined
  const isMarked = isMarkedUnread && !isOpen

  const { act: arrange } = useAct(
    (api, _once, how: { isPinned?: boolean; isArchived?: boolean; isMuted?: boolean; isMarkedUnread?: boolean }) =>
      api.messaging.arrange({ id, ...how }),
    {
      refreshes: changed,
      done(_shown, how) {
        if (how.isMarkedUnread) onLeave?.()
      },
      said: (_shown, how) =>
        how.isArchived
          ? { text: t('messages.archived.done', { name: who.name }), undo: () => void arrange({ isArchived: false }) }
          : undefined,
    },
  )
  const { act: block, busy } = useAct((api, once) => api.blocks.blockUser({ targetId: who._id }, once), {
    refreshes: changed,
    said: () => t('blocks.toast', { name: who.name }),
    done: () => setAsks(false),
    refused: () => setAsks(false),
  })
  return (
    <>
      <Menu
        label={t('messages.menu', { name: who.name })}
        entries={[
          // What is unread by itself needs no mark, where there is nothing there is nothing to read.
          ...(conversation.lastMessage && (isMarked || isOpen || conversation.totalNotSeenMessages === 0)
            ? [
                {
                  label: t(isMarked ? 'messages.unread.unmark' : 'messages.unread.mark'),
                  icon: isMarked ? MailOpen : Mail,
                  onChoose: () => void arrange({ isMarkedUnread: !isMarked }),
                },
              ]
            : []),
          {
            label: t(isPinned ? 'messages.unpin' : 'messages.pin'),
            icon: isPinned ? PinOff : Pin,
            onChoose: () => void arrange({ isPinned: !isPinned }),
          },
          {
            label: t(isArchived ? 'messages.unarchive' : 'messages.archive'),
            icon: isArchived ? ArchiveRestore : Archive,
            onChoose: () => void arrange({ isArchived: !isArchived }),
          },
          {
            label: t(isMuted ? 'messages.unmute' : 'messages.mute'),
            icon: isMuted ? Bell : BellOff,
            onChoose: () => void arrange({ isMuted: !isMuted }),
          },
          ...(campaigns
            ? [
                {
                  label: t(campaigns.areHeard ? 'messages.toMany.leave' : 'messages.toMany.return'),
                  icon: campaigns.areHeard ? MegaphoneOff : Megaphone,
                  onChoose: () => campaigns.hear(!campaigns.areHeard),
                },
              ]
            : []),
          ...(who.isPerformer
            ? []
            : [{ label: t('messages.fan', { name: who.name }), icon: UserRoundPen, onChoose: () => setAbout(true) }]),
          ...(who.isPerformer ? [{ label: t('messages.profile', { name: who.name }), icon: UserRound, to: `/${who.username}` }] : []),
          { ...reporting.entry, icon: Flag },
          ...(isBlocked ? [] : [{ label: t('blocks.block'), icon: Ban, danger: true, onChoose: () => setAsks(true) }]),
        ]}
      />
      {reporting.sheet}
      {about !== undefined && (
        <Suspense fallback={null}>
          <FanSheet fan={who} open={about} onOpenChange={setAbout} />
        </Suspense>
      )}
      {asks !== undefined && (
        <Suspense fallback={null}>
          <BlockDialog
            name={who.name}
            endsSubscription={who.isPerformer && isSubscribed}
            open={asks}
            onOpenChange={setAsks}
            loading={busy}
            onConfirm={() => void block()}
          />
        </Suspense>
      )}
    </>
  )
}
