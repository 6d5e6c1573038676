import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { lockOf } from '#web/catalogue/works/lock.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAmounts } from '#web/app/amounts.ts'

/** What a locked work asks for, in a word; undefined for an open one. */
export function useNeeds(): (work: Pick<Feed, 'canView' | 'isSale' | 'price'>) => string | undefined {
  const { t } = useTranslation()
  const me = useMe()
  const { number } = useAmounts()
  return (work) => {
    const lock = lockOf(work, me)
    if (lock === 'open') return undefined
    if (work.isSale === 'ppv') return t('unlock.tokens', { count: work.price, amount: number(work.price) })
    if (lock === 'birth-date') return t('profile.needs.age')
    return t(`profile.needs.${work.isSale}`)
  }
}
