import { useTranslation } from '#web/app/say.ts'
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import type { ItemOf } from '#contract/catalogue/items.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

export type Stands = Pick<ItemOf<WorkKind>, 'status' | 'scheduledAt' | 'expiresAt' | 'createdAt'>

export const statuses = ['active', 'pending_review', 'rejected', 'inactive', 'file-error'] as const
const tones = { active: 'ok', pending_review: 'waiting', rejected: 'bad', inactive: 'quiet', 'file-error': 'bad' } as const

/** Where a work stands, by its status and its own clock. */
export function stateOf(work: Stands, now: number): Stands['status'] | 'scheduled' | 'expired' {
  if (work.status !== 'active') return work.status
  if (work.expiresAt && Date.parse(work.expiresAt) <= now) return 'expired'
  return work.scheduledAt && Date.parse(work.scheduledAt) > now ? 'scheduled' : 'active'
}

export function WorkState({ work, now }: { work: Stands; now: number }) {
  const { t } = useTranslation()
  const state = stateOf(work, now)
  return <StateDot tone={state === 'scheduled' || state === 'expired' ? 'quiet' : tones[state]}>{t(`studio.state.${state}`)}</StateDot>
}

/** When it was, or will be, there for others. */
export function WorkTime({ work, now }: { work: Stands; now: number }) {
  const { t } = useTranslation()
  if (stateOf(work, now) !== 'scheduled' || !work.scheduledAt) return <RelativeTime at={work.createdAt} now={now} />
  return (
    <>
      {t('studio.scheduledFor')}
      <RelativeTime at={work.scheduledAt} now={now} show="moment" />
    </>
  )
}
