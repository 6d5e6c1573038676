import { useTranslation } from '#web/app/say.ts'
import type { PayoutStatus } from '#contract/money/payouts.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

const tones = {
  pending: 'waiting',
  approved: 'waiting',
  processing: 'waiting',
  done: 'ok',
  rejected: 'bad',
  cancelled: 'quiet',
  returned: 'bad',
} as const

export function PayoutState({ status }: { status: PayoutStatus }) {
  const { t } = useTranslation()
  return <StateDot tone={tones[status]}>{t(`payouts.status.${status}`)}</StateDot>
}
