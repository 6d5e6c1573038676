import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'

/** Stays in sight while something is unsaved: on a phone above the bottom bar, on wide screens at the window's foot. */
export function SaveBar({ dirty, busy, onDiscard }: { dirty: boolean; busy: boolean; onDiscard: () => void }) {
  const { t } = useTranslation()
  if (!dirty && !busy) return null
  return (
    <div className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] z-10 -mx-4 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-3 md:bottom-0 md:-mx-5 md:-mb-5 md:rounded-b-card md:px-5">
      <p className="text-14 text-muted">{t('mysettings.unsaved')}</p>
      <div className="flex gap-2">
        <Button rank="text" onClick={onDiscard}>
          {t('mysettings.discard')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('mysettings.save')}
        </Button>
      </div>
    </div>
  )
}
