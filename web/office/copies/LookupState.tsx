import { useTranslation } from '#web/app/say.ts'
import { isUnderWay, type Lookup } from '#web/office/copies/queries.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

/** What came of it, in a word or a name. */
export function LookupState({ lookup }: { lookup: Lookup }) {
  const { t } = useTranslation()
  const { state, named } = lookup
  if (isUnderWay(lookup))
    return <StateDot tone="waiting">{t(state === 'waiting' ? 'copies.result.waiting' : 'copies.result.reading')}</StateDot>
  if (state === 'failed') return <StateDot tone="bad">{t('copies.result.failed')}</StateDot>
  const [first, ...others] = named
  if (!first) return <StateDot tone="quiet">{t('copies.result.nobody')}</StateDot>
  if (others.length > 0) return <StateDot tone="ok">{t('copies.result.several', { count: named.length })}</StateDot>
  const { person } = first
  return <StateDot tone="ok">{person ? t('copies.result.one', { username: person.username }) : t('copies.result.erased')}</StateDot>
}

/** What it is a copy of. */
export function useWorkTitle(): (lookup: Lookup) => string {
  const { t } = useTranslation()
  return ({ work, isKnown }) => {
    if (work) return work.title || t('copies.untitled')
    return t(isKnown ? 'copies.work.gone' : 'copies.work.none')
  }
}
