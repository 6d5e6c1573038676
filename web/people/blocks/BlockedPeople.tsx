import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow } from '#web/app/session.tsx'
import { type Blocked, blockedPeople } from '#web/people/blocks/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Name } from '#web/ui/Name.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Whom I blocked, and the way back. Lifting a block can be undone, so nobody is asked first. */
export function BlockedPeople({ loaded }: { loaded: Blocked }) {
  const { t } = useTranslation()
  const api = useApi()
  const now = useNow()
  const toast = useToast()
  const { data = loaded, error, mutate } = useQuery(blockedPeople(), loaded)
  const [busy, setBusy] = useState<string>()

  const unblock = async ({ _id, name }: Blocked['data'][number]['target']) => {
    setBusy(_id)
    try {
      await api.blocks.unblockUser({ id: _id })
      await refresh('blocks.blockedUsers')
      toast.show(t('mysettings.unblocked', { name }), { undo: () => void blockAgain(_id) })
    } catch (failure) {
      toast.show(sentenceOf(failure, t('shell.tryLater')), { failed: true })
    }
    setBusy(undefined)
  }
  const blockAgain = async (targetId: string) => {
    try {
      await api.blocks.blockUser({ targetId })
      await refresh('blocks.blockedUsers')
    } catch (failure) {
      toast.show(sentenceOf(failure, t('shell.tryLater')), { failed: true })
    }
  }
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
            loading={busy === target._id}
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
