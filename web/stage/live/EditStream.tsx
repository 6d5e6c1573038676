import type { Stream } from '#contract/stage/live.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { mostDescription, mostTitle } from '#contract/stage/limits.ts'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { useStreamRules } from '#web/stage/live/stream-rules.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type EditStreamProps = { stream: Stream; open: boolean; onClose: () => void }

/** What was announced, said anew. Who may watch it stays: somebody may have bought a ticket by it. */
export function EditStream({ stream, open, onClose }: EditStreamProps) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const isTicket = stream.type === 'ticket'
  const isGroup = stream.type === 'group'
  const before = {
    title: stream.title,
    description: stream.description,
    price: isTicket ? String(stream.price) : '',
    pricePerMinute: isGroup ? String(stream.pricePerMinute ?? '') : '',
    scheduledAt: stream.scheduledAt ? fieldFrom(stream.scheduledAt, timeZone) : '',
  }
  const { form, typed, chosen } = useFields(before)
  const rules = useStreamRules()
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { title, description, price, pricePerMinute, scheduledAt }) => {
      const at = scheduledAt === before.scheduledAt ? undefined : instantFrom(scheduledAt, timeZone)
      const amount = isTicket && price !== before.price ? amountIn(price) : undefined
      const each = isGroup && pricePerMinute !== before.pricePerMinute ? amountIn(pricePerMinute) : undefined
      return api.live.edit({
        id: stream._id,
        title,
        description,
        ...(amount !== undefined && { price: amount }),
        ...(each !== undefined && { pricePerMinute: each }),
        ...(at && { scheduledAt: at }),
      })
    },
    { refreshes: aboutStreams, said: () => t('live.studio.edited'), done: onClose },
  )
  const when = chosen('scheduledAt')
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t('live.studio.edit.title')}
      act={t('live.studio.edit.save')}
      width="wide"
      busy={busy}
      onSend={send}
    >
      <TextField label={t('live.studio.name')} maxLength={mostTitle} {...typed('title', rules.title)} />
      <TextArea label={t('live.studio.about')} rows={3} maxLength={mostDescription} {...typed('description', rules.description)} />
      {isTicket && <NumberField label={t('live.studio.price')} hint={t('live.studio.edit.price')} {...typed('price', rules.price(true))} />}
      {isGroup && (
        <NumberField
          label={t('privateShow.ask.price')}
          unit={t('privateShow.prices.unit')}
          {...typed('pricePerMinute', rules.price(true))}
        />
      )}
      <div>
        <p className="mb-2 text-14 font-semibold">{t('live.studio.when')}</p>
        <MomentPicker
          label={t('live.studio.when')}
          value={when.value}
          onChange={when.onChange}
          error={when.error}
          today={rules.today}
          presets={rules.presets}
        />
      </div>
      {stream.invited?.state === 'agreed' && <p className="text-14 text-muted">{t('live.studio.edit.guest')}</p>}
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
