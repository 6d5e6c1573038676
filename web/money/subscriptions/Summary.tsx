import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Promotion, Tier } from '#contract/money/offers.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { lowered, type Plan, priceOf } from '#web/money/offers/offer.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { Sums } from '#web/ui/Sums.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type SummaryProps = {
  profile: PerformerProfile
  plan: Plan
  tier: Tier | undefined
  promotion: Promotion | undefined
  /** Everything else that there is to choose: folded, because it was chosen already. */
  children: ReactNode
}

const dayMs = 86_400_000

/** What was chosen, as the ticket says it: today, and from when on how much. */
export function Summary({ profile, plan, tier, promotion, children }: SummaryProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { locale, timeZone } = useSpeech()
  const { currency } = useSettings()
  const now = useNow()
  const isTrial = plan === 'free'
  const term = isTrial ? 'monthly' : plan
  const full = t(`subscribe.per.${term}`, { amount: money(priceOf(tier ?? profile, term)) })
  const day = writeDay(now + (profile.freeTrialDays ?? 0) * dayMs, now, locale, timeZone)
  const today = isTrial || promotion ? money(lowered(priceOf(tier ?? profile, plan), promotion, currency)) : full
  return (
    <div className="grid gap-3">
      <Sums
        lines={[
          { label: t('door.subscribe.today'), value: today },
          ...(isTrial ? [{ label: t('door.subscribe.from', { day }), value: full }] : []),
          ...(promotion ? [{ label: t('door.subscribe.then'), value: full }] : []),
        ]}
      />
      <p className="text-14 text-muted">{t(isTrial ? 'door.subscribe.nothingYet' : 'subscribe.cancelNote')}</p>
      <details className="group border-t border-line">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-14 hover:text-link">
          {t('profile.otherPlans')}
          <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
        </summary>
        <div className="grid gap-4 pt-1 pb-2">{children}</div>
      </details>
    </div>
  )
}
