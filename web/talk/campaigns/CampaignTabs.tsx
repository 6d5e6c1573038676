import { useTranslation } from '#web/app/say.ts'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'

const places = { campaigns: '/creator/campaigns', automations: '/creator/automations', replies: '/creator/replies' } as const

/** What is said to many, by rule, and again and again. */
export function CampaignTabs({ current }: { current: keyof typeof places }) {
  const { t } = useTranslation()
  return (
    <LinkTabs
      label={t('campaigns.title')}
      tabs={(['campaigns', 'automations', 'replies'] as const).map((place) => ({
        label: t(`campaigns.tab.${place}`),
        to: places[place],
        current: place === current,
      }))}
    />
  )
}
