import { useTranslation } from 'react-i18next'
import type { Draft } from '#web/catalogue/feeds/compose/draft.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type StreamPanelProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; error: string | undefined }

/** When an announced stream begins. */
export function StreamPanel({ draft, onChange, error }: StreamPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('composer.stream')}>
      <TextField
        type="datetime-local"
        label={t('composer.streamingAt')}
        hint={t('composer.streamingAt.hint')}
        value={draft.streamingAt}
        error={error}
        onChange={(event) => onChange({ streamingAt: event.target.value })}
      />
    </Panel>
  )
}
