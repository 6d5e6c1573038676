import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

export const statuses = ['active', 'pending_review', 'rejected', 'inactive', 'file-error'] as const
const tones = { active: 'ok', pending_review: 'waiting', rejected: 'bad', inactive: 'quiet', 'file-error': 'bad' } as const

/** Where a post stands, by its status and its own clock. */
export function stateOf(post: Pick<Feed, 'status' | 'scheduledAt' | 'expiresAt'>, now: number): Feed['status'] | 'scheduled' | 'expired' {
  if (post.status !== 'active') return post.status
  if (post.expiresAt && Date.parse(post.expiresAt) <= now) return 'expired'
  return post.scheduledAt && Date.parse(post.scheduledAt) > now ? 'scheduled' : 'active'
}

export function PostState({ post, now }: { post: Feed; now: number }) {
  const { t } = useTranslation()
  const state = stateOf(post, now)
  return <StateDot tone={state === 'scheduled' || state === 'expired' ? 'quiet' : tones[state]}>{t(`studio.state.${state}`)}</StateDot>
}

/** When it was, or will be, there for others. */
export function PostTime({ post, now }: { post: Feed; now: number }) {
  const { t } = useTranslation()
  if (stateOf(post, now) !== 'scheduled' || !post.scheduledAt) return <RelativeTime at={post.createdAt} now={now} />
  return (
    <>
      {t('studio.scheduledFor')} <RelativeTime at={post.scheduledAt} now={now} show="moment" />
    </>
  )
}
