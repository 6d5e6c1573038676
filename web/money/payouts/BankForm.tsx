import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MaskedBank } from '#contract/money/payout-accounts.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { bankLines } from '#web/money/payouts/bank-lines.ts'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import { focusFirstError } from '#web/people/accounts/first-error.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { tellFields } from '#web/app/refused-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Form = Record<(typeof bankLines)[number], string>

/** All of it at once: what is masked was never sent here, so whoever changes a line writes the account anew. */
export function BankForm({ before, onSaved }: { before: MaskedBank | undefined; onSaved: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMember()
  const [refusal, setRefusal] = useState<string>()
  const { register, control, handleSubmit, formState, setError } = useForm<Form>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: {
      firstName: before?.firstName ?? '',
      lastName: before?.lastName ?? '',
      bankName: before?.bankName ?? '',
      bankAccount: '',
      bankRouting: before?.bankRouting ?? '',
      bankSwiftCode: before?.bankSwiftCode ?? '',
      address: before?.address ?? '',
      city: before?.city ?? '',
      state: before?.state ?? '',
      country: before?.country ?? me.country ?? 'TW',
      taxId: '',
    },
  })
  const { errors, isSubmitting } = formState
  const needed = (text: string) => text.trim() !== '' || t('payouts.bank.needed')
  const save = handleSubmit(async ({ bankRouting, bankSwiftCode, state, taxId, ...form }) => {
    setRefusal(undefined)
    const optional = Object.entries({ bankRouting, bankSwiftCode, state, taxId }).filter(([, text]) => text.trim() !== '')
    try {
      await api.payouts.saveBank({ ...form, ...Object.fromEntries(optional) })
      await refresh('payouts.bank', 'payouts.sums')
      onSaved()
    } catch (error) {
      setRefusal(tellFields<Form>(error, bankLines, setError, t('shell.tryLater')))
    }
  }, focusFirstError)
  const line = (name: Exclude<keyof Form, 'country'>, maxLength: number, more: Partial<LineFacts> = {}) => (
    <TextField
      label={t(`payouts.bank.${name}`)}
      autoComplete={more.autoComplete ?? 'off'}
      maxLength={maxLength}
      required={more.required ?? false}
      hint={more.hint}
      error={errors[name]?.message}
      {...register(name, { validate: { ...(more.required && { needed }), ...(more.check && { form: more.check }) } })}
    />
  )
  const account = (text: string) => /^[A-Za-z0-9](?:[ -]*[A-Za-z0-9]){3,}[ -]*$/.test(text) || t('payouts.bank.digits')
  const swift = (text: string) => text === '' || /^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/.test(text) || t('payouts.bank.swift')
  return (
    <form noValidate className="grid gap-2 md:gap-4" onSubmit={(event) => void save(event)}>
      <Panel title={t('payouts.bank.holder')}>
        <p className="mb-3 text-13 text-muted">{t('payouts.bank.holder.hint')}</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {line('lastName', 60, { required: true, autoComplete: 'family-name' })}
          {line('firstName', 60, { required: true, autoComplete: 'given-name' })}
        </div>
      </Panel>
      <Panel title={t('payouts.bank.where')}>
        <div className="grid gap-4">
          {line('bankName', 120, { required: true })}
          {line('bankAccount', 40, {
            required: true,
            check: account,
            hint: before && t('payouts.bank.bankAccount.again', { account: before.bankAccount }),
          })}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {line('bankRouting', 20)}
            {line('bankSwiftCode', 11, { check: swift })}
          </div>
        </div>
      </Panel>
      <Panel title={t('payouts.bank.home')}>
        <div className="grid gap-4">
          {line('address', 300, { required: true, autoComplete: 'street-address' })}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {line('city', 120, { required: true, autoComplete: 'address-level2' })}
            {line('state', 120, { autoComplete: 'address-level1' })}
            <CountryField control={control} name="country" label={t('payouts.bank.country')} required />
            {line('taxId', 40, { hint: before?.taxId && t('payouts.bank.taxId.again', { taxId: before.taxId }) })}
          </div>
        </div>
      </Panel>
      <div className="grid gap-3 max-md:px-4 max-md:py-2">
        <p className="text-14 text-muted">{t('payouts.bank.hold')}</p>
        <FormRefusal>{refusal}</FormRefusal>
        <Button type="submit" size="wide" loading={isSubmitting}>
          {t('payouts.bank.save')}
        </Button>
      </div>
    </form>
  )
}

interface LineFacts {
  required: boolean
  autoComplete: string
  hint: string | undefined
  check: (text: string) => true | string
}
