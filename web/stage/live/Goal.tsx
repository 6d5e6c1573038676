import type { TipGoal } from '#contract/stage/tipping.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { cx } from '#web/ui/cx.ts'
import { Footlights } from '#web/ui/Footlights.tsx'

/** What a show hopes to reach, and how far it is. @param onMedia over the picture, on a phone */
export function Goal({ goal: { amount, title, raised, reachedAt }, onMedia = false }: { goal: TipGoal; onMedia?: boolean }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const name = title === '' ? t('show.goal') : title
  return (
    <section aria-label={t('show.goal')} className={cx('grid gap-2', onMedia && 'text-on-media')}>
      <p className="flex items-baseline gap-2">
        <b className="stage-name min-w-0 flex-1 truncate text-18">{name}</b>
        <span className="num text-14 whitespace-nowrap">
          <b className={cx('stage-figure text-18', !onMedia && 'text-house-text')}>{number(raised)}</b> / {number(amount)}
        </span>
      </p>
      <Footlights
        share={raised / amount}
        label={name}
        valueText={t('show.goal.far', { raised: number(raised), amount: number(amount) })}
        onMedia={onMedia}
      />
      {reachedAt && (
        <p role="status" className="text-14 font-semibold">
          {t('show.goal.reached')}
        </p>
      )}
    </section>
  )
}
