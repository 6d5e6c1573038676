import type { Stream } from '#contract/stage/live.ts'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** A private show goes on on its own page: here is the way back to it. */
export function Running({ stream: { _id, guest } }: { stream: Stream }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('privateShow.running')}>
      <div className="grid justify-items-start gap-4">
        {guest && <p className="text-15">{t('privateShow.running.with', { name: guest.name })}</p>}
        <Button to={`/live/${_id}`}>{t('privateShow.running.enter')}</Button>
      </div>
    </Panel>
  )
}
