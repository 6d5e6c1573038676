import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { mostRequestLetters } from '#contract/talk/request-names.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { askedOf, keepAsked } from '#web/talk/messaging/drafts.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type AskSheetProps = {
  performer: { _id: string; name: string }
  /** Tokens that it starts at; undefined where the sheet does not know. */
  minimum?: number | undefined
  onClose: () => void
}

/** Something of one's own: what, for about how much, and what happens then. It leads into the conversation of the two; until then it is kept. */
export function AskSheet({ performer: { _id, name }, minimum = 0, onClose }: AskSheetProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const navigate = useNavigate()
  const me = useMember()
  // The sheet is opened by a press, so the server never draws it without what this browser keeps.
  const { form, values, typed } = useFields(askedOf(me._id, _id))
  const { text: begun, budget: about } = values
  useEffect(() => keepAsked(me._id, _id, { text: begun, budget: about }), [me._id, _id, begun, about])
  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { text, budget }) => {
      const amount = budget.trim() === '' ? undefined : amountIn(budget)
      return api.requests.ask({ performerId: _id, text: text.trim(), ...(amount !== undefined && { budget: amount }) }, once)
    },
    {
      refreshes: ['requests.list', 'messaging.search'],
      said: () => t('requests.ask.sent', { name }),
      async done({ conversationId }) {
        keepAsked(me._id, _id, undefined)
        onClose()
        await navigate(`/messages/${conversationId}`)
      },
    },
  )
  return (
    <FormSheet open onClose={onClose} title={t('requests.ask', { name })} act={t('requests.ask.send')} busy={busy} onSend={send}>
      <TextArea
        required
        label={t('requests.ask.what')}
        hint={t('requests.ask.what.hint')}
        rows={4}
        maxLetters={mostRequestLetters}
        {...typed('text', { validate: (text) => text.trim() !== '' || t('requests.wrong.text') })}
      />
      <NumberField
        label={t('requests.ask.budget')}
        unit={t('tip.unit')}
        hint={minimum > 0 ? t('requests.ask.budget.hint', { amount: number(minimum) }) : t('requests.ask.budget.free')}
        {...typed('budget', {
          validate: (budget) => budget.trim() === '' || Boolean(amountIn(budget)) || t('requests.wrong.amount'),
        })}
      />
      <section className="grid gap-2 text-14 text-muted">
        <h3 className="font-semibold text-text">{t('requests.ask.then')}</h3>
        <ol className="grid list-decimal gap-1 ps-5">
          <li>{t('requests.ask.then.quote', { name })}</li>
          <li>{t('requests.ask.then.hold')}</li>
          <li>{t('requests.ask.then.arrive')}</li>
        </ol>
      </section>
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
