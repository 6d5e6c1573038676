import type { Conversation } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'

/** Why one cannot write here, and what one can do about it. */
export function Closed({ conversation: { recipientInfo: who, isBlocked, writing } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { name } = who
  const { act: unblock, busy } = useAct((api) => api.blocks.unblockUser({ id: who._id }), {
    refreshes: ['messaging.conversation', 'messaging.search', 'blocks.blockedUsers'],
    said: () => t('messages.closed.unblocked', { name }),
  })
  const [why, action] =
    writing.why === 'blocked'
      ? isBlocked
        ? [
            t('messages.closed.blocked', { name }),
            <Button key="unblock" rank="second" size="sm" loading={busy} onClick={() => void unblock()}>
              {t('messages.closed.unblock')}
            </Button>,
          ]
        : [t('messages.closed.blocking')]
      : writing.why === 'closed'
        ? [
            t('messages.closed', { name }),
            <Button key="subscribe" size="sm" to={`/${who.username}?subscribe=monthly`}>
              {t('messages.closed.subscribe')}
            </Button>,
          ]
        : writing.why === 'no_adult'
          ? [
              t('messages.closed.age'),
              <Button key="age" rank="second" size="sm" to="/settings">
                {t('messages.closed.age.go')}
              </Button>,
            ]
          : [t(writing.why === 'not_following' ? 'messages.closed.notFollowing' : 'messages.closed.gone', { name })]
  return (
    <div className="safe-bottom border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 lg:px-7">
        <p className="text-15 text-muted">{why}</p>
        {action}
      </div>
    </div>
  )
}
