import { useTranslation } from '#web/app/say.ts'
import { BirthDateField } from '#web/people/accounts/BirthDateField.tsx'
import { birthDateProblem } from '#web/people/accounts/birth-date-problem.ts'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import type { Fields } from '#web/app/form-act.ts'
import { EmailField, NewPasswordField, UsernameField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { type Application, genders, phonePattern } from '#web/people/identity/application.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Who one is, on stage and in the document. */
export function PersonStep({
  fields: { form, typed, chosen },
  isSignedIn,
  knowsBirthDate,
}: {
  fields: Fields<Application>
  isSignedIn: boolean
  knowsBirthDate: boolean
}) {
  const { t } = useTranslation()
  const rules = personRules(t)
  const gender = chosen('gender', { validate: (told) => told !== '' || t('apply.gender.missing') })
  return (
    <>
      <TextField
        label={t('apply.stageName')}
        hint={t('apply.stageName.hint')}
        autoComplete="nickname"
        maxLength={60}
        required
        {...typed('name', { validate: (text) => text.trim() !== '' || t('apply.stageName.missing') })}
      />
      <UsernameField hint={t('auth.username.hint')} {...typed('username', rules.username)} />
      <TextField
        label={t('apply.legalName')}
        hint={t('apply.legalName.hint')}
        autoComplete="name"
        maxLength={120}
        {...typed('legalName')}
      />
      {!isSignedIn && (
        <>
          <EmailField {...typed('email', rules.email)} />
          <NewPasswordField label={t('auth.password')} {...typed('password', rules.password)} />
        </>
      )}
      <TextField
        label={t('apply.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+886 912 345 678"
        maxLength={30}
        required
        {...typed('phone', { validate: (text) => phonePattern.test(text.trim()) || t('apply.phone.wrong') })}
      />
      <CountryField
        nothing={t('apply.noCountry')}
        control={form.control}
        name="country"
        label={t('mysettings.country')}
        placeholder={t('apply.choose')}
        required
        rules={{ validate: (code) => code !== '' || t('apply.country.missing') }}
      />
      <Select
        label={t('mysettings.gender')}
        placeholder={t('apply.choose')}
        options={genders.map((value) => ({ value, label: t(`mysettings.gender.${value}`) }))}
        required
        {...gender}
        value={gender.value || undefined}
      />
      {!knowsBirthDate && (
        <BirthDateField hint={t('apply.birthDate.hint')} {...chosen('dateOfBirth', { validate: (date) => birthDateProblem(date, t) })} />
      )}
    </>
  )
}
