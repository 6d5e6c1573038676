import { Plus, X } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn } from '#web/app/zoned-time.ts'
import { emptyPoll, mostOptions, type PollDraft } from '#web/catalogue/feeds/compose/poll-draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type PollSectionProps = { poll: PollDraft; onChange: (poll: PollDraft) => void; error: string | undefined }

/** A question to the audience: two to ten answers, and when it closes. */
export function PollSection({ poll, onChange, error }: PollSectionProps) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const now = useNow()
  const set = (place: number, option: string) => onChange({ ...poll, options: poll.options.with(place, option) })
  return (
    <FormSection title={t('composer.poll')}>
      <Switch
        label={t('composer.poll.on')}
        hint={t('composer.poll.hint')}
        checked={poll.isOn}
        onChange={(isOn) => onChange(isOn ? { ...emptyPoll, ...poll, isOn } : { ...poll, isOn })}
      />
      {poll.isOn && (
        <div className="mt-4 grid gap-4">
          <TextField
            label={t('composer.poll.question')}
            maxLength={200}
            value={poll.question}
            onChange={(event) => onChange({ ...poll, question: event.target.value })}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-14 font-semibold">{t('composer.poll.options')}</legend>
            {poll.options.map((option, place) => (
              // Options have no names of their own: their place is who they are.
              <div key={place} className="flex items-center gap-1">
                <TextField
                  className="min-w-0 flex-1"
                  hideLabel
                  label={t('composer.poll.option', { number: place + 1 })}
                  placeholder={t('composer.poll.option', { number: place + 1 })}
                  maxLength={200}
                  value={option}
                  onChange={(event) => set(place, event.target.value)}
                />
                {poll.options.length > 2 && (
                  <IconButton
                    label={t('composer.poll.remove', { number: place + 1 })}
                    onClick={() => onChange({ ...poll, options: poll.options.toSpliced(place, 1) })}
                  >
                    <X />
                  </IconButton>
                )}
              </div>
            ))}
            {poll.options.length < mostOptions && (
              <div>
                <Button
                  rank="text"
                  size="sm"
                  icon={<Plus className="size-4" />}
                  onClick={() => onChange({ ...poll, options: [...poll.options, ''] })}
                >
                  {t('composer.poll.add')}
                </Button>
              </div>
            )}
          </fieldset>
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-14 font-semibold">{t('composer.poll.closes')}</legend>
            <MomentPicker
              label={t('composer.poll.closes')}
              value={poll.expiresAt}
              onChange={(expiresAt) => onChange({ ...poll, expiresAt })}
              presets={[
                { value: '', label: t('composer.poll.open') },
                ...([1, 3, 7] as const).map((count) => ({
                  value: `${dayIn(now + count * 86_400_000, timeZone)}T23:59`,
                  label: t('composer.times.after', { count }),
                })),
              ]}
              today={dayIn(now, timeZone)}
              hour="23:59"
            />
          </fieldset>
        </div>
      )}
      {error && (
        <p role="alert" tabIndex={-1} data-error="poll" className="mt-3 text-13 text-onair">
          {error}
        </p>
      )}
    </FormSection>
  )
}
