import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn, fieldFrom, instantFrom, weekdayOf } from '#web/app/zoned-time.ts'
import type { Terms } from '#web/catalogue/works/studio/terms.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Times = Pick<Terms, 'scheduledAt' | 'expiresAt'>
type TimesSectionProps = {
  draft: Times
  onChange: (part: Partial<Times>) => void
  errors: { scheduledAt?: string; expiresAt?: string }
}

const dayMs = 86_400_000

/** When it comes and when it goes, as a sentence; opened, by a few moments that are often meant and a calendar. */
export function TimesSection({ draft, onChange, errors }: TimesSectionProps) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  const [isOpen, setIsOpen] = useState(false)
  const [which, setWhich] = useState<keyof Times>('scheduledAt')
  const isShown = isOpen || errors.scheduledAt !== undefined || errors.expiresAt !== undefined
  const shown = errors.scheduledAt ? 'scheduledAt' : errors.expiresAt ? 'expiresAt' : which
  const write = (field: string) => {
    const at = instantFrom(field, timeZone)
    return at ? writeComing(Date.parse(at), now, locale, timeZone) : ''
  }
  const today = dayIn(now, timeZone)
  const inDays = (days: number) => dayIn(now + days * dayMs, timeZone)
  const preset = (value: string) => ({ value, label: write(value) })
  const saturday = inDays((6 - weekdayOf(today) + 7) % 7 || 7)
  const isLate = fieldFrom(new Date(now).toISOString(), timeZone) >= `${today}T21:00`
  const presets = {
    scheduledAt: [
      { value: '', label: t('composer.times.now'), note: t('composer.times.now.note') },
      ...(isLate ? [] : [preset(`${today}T21:30`)]),
      preset(`${inDays(1)}T08:00`),
      { ...preset(`${saturday}T22:00`), label: t('composer.times.saturday') },
    ],
    expiresAt: [
      { value: '', label: t('composer.times.stays'), note: t('composer.times.stays.note') },
      ...([1, 7, 30] as const).map((count) => ({
        value: `${inDays(count)}T23:59`,
        label: t('composer.times.after', { count }),
      })),
    ],
  }
  return (
    <FormSection title={t('composer.times')}>
      <div className="flex min-h-11 items-center gap-3">
        <CalendarClock aria-hidden="true" className="flex-none text-muted" />
        <p className="num min-w-0 flex-1 text-15">
          <b className="font-semibold">{draft.scheduledAt ? write(draft.scheduledAt) : t('composer.times.now')}</b>
          <span className="text-muted">
            {draft.expiresAt ? t('composer.times.until', { when: write(draft.expiresAt) }) : t('composer.times.open')}
          </span>
        </p>
        <Button rank="text" size="sm" aria-expanded={isShown} onClick={() => setIsOpen(!isShown)}>
          {t(isShown ? 'composer.times.fold' : 'composer.times.change')}
        </Button>
      </div>
      {isShown && (
        <div className="mt-3 grid gap-4">
          <Segmented
            label={t('composer.times')}
            width="wide"
            options={[
              { value: 'scheduledAt', label: t('composer.schedule') },
              { value: 'expiresAt', label: t('composer.expiry') },
            ]}
            value={shown}
            onChange={setWhich}
          />
          <MomentPicker
            key={shown}
            label={t(shown === 'scheduledAt' ? 'composer.schedule' : 'composer.expiry')}
            value={draft[shown]}
            onChange={(value) => {
              setIsOpen(true)
              onChange({ [shown]: value })
            }}
            presets={presets[shown]}
            today={today}
            hour={shown === 'scheduledAt' ? '21:30' : '23:59'}
            error={errors[shown]}
          />
        </div>
      )}
    </FormSection>
  )
}
