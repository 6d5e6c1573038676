import type { Segment, SegmentPart } from '#contract/talk/campaigns.ts'
import type { FanList } from '#contract/talk/fans.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'

/** Whom it is for, in words. */
export function useAudienceText(lists: readonly FanList[]): (segment: Segment) => string {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const part = ({ of, listId, atLeast = 0, since }: SegmentPart) => {
    if (of === 'list') return lists.find(({ _id }) => _id === listId)?.name ?? t('campaigns.part.goneList')
    if (of !== 'spenders') return t(`campaigns.part.${of}`)
    const spent = { count: atLeast, amount: number(atLeast) }
    return since === undefined ? t('campaigns.part.spent', spent) : t('campaigns.part.spentSince', { ...spent, since })
  }
  const join = (parts: readonly SegmentPart[]) => parts.map(part).join(t('campaigns.part.and'))
  return ({ include, exclude }) =>
    exclude.length > 0 ? t('campaigns.part.without', { these: join(include), those: join(exclude) }) : join(include)
}
