import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutAccount } from '#contract/money/destinations.ts'
import type { PayoutMethod, PayoutCalculation, PayoutRequest } from '#contract/money/payouts.ts'
import type { SentTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { aboutPayouts } from '#web/money/payouts/queries.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'
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

type Asked = SentTo<'payouts.request'> | SentTo<'payouts.update'>

const methods = ['banking', 'stripe', 'paypal', 'other'] as const satisfies readonly PayoutMethod[]

/** How much, where to, and what arrives of it. */
export function RequestSheet({ sums, request, hasStripe = false, accounts = [], onClose }: RequestSheetProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const field = useRef<HTMLInputElement>(null)
  const { currency, conversionRate, minimumPayoutAmount: least, fee } = sums
  // What a pending one has put aside is there to be asked for again.
  const most = round(sums.available.amount + (request?.amount ?? 0))
  const [typed, setTyped] = useState(String(request?.amount ?? most))
  const [method, setMethod] = useState<PayoutMethod>(request?.paymentAccountType ?? 'banking')
  const [note, setNote] = useState(request?.requestNote ?? '')
  const [touched, setTouched] = useState(false)

  const money = (value: number) => writeMoney(value, currency, locale)
  const amount = amountIn(typed)
  const problem =
    amount === undefined
      ? t('payouts.sheet.invalid')
      : amount < least
        ? t('payouts.sheet.small', { minimum: money(least) })
        : amount > most
          ? t('payouts.sheet.large', { available: money(most) })
          : undefined
  // Nothing is offered that would be refused: what is on hold or in doubt says so where it is kept.
  const isReady = (type: PayoutMethod) =>
    type === 'banking' ||
    (type === 'stripe' ? hasStripe : accounts.some((each) => each.type === type && !each.holdUntil && !each.returnedAt))

  const labelOf = (type: PayoutMethod) =>
    [t(`payouts.method.${type}`), accounts.find((each) => each.type === type)?.payoutAccount].filter(Boolean).join(' ')

  const sending = useAct(
    (api, once, asked: Asked) => ('id' in asked ? api.payouts.update(asked, once) : api.payouts.request(asked, once)),
    { refreshes: aboutPayouts, noIn: 'screen', said: () => t(request ? 'payouts.saved' : 'payouts.sent'), done: onClose },
  )
  const send = async () => {
    setTouched(true)
    if (problem || amount === undefined) return field.current?.focus()
    const requestNote = note.trim()
    if (request) await sending.act({ id: request._id, ...(request.amount !== amount && { amount }), requestNote })
    else await sending.act({ amount, paymentAccountType: method, requestNote })
  }
  const shown = amount ?? 0
  return (
    <FormSheet
      open
      onClose={() => !sending.busy && onClose()}
      title={t(request ? 'payouts.sheet.edit' : 'payouts.sheet.title')}
      initialFocus={field}
      act={request ? t('payouts.sheet.save') : t('payouts.sheet.send', { amount: money(shown) })}
      busy={sending.busy}
      onSend={send}
    >
      <NumberField
        ref={field}
        label={t('payouts.sheet.amount')}
        before={currency}
        hint={t('payouts.sheet.hint', { minimum: money(least), available: money(most) })}
        error={touched ? problem : undefined}
        aside={
          <Button rank="text" size="sm" onClick={() => setTyped(String(most))}>
            {t('payouts.sheet.all')}
          </Button>
        }
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTouched(true)}
      />
      {!request && (
        <Select
          label={t('payouts.sheet.method')}
          options={methods.filter(isReady).map((value) => ({ value, label: labelOf(value) }))}
          value={method}
          onChange={setMethod}
        />
      )}
      <TextArea
        label={t('payouts.sheet.note')}
        rows={2}
        maxLetters={500}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Sums
        lines={[
          { label: t('payouts.sheet.tokens'), value: writeNumber(tokensOf(shown, conversionRate), locale) },
          ...(fee > 0 ? [{ label: t('payouts.sheet.fee'), value: money(-fee) }] : []),
          { label: t('payouts.sheet.arrives'), value: money(Math.max(0, round(shown - fee))), total: true },
        ]}
      />
      {sending.problem && <RefusedState look="inline" what={sending.problem} why="" />}
    </FormSheet>
  )
}

const round = (value: number) => Math.round(value * 100) / 100

/** As the server counts: rounded up to hundredths of a token. */
const tokensOf = (amount: number, rate: number) => Math.ceil((Math.round(amount * 100) * 10_000) / Math.round(rate * 10_000)) / 100
