import { useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PayoutAccount } from '#contract/money/destinations.ts'
import type { PayoutMethod, PayoutCalculation, PayoutRequest } from '#contract/money/payouts.ts'
import { exact, upToHundredths } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { aboutPayouts } from '#web/money/payouts/queries.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Select } from '#web/ui/Select.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type RequestSheetProps = {
  sums: PayoutCalculation
  /** One to change, while it is pending; without it a new one. */
  request?: PayoutRequest
  /** Stripe can carry it. */
  hasStripe?: boolean
  /** Where else it can go. */
  accounts?: readonly PayoutAccount[]
  onClose: () => void
}

const methods = ['banking', 'stripe', 'paypal', 'other'] as const satisfies readonly PayoutMethod[]

/** How much, where to, and what arrives of it. */
export function RequestSheet({ sums, request, hasStripe = false, accounts = [], onClose }: RequestSheetProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const field = useRef<HTMLInputElement>(null)
  const { currency, conversionRate, minimumPayoutAmount: least, fee } = sums
  // What a pending one has put aside is there to be asked for again.
  const most = exact(sums.available.amount + (request?.amount ?? 0))
  const { form, values, typed, chosen } = useFields({
    amount: String(request?.amount ?? most),
    paymentAccountType: request?.paymentAccountType ?? ('banking' as PayoutMethod),
    requestNote: request?.requestNote ?? '',
  })
  const shown = amountIn(values.amount) ?? 0

  const money = (value: number) => writeMoney(value, currency, locale)
  const wrongWith = (amount: number | undefined) => {
    if (amount === undefined) return t('payouts.sheet.invalid')
    if (amount < least) return t('payouts.sheet.small', { minimum: money(least) })
    return amount > most ? t('payouts.sheet.large', { available: money(most) }) : undefined
  }
  // Nothing is offered that would be refused: what is on hold or in doubt says so where it is kept.
  const isReady = (type: PayoutMethod) =>
    type === 'banking' ||
    (type === 'stripe' ? hasStripe : accounts.some((each) => each.type === type && !each.holdUntil && !each.returnedAt))

  const labelOf = (type: PayoutMethod) =>
    [t(`payouts.method.${type}`), accounts.find((each) => each.type === type)?.payoutAccount].filter(Boolean).join(' ')

  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { amount: written, paymentAccountType, requestNote: note }) => {
      const amount = amountIn(written) ?? 0
      const requestNote = note.trim()
      return request
        ? api.payouts.update({ id: request._id, ...(request.amount !== amount && { amount }), requestNote }, once)
        : api.payouts.request({ amount, paymentAccountType, requestNote }, once)
    },
    { refreshes: aboutPayouts, said: () => t(request ? 'payouts.saved' : 'payouts.sent'), done: onClose },
  )
  const sum = typed('amount', { validate: (amount) => wrongWith(amountIn(amount)) ?? true })
  return (
    <FormSheet
      open
      onClose={() => !busy && onClose()}
      title={t(request ? 'payouts.sheet.edit' : 'payouts.sheet.title')}
      initialFocus={field}
      act={request ? t('payouts.sheet.save') : t('payouts.sheet.send', { amount: money(shown) })}
      busy={busy}
      onSend={send}
    >
      <NumberField
        {...sum}
        ref={(box) => {
          sum.ref(box)
          field.current = box
        }}
        label={t('payouts.sheet.amount')}
        before={currency}
        hint={t('payouts.sheet.hint', { minimum: money(least), available: money(most) })}
        aside={
          <Button rank="text" size="sm" onClick={() => form.setValue('amount', String(most), { shouldValidate: true })}>
            {t('payouts.sheet.all')}
          </Button>
        }
      />
      {!request && (
        <Select
          label={t('payouts.sheet.method')}
          options={methods.filter(isReady).map((value) => ({ value, label: labelOf(value) }))}
          {...chosen('paymentAccountType')}
        />
      )}
      <TextArea label={t('payouts.sheet.note')} rows={2} maxLetters={500} maxLength={500} {...typed('requestNote')} />
      <Sums
        lines={[
          { label: t('payouts.sheet.tokens'), value: writeNumber(upToHundredths(shown / conversionRate), locale) },
          ...(fee > 0 ? [{ label: t('payouts.sheet.fee'), value: money(-fee) }] : []),
          { label: t('payouts.sheet.arrives'), value: money(Math.max(0, exact(shown - fee))), total: true },
        ]}
      />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
