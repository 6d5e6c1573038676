import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { CardChoice } from '#web/money/payments/CardChoice.tsx'
import type { TopUp } from '#web/money/payments/top-up.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

/** Inside a sheet whose price is above the balance: what is missing, and what would be enough. */
export function TopUpChoice({ missing, then, topUp }: { missing: number; then: ReactNode; topUp: TopUp }) {
  const { t } = useTranslation()
  const { number, money } = useAmounts()
  const most = topUp.isPart ? topUp.options?.[0] : undefined
  return (
    <div className="grid gap-3">
      <p className="text-15 leading-relaxed!">
        <span className="num font-semibold">{t('unlock.missing', { count: missing, amount: number(missing) })}</span>
        <span className="text-muted">
          {most === undefined ? then : t('unlock.mostAtOnce', { count: most.tokens, amount: number(most.tokens) })}
        </span>
      </p>
      {!topUp.options && (
        <Waiting>
          <div className="grid gap-2">
            <Bone className="h-14 rounded-control" />
            <Bone className="h-14 rounded-control" />
          </div>
        </Waiting>
      )}
      {topUp.options && (
        <RadioCards
          label={t('unlock.topUp')}
          value={topUp.chosen?.id}
          onChange={topUp.choose}
          cards={topUp.options.map((option) => ({
            value: option.id,
            label: t('unlock.tokens', { count: option.tokens, amount: number(option.tokens) }),
            ...(option.saved > 0 && { gain: t('unlock.saved', { amount: money(option.saved) }) }),
            amount: money(option.price),
          }))}
        />
      )}
      {topUp.chosen && <CardChoice {...topUp.paying} />}
    </div>
  )
}
