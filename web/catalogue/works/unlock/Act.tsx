import { useTranslation } from '#web/app/say.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import { useQuery } from '#web/app/query.ts'
import type { Lock } from '#web/catalogue/works/lock.ts'
import type { SaleWords } from '#web/catalogue/works/unlock/UnlockSheet.tsx'
import type { Unlockable } from '#web/catalogue/works/unlock/purchase.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { isOffered } from '#web/money/offers/offer.ts'
import { offer } from '#web/money/offers/queries.ts'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'

export type ActProps = {
  work: Pick<Unlockable, '_id' | 'price' | 'performer'>
  lock: Lock
  words?: Pick<SaleWords, 'act'> | undefined
  busy: boolean
  onPress: () => void
  /** A pointer or the focus arrived: a press may follow. */
  onNear: () => void
}

/** The one act over what is locked: it names what is needed and what that costs. */
export function Act({ work, lock, words, busy, onPress, onNear }: ActProps) {
  const { t } = useTranslation()
  const asMember = useAsMember()
  const knock = useKnock()
  const { number } = useAmounts()
  if (lock === 'open') return null
  if (lock === 'not-for-creators') return <p className="text-14">{t('post.notForCreators')}</p>
  const wish = { key: `see:${work._id}`, of: work.performer }
  if (lock === 'birth-date') return <Button onClick={() => knock({ ...wish, kind: 'see' }, () => {})}>{t('post.confirmAge')}</Button>
  if (lock === 'sign-in') return <Button onClick={() => asMember({ ...wish, kind: 'see' }, () => {})}>{t('post.signInToSee')}</Button>
  if (lock === 'subscribe') return <Subscribe performer={work.performer} onPress={onPress} onNear={onNear} />
  if (lock === 'follow') {
    return (
      <Button loading={busy} onClick={() => asMember({ ...wish, kind: 'follow' }, onPress)}>
        {t('post.followToSee')}
      </Button>
    )
  }
  return (
    <Button onClick={onPress} onPointerEnter={onNear} onFocus={onNear}>
      {words?.act ?? t('unlock.button', { count: work.price, amount: number(work.price) })}
    </Button>
  )
}

/** A free day where there is one for this reader, as on the profile. The price is the performer's and not the work's: asked once for all of one performer's on a page. */
function Subscribe({ performer, onPress, onNear }: Pick<ActProps, 'onPress' | 'onNear'> & { performer: PerformerCard }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { data } = useQuery(offer(performer.username), undefined, { revalidateOnFocus: false, revalidateIfStale: false })
  if (data && !isOffered(data)) return <p className="text-14">{t('subscribe.rests', { name: performer.name })}</p>
  return (
    <Button onClick={onPress} onPointerEnter={onNear} onFocus={onNear}>
      {data?.freeTrialDays
        ? t('subscribe.startTrial', { count: data.freeTrialDays })
        : data
          ? t('subscribe.button', { amount: t('subscribe.per.monthly', { amount: money(data.monthlyPrice) }) })
          : t('subscribe.subscribe')}
    </Button>
  )
}
