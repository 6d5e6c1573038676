import { CalendarClock, Radio } from 'lucide-react'
import type { Recording } from '#contract/stage/recording.ts'
import type { StreamProfile, BegunType } from '#contract/stage/live.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { instantFrom } from '#web/app/zoned-time.ts'
import { mostDescription, mostTitle } from '#contract/stage/limits.ts'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { useStreamRules } from '#web/stage/live/stream-rules.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormCard, FormSection } from '#web/ui/FormCard.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const privacies: readonly Recording['privacy'][] = ['free', 'followers', 'subscription', 'ppv']

const types: readonly BegunType[] = ['public', 'followers', 'subscribers', 'ticket', 'group']

/** What the next stream is called, who may watch it, and whether it begins now. It begins with what was said the last time. */
export function NewStream({ begins }: { begins: StreamProfile }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { form, values, typed, chosen, ticked } = useFields({
    title: begins.title,
    description: begins.description,
    type: begins.type === 'group' && !begins.takesMinutes ? 'public' : begins.type,
    price: begins.price > 0 ? String(begins.price) : '',
    pricePerMinute: begins.groupPrice === undefined ? '' : String(begins.groupPrice),
    minMinutes: String(begins.minMinutes),
    scheduledAt: '',
    record: begins.record && begins.canRecord,
    recordPrivacy: begins.recordPrivacy ?? ('' as Recording['privacy'] | ''),
    recordPrice: begins.recordPrice === undefined ? '' : String(begins.recordPrice),
  })
  const offered = begins.takesMinutes ? types : types.filter((each) => each !== 'group')
  const isTicket = values.type === 'ticket'
  const isGroup = values.type === 'group'
  // What was paid for does not become free by itself.
  const isSold = values.record && (values.recordPrivacy === 'ppv' || (values.recordPrivacy === '' && (isTicket || isGroup)))
  const isLater = values.scheduledAt !== ''
  const { send, busy, problem } = useFormAct(
    form,
    async (
      api,
      _once,
      { title, description, type, price: written, pricePerMinute, minMinutes, scheduledAt, record, recordPrivacy, recordPrice },
    ) => {
      const price = type === 'ticket' ? amountIn(written) : undefined
      const at = scheduledAt === '' ? undefined : instantFrom(scheduledAt, timeZone)
      const each = type === 'group' ? amountIn(pricePerMinute) : undefined
      const least = type === 'group' ? { minMinutes: Number(minMinutes) } : {}
      const said = { title, description, type, ...(price !== undefined && { price }), ...least }
      const filmPrice = isSold && recordPrice.trim() !== '' ? amountIn(recordPrice) : undefined
      // The next one begins with it.
      await api.live.updateProfile({
        ...said,
        ...(each !== undefined && { groupPrice: each }),
        record,
        ...(record && { recordPrivacy: recordPrivacy === '' ? null : recordPrivacy, recordPrice: filmPrice ?? null }),
      })
      const kept = {
        record,
        ...(record && recordPrivacy !== '' && { recordPrivacy }),
        ...(filmPrice !== undefined && { recordPrice: filmPrice }),
      }
      return api.live.begin({ ...said, ...kept, ...(each !== undefined && { pricePerMinute: each }), ...(at && { scheduledAt: at }) })
    },
    {
      refreshes: [...aboutStreams, 'live.profile'],
      said: ({ status }) => (status === 'scheduled' ? t('live.studio.scheduled') : undefined),
      done: () => form.setValue('scheduledAt', ''),
    },
  )
  const rules = useStreamRules()
  const title = typed('title', rules.title)
  const description = typed('description', rules.description)
  const type = chosen('type')
  const price = typed('price', rules.price(isTicket))
  const each = typed('pricePerMinute', rules.price(isGroup))
  const least = typed('minMinutes', isGroup ? rules.minMinutes : undefined)
  const when = chosen('scheduledAt')
  const record = ticked('record')
  const privacy = chosen('recordPrivacy')
  const filmPrice = typed('recordPrice', isSold ? rules.recordPrice(isTicket) : undefined)
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
              options={offered.map((value) => ({ value, label: t(`live.studio.who.${value}`) }))}
            />
            {isTicket && <NumberField label={t('live.studio.price')} {...price} />}
            {isGroup && (
              <>
                <NumberField label={t('privateShow.ask.price')} unit={t('privateShow.prices.unit')} {...each} />
                <NumberField label={t('privateShow.prices.min')} hint={t('privateShow.prices.min.hint')} digits="numeric" {...least} />
              </>
            )}
          </div>
        </FormSection>
        {begins.canRecord && (
          <FormSection isTitled title={t('live.record')}>
            <div className="grid gap-4">
              <Checkbox label={t('live.record')} hint={t('live.record.hint')} {...record} />
              {values.record && (
                <Select
                  label={t('live.record.who')}
                  value={privacy.value}
                  onChange={privacy.onChange}
                  options={[
                    { value: '', label: t('live.record.who.same') },
                    ...privacies.map((value) => ({ value, label: t(`live.record.who.${value}`) })),
                  ]}
                />
              )}
              {isSold && (
                <NumberField label={t('live.record.price')} hint={isTicket ? t('live.record.price.hint') : undefined} {...filmPrice} />
              )}
            </div>
          </FormSection>
        )}
        <FormSection isTitled title={t('live.studio.when')}>
          <MomentPicker
            label={t('live.studio.when')}
            value={when.value}
            onChange={when.onChange}
            error={when.error}
            today={rules.today}
            other={t('live.studio.other')}
            presets={[{ value: '', label: t('live.studio.atOnce') }, ...rules.presets]}
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
