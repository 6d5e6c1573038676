import { CalendarClock, Radio } from 'lucide-react'
import type { StreamProfile, StreamType } from '#contract/stage/live.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { dayIn, instantFrom } from '#web/app/zoned-time.ts'
import { mostDescription, mostTitle } from '#web/stage/live/limits.ts'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormCard, FormSection } from '#web/ui/FormCard.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const types: readonly StreamType[] = ['public', 'followers', 'subscribers', 'ticket']
const dayMs = 86_400_000

/** What the next stream is called, who may watch it, and whether it begins now. It begins with what was said the last time. */
export function NewStream({ begins }: { begins: StreamProfile }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const { number } = useAmounts()
  const now = useNow()
  const { minimumItemPrice: least, maximumItemPrice: most } = useSettings()
  const { form, values, typed, chosen } = useFields({
    title: begins.title,
    description: begins.description,
    type: begins.type,
    price: begins.price > 0 ? String(begins.price) : '',
    scheduledAt: '',
  })
  const isTicket = values.type === 'ticket'
  const isLater = values.scheduledAt !== ''
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { title, description, type, price: written, scheduledAt }) => {
      const price = type === 'ticket' ? amountIn(written) : undefined
      const at = scheduledAt === '' ? undefined : instantFrom(scheduledAt, timeZone)
      // The next one begins with it.
      await api.live.updateProfile({ title, description, type, ...(price !== undefined && { price }) })
      return api.live.begin({ title, description, type, ...(price !== undefined && { price }), ...(at && { scheduledAt: at }) })
    },
    {
      refreshes: [...aboutStreams, 'live.profile'],
      said: ({ status }) => (status === 'scheduled' ? t('live.studio.scheduled') : undefined),
      done: () => form.setValue('scheduledAt', ''),
    },
  )
  const isLong = (limit: number) => (text: string) => Array.from(text.trim()).length <= limit || t('live.studio.wrong.tooLong', { limit })
  const title = typed('title', {
    validate: (text) => (text.trim() === '' ? t('live.studio.wrong.title') : isLong(mostTitle)(text)),
  })
  const description = typed('description', { validate: isLong(mostDescription) })
  const type = chosen('type')
  const price = typed('price', {
    validate: (text) => {
      const amount = amountIn(text)
      const isRight = !isTicket || (amount !== undefined && amount >= least && amount <= most)
      return isRight || t('live.studio.wrong.price', { least: number(least), most: number(most) })
    },
  })
  const when = chosen('scheduledAt')
  const preset = (value: string) => {
    const at = instantFrom(value, timeZone)
    return { value, label: at ? writeComing(Date.parse(at), now, locale, timeZone) : '' }
  }
  const [today, tomorrow] = [dayIn(now, timeZone), dayIn(now + dayMs, timeZone)]
  return (
    <form
      noValidate
      aria-label={t('live.studio.new')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event)
      }}
    >
      <FormCard>
        <FormSection title={t('live.studio.new')}>
          <div className="grid gap-4">
            <TextField label={t('live.studio.name')} placeholder={t('live.studio.namePlaceholder')} maxLength={mostTitle} {...title} />
            <TextArea label={t('live.studio.about')} rows={3} maxLength={mostDescription} {...description} />
            <Select
              label={t('live.studio.who')}
              value={type.value}
              onChange={type.onChange}
              options={types.map((value) => ({ value, label: t(`live.studio.who.${value}`) }))}
            />
            {isTicket && <NumberField label={t('live.studio.price')} {...price} />}
          </div>
        </FormSection>
        <FormSection isTitled title={t('live.studio.when')}>
          <MomentPicker
            label={t('live.studio.when')}
            value={when.value}
            onChange={when.onChange}
            error={when.error}
            today={today}
            other={t('live.studio.other')}
            presets={[{ value: '', label: t('live.studio.atOnce') }, preset(`${tomorrow}T20:00`), preset(`${tomorrow}T22:00`)]}
          />
        </FormSection>
        <FormSection title={t(isLater ? 'live.studio.schedule' : 'live.studio.start')}>
          <div className="grid gap-3">
            <FormRefusal>{problem}</FormRefusal>
            <Button type="submit" size="wide" loading={busy} icon={isLater ? <CalendarClock /> : <Radio />}>
              {t(isLater ? 'live.studio.schedule' : 'live.studio.start')}
            </Button>
          </div>
        </FormSection>
      </FormCard>
    </form>
  )
}
