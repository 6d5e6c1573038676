import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElsewhereType } from '#contract/money/payouts.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** One account, written whole: what is masked was never sent here. */
export function ElsewhereSheet({ type, before, onClose }: { type: ElsewhereType; before: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [touched, setTouched] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const payoutAccount = typed.trim()
  const problem =
    payoutAccount === ''
      ? t('payouts.elsewhere.needed')
      : type === 'paypal' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payoutAccount)
        ? t('payouts.elsewhere.email')
        : undefined
  const save = async () => {
    setTouched(true)
    if (problem) return field.current?.focus()
    setRefusal(undefined)
    setBusy(true)
    try {
      await api.payouts.savePayoutAccount({ type, payoutAccount })
      toast.show(t('payouts.elsewhere.saved'))
      await refresh('payouts.payoutAccounts')
      onClose()
    } catch (error) {
      setRefusal(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
  return (
    <FormSheet
      open
      onClose={() => !busy && onClose()}
      title={t(`payouts.elsewhere.edit.${type}`)}
      lead={t('payouts.elsewhere.hold')}
      initialFocus={field}
      act={t('payouts.elsewhere.save')}
      busy={busy}
      onSend={save}
    >
      <TextField
        ref={field}
        label={t(`payouts.elsewhere.label.${type}`)}
        type={type === 'paypal' ? 'email' : 'text'}
        maxLength={200}
        autoComplete="off"
        hint={t('payouts.elsewhere.hint', { before: before ? t('payouts.elsewhere.before', { account: before }) : '' })}
        error={refusal ?? (touched ? problem : undefined)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTouched(true)}
      />
    </FormSheet>
  )
}
