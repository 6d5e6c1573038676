import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn } from '#web/app/zoned-time.ts'
import type { Draft } from '#web/catalogue/feeds/compose/draft.ts'
import { FormSection } from '#web/ui/FormCard.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'

type StreamSectionProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; error: string | undefined }

/** When an announced stream begins. */
export function StreamSection({ draft, onChange, error }: StreamSectionProps) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const today = dayIn(useNow(), timeZone)
  return (
    <FormSection isTitled title={t('composer.streamingAt')} aside={t('composer.streamingAt.hint')}>
      <MomentPicker
        label={t('composer.streamingAt')}
        value={draft.streamingAt}
        onChange={(streamingAt) => onChange({ streamingAt })}
        presets={[{ value: `${today}T21:30`, label: t('composer.times.tonight') }]}
        today={today}
        error={error}
      />
    </FormSection>
  )
}
