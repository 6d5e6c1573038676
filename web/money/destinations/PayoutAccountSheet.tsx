import { useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PayoutAccountType } from '#contract/money/payout-names.ts'
import { useAct } from '#web/app/act.ts'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** One account, written whole: what is masked was never sent here. */
export function PayoutAccountSheet({
  type,
  before,
  onClose,
}: {
  type: PayoutAccountType
  before: string | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [touched, setTouched] = useState(false)
  const payoutAccount = typed.trim()
  const problem =
    payoutAccount === ''
      ? t('payouts.elsewhere.needed')
      : type === 'paypal' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payoutAccount)
        ? t('payouts.elsewhere.email')
        : undefined
  const sending = useAct((api) => api.payouts.savePayoutAccount({ type, payoutAccount }), {
    refreshes: ['payouts.payoutAccounts'],
    noIn: 'screen',
    said: () => t('payouts.elsewhere.saved'),
    done: onClose,
  })
  const save = async () => {
    setTouched(true)
    if (problem) field.current?.focus()
    else await sending.act()
  }
  return (
    <FormSheet
      open
      onClose={() => !sending.busy && onClose()}
      title={t(`payouts.elsewhere.edit.${type}`)}
      lead={t('payouts.elsewhere.hold')}
      initialFocus={field}
      act={t('payouts.elsewhere.save')}
      busy={sending.busy}
      onSend={save}
    >
      <TextField
        ref={field}
        label={t(`payouts.elsewhere.label.${type}`)}
        type={type === 'paypal' ? 'email' : 'text'}
        maxLength={200}
        autoComplete="off"
        hint={t('payouts.elsewhere.hint', { before: before ? t('payouts.elsewhere.before', { account: before }) : '' })}
        error={sending.problem ?? (touched ? problem : undefined)}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          sending.forgive()
        }}
        onBlur={() => setTouched(true)}
      />
    </FormSheet>
  )
}
