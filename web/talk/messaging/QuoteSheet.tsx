import type { RequestCard } from '#contract/talk/requests.ts'
import { mostRequestDays, mostRequestNoteLetters } from '#contract/talk/request-names.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

const moved = ['requests.list', 'requests.one', 'messaging.search', 'me.waiting'] as const

type QuoteSheetProps = { request: RequestCard; name: string; onClose: () => void }

const daysIn = (typed: string) => (/^\d{1,2}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN)

/** What it costs and how long it takes; what was quoted before stands there. */
export function QuoteSheet({ request, name, onClose }: QuoteSheetProps) {
  const { t } = useTranslation()
  const { form, typed } = useFields({
    price: String(request.price ?? request.budget ?? ''),
    days: String(request.days ?? ''),
    note: request.note ?? '',
  })
  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { price, days, note }) =>
      api.requests.quote({ id: request._id, price: amountIn(price) ?? 0, days: daysIn(days), note: note.trim() }, once),
    { refreshes: moved, done: onClose },
  )
  return (
    <FormSheet open onClose={onClose} title={t('requests.quote.title', { name })} act={t('requests.quote.send')} busy={busy} onSend={send}>
      <p dir="auto" className="line-clamp-4 text-14 wrap-anywhere whitespace-pre-wrap text-muted">
        {request.text}
      </p>
      <NumberField
        required
        label={t('requests.quote.price')}
        unit={t('tip.unit')}
        {...typed('price', { validate: (price) => Boolean(amountIn(price)) || t('requests.wrong.amount') })}
      />
      <NumberField
        required
        label={t('requests.quote.days')}
        unit={t('requests.quote.days.unit')}
        hint={t('requests.quote.hint')}
        {...typed('days', {
          validate: (days) => (daysIn(days) >= 1 && daysIn(days) <= mostRequestDays) || t('requests.wrong.days'),
        })}
      />
      <TextArea label={t('requests.quote.note')} rows={2} maxLetters={mostRequestNoteLetters} {...typed('note')} />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}

/** No, with a word if one likes. */
export function DeclineSheet({ request, name, onClose }: QuoteSheetProps) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ note: '' })
  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { note }) => api.requests.decline({ id: request._id, ...(note.trim() && { note: note.trim() }) }, once),
    { refreshes: moved, done: onClose },
  )
  return (
    <FormSheet
      open
      onClose={onClose}
      rank="danger"
      title={t('requests.decline.title')}
      act={t('requests.act.decline')}
      busy={busy}
      onSend={send}
    >
      <p className="text-14 text-muted">{t(request.state === 'accepted' ? 'requests.decline.held' : 'requests.decline.what', { name })}</p>
      <TextArea label={t('requests.decline.note')} rows={2} maxLetters={mostRequestNoteLetters} {...typed('note')} />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
