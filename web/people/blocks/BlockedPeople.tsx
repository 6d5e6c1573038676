import { UserRoundX } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { type Blocked, blockedPeople } from '#web/people/blocks/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Name } from '#web/ui/Name.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** Whom I blocked, and the way back. Lifting a block can be undone, so nobody is asked first. */
export function BlockedPeople({ loaded }: { loaded: Blocked }) {
  const { t } = useTranslation()
  const now = useNow()
  const { data = loaded, error, mutate } = useQuery(blockedPeople(), loaded)

  const { act: unblock, during } = useAct((api, _once, { _id }: Blocked['data'][number]['target']) => api.blocks.unblockUser({ id: _id }), {
    refreshes: ['blocks.blockedUsers'],
    said: (_lifted, { _id, name }) => ({ text: t('mysettings.unblocked', { name }), undo: () => void blockAgain(_id) }),
  })
  const { act: blockAgain } = useAct((api, _once, targetId: string) => api.blocks.blockUser({ targetId }), {
    refreshes: ['blocks.blockedUsers'],
  })
  if (error) {
    return (
      <RefusedState
        look="inline"
        what={t('mysettings.blocked.failed')}
        why={sentenceOf(error, t('shell.tryLater'))}
        actions={
          <Button rank="second" size="sm" onClick={() => void mutate()}>
            {t('shell.error.retry')}
          </Button>
        }
      />
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={UserRoundX} look="bare">
        {t('mysettings.blocked.none')}
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3">
      {data.data.map(({ target, createdAt }) => (
        <li key={target._id} className="flex items-center gap-3">
          <Avatar src={target.avatar ?? null} name={target.name} />
          <span className="min-w-0 flex-1">
            <Name size={15}>{target.name}</Name>
            <span className="num block truncate text-13 text-muted">
              @{target.username} · <RelativeTime at={createdAt} now={now} />
            </span>
          </span>
          <Button
            rank="second"
            size="sm"
            loading={during?.[0]._id === target._id}
            aria-label={t('mysettings.unblock.of', { name: target.name })}
            onClick={() => void unblock(target)}
          >
            {t('mysettings.unblock')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
