import type { Campaign } from '#contract/talk/campaigns.ts'
import { useTranslation } from '#web/app/say.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

const tones = { scheduled: 'waiting', sending: 'waiting', sent: 'ok', cancelled: 'quiet', unsending: 'waiting', unsent: 'quiet' } as const

export function CampaignState({ state }: Pick<Campaign, 'state'>) {
  const { t } = useTranslation()
  return <StateDot tone={tones[state]}>{t(`campaigns.state.${state}`)}</StateDot>
}
