import { Check } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { Tier } from '#contract/money/offers.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'

const plain = 'plain'

/** The plain subscription and the creator's tiers, each with its month; what the chosen one brings stands under them. */
export function TierCards({
  monthlyPrice,
  tiers,
  tier,
  onChange,
}: {
  monthlyPrice: number
  tiers: readonly Tier[]
  tier: Tier | undefined
  onChange: (tier: Tier | undefined) => void
}) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  if (tiers.length === 0) return null
  return (
    <div className="grid gap-3">
      <RadioCards
        showLabel
        label={t('subscribe.tiers')}
        value={tier?._id ?? plain}
        onChange={(id) => onChange(tiers.find((each) => each._id === id))}
        cards={[
          { value: plain, label: t('subscribe.plainTier'), amount: t('subscribe.per.monthly', { amount: money(monthlyPrice) }) },
          ...tiers.map((each) => ({
            value: each._id,
            label: each.name,
            amount: t('subscribe.per.monthly', { amount: money(each.monthlyPrice) }),
          })),
        ]}
      />
      {tier && <Benefits tier={tier} />}
    </div>
  )
}

function Benefits({ tier }: { tier: Tier }) {
  const { t } = useTranslation()
  const lines = [...(tier.freeMessages ? [t('subscribe.freeMessages')] : []), ...tier.benefits]
  return (
    <div className="grid gap-2 text-14">
      {tier.description && <p className="text-muted">{tier.description}</p>}
      <ul aria-label={t('subscribe.benefits', { tier: tier.name })} className="grid gap-1.5">
        {lines.map((line) => (
          <li key={line} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 flex-none text-success-text" />
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
