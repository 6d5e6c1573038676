import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/app/say.ts'
import type { MaskedBank } from '#contract/money/destinations.ts'
import { useFormAct } from '#web/app/form-act.ts'
import { useMember } from '#web/app/session.tsx'
import { bankLines } from '#web/money/destinations/bank-lines.ts'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Form = Record<(typeof bankLines)[number], string>

/** All of it at once: what is masked was never sent here, so whoever changes a line writes the account anew. */
export function BankForm({ before, onSaved }: { before: MaskedBank | undefined; onSaved: () => void }) {
  const { t } = useTranslation()
  const me = useMember()
  const form = useForm<Form>({
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
  const { register, control, formState } = form
  const { errors } = formState
  const needed = (text: string) => text.trim() !== '' || t('payouts.bank.needed')
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { bankRouting, bankSwiftCode, state, taxId, ...rest }) => {
      const optional = Object.entries({ bankRouting, bankSwiftCode, state, taxId }).filter(([, text]) => text.trim() !== '')
      return api.payouts.saveBank({ ...rest, ...Object.fromEntries(optional) })
    },
    { refreshes: ['payouts.bank', 'payouts.sums'], done: onSaved },
  )
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
    <form noValidate className="grid gap-2 md:gap-4" onSubmit={(event) => void send(event)}>
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
            <CountryField nothing={t('addresses.noCountry')} control={control} name="country" label={t('payouts.bank.country')} required />
            {line('taxId', 40, { hint: before?.taxId && t('payouts.bank.taxId.again', { taxId: before.taxId }) })}
          </div>
        </div>
      </Panel>
      <div className="grid gap-3 max-md:px-4 max-md:py-2">
        <p className="text-14 text-muted">{t('payouts.bank.hold')}</p>
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
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
