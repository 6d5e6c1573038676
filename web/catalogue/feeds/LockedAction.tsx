import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useQuery } from '#web/app/query.ts'
import type { Lock } from '#web/catalogue/works/lock.ts'
import { useAmounts } from '#web/money/payments/amounts.ts'
import { offer } from '#web/money/subscriptions/queries.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'

export type LockedActionProps = {
  feed: Feed
  lock: Lock
  busy: boolean
  onPress: () => void
  /** A pointer or the focus arrived: a press may follow. */
  onNear: () => void
}

/** The one act over a locked picture: it names what is needed and what it costs. */
export function LockedAction({ feed, lock, busy, onPress, onNear }: LockedActionProps) {
  const { t } = useTranslation()
  const asMember = useAsMember()
  const { number } = useAmounts()
  if (lock === 'not-for-creators') return <p className="text-14">{t('post.notForCreators')}</p>
  if (lock === 'birth-date') return <Button to="/settings">{t('post.confirmAge')}</Button>
  if (lock === 'sign-in') return <Button onClick={() => asMember(onPress)}>{t('post.signInToSee')}</Button>
  if (lock === 'follow')
    return (
      <Button loading={busy} onClick={() => asMember(onPress)}>
        {t('post.followToSee')}
      </Button>
    )
  if (lock === 'subscribe') return <SubscribeAction username={feed.performer.username} onPress={() => asMember(onPress)} onNear={onNear} />
  return (
    <Button onClick={() => asMember(onPress)} onPointerEnter={onNear} onFocus={onNear}>
      {t('unlock.button', { count: feed.price, amount: number(feed.price) })}
    </Button>
  )
}

/** The price is the performer's and not the post's: asked once for all posts of one performer on a page. */
function SubscribeAction({ username, onPress, onNear }: Pick<LockedActionProps, 'onPress' | 'onNear'> & { username: string }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { data } = useQuery(offer(username), undefined, { revalidateOnFocus: false, revalidateIfStale: false })
  return (
    <Button onClick={onPress} onPointerEnter={onNear} onFocus={onNear}>
      {data
        ? t('subscribe.button', { amount: t('subscribe.per.monthly', { amount: money(data.monthlyPrice) }) })
        : t('subscribe.subscribe')}
    </Button>
  )
}
