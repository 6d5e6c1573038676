import { useTranslation } from '#web/app/say.ts'
import { useDevice } from '#web/talk/notifications/device.ts'
import { Button } from '#web/ui/Button.tsx'

/** Pushes to this very browser: what it is, and what can be done about it. */
export function ThisDevice() {
  const { t } = useTranslation()
  const { state, busy, turnOn, turnOff } = useDevice()
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-60" role="status">
        <p className="text-15">{t(`notifications.device.${state}`)}</p>
        {state !== 'looking' && <p className="text-13 text-muted">{t(`notifications.device.${state}.hint`)}</p>}
      </div>
      {state === 'off' && (
        <Button rank="second" size="sm" loading={busy} onClick={turnOn}>
          {t('notifications.device.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button rank="second" size="sm" loading={busy} onClick={turnOff}>
          {t('notifications.device.turnOff')}
        </Button>
      )}
    </div>
  )
}
