import { useTranslation } from '#web/app/say.ts'
import type { Preferences, Prefer } from '#web/talk/notifications/queries.ts'
import { Select } from '#web/ui/Select.tsx'
import { Switch } from '#web/ui/Switch.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const usual = { from: '22:00', to: '07:00' }

/** When one sleeps, and when the day's letter comes. */
export function NoticeHours({ now, prefer }: { now: Preferences; prefer: Prefer }) {
  const { t } = useTranslation()
  const { quietHours } = now
  const set = (quiet: NonNullable<typeof quietHours>) => void prefer({ quietHours: quiet }, (chosen) => ({ ...chosen, quietHours: quiet }))
  /** Those of the clock, and what was set to the minute elsewhere; not the one at which they would be none. */
  const clock = (value: string, other: string) =>
    [...new Set([...hours, value])]
      .toSorted()
      .map((hour) => ({ value: hour, label: <span className="num">{hour}</span>, disabled: hour === other }))
  return (
    <div className="grid gap-3">
      <Switch
        label={t('notifications.settings.quiet')}
        hint={t('notifications.settings.quiet.hint')}
        checked={quietHours !== undefined}
        onChange={(isOn) => {
          if (isOn) set(usual)
          else
            void prefer({ quietHours: null }, (chosen) => {
              const { quietHours: _, ...rest } = chosen
              return rest
            })
        }}
      />
      {quietHours && (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={t('notifications.settings.quiet.from')}
            value={quietHours.from}
            onChange={(from) => set({ ...quietHours, from })}
            options={clock(quietHours.from, quietHours.to)}
          />
          <Select
            label={t('notifications.settings.quiet.to')}
            value={quietHours.to}
            onChange={(to) => set({ ...quietHours, to })}
            options={clock(quietHours.to, quietHours.from)}
          />
        </div>
      )}
      <Select
        label={t('notifications.settings.digest')}
        hint={t('notifications.settings.digest.hint', { zone: now.timeZone })}
        value={hours[now.digestHour]}
        onChange={(hour) => {
          const digestHour = Number(hour.slice(0, 2))
          void prefer({ digestHour }, (chosen) => ({ ...chosen, digestHour }))
        }}
        options={hours.map((hour) => ({ value: hour, label: <span className="num">{hour}</span> }))}
      />
    </div>
  )
}
