import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BirthDateField } from '#web/people/accounts/BirthDateField.tsx'
import { birthDateProblem } from '#web/people/accounts/birth-date-problem.ts'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import { asUsername, personRules, shortestPassword } from '#web/app/person-rules.ts'
import { type Application, genders, phonePattern } from '#web/people/identity/application.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Who one is, on stage and in the document. */
export function PersonStep({ form: { register, control, formState } }: { form: UseFormReturn<Application> }) {
  const { t } = useTranslation()
  const rules = personRules(t)
  const errors = formState.errors
  const username = register('username', rules.username)
  return (
    <>
      <TextField
        label={t('apply.stageName')}
        hint={t('apply.stageName.hint')}
        autoComplete="nickname"
        maxLength={60}
        required
        error={errors.name?.message}
        {...register('name', { validate: (text) => text.trim() !== '' || t('apply.stageName.missing') })}
      />
      <TextField
        label={t('auth.username')}
        hint={t('auth.username.hint')}
        before="@"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username?.message}
        {...username}
        onChange={(event) => {
          event.target.value = asUsername(event.target.value)
          void username.onChange(event)
        }}
      />
      <TextField
        label={t('apply.legalName')}
        hint={t('apply.legalName.hint')}
        autoComplete="name"
        maxLength={120}
        error={errors.legalName?.message}
        {...register('legalName')}
      />
      <TextField
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        error={errors.email?.message}
        {...register('email', rules.email)}
      />
      <PasswordField
        label={t('auth.password')}
        hint={t('auth.password.hint', { count: shortestPassword })}
        autoComplete="new-password"
        maxLength={200}
        required
        error={errors.password?.message}
        {...register('password', rules.password)}
      />
      <TextField
        label={t('apply.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+886 912 345 678"
        maxLength={30}
        required
        error={errors.phone?.message}
        {...register('phone', { validate: (text) => phonePattern.test(text.trim()) || t('apply.phone.wrong') })}
      />
      <CountryField
        control={control}
        name="country"
        label={t('mysettings.country')}
        placeholder={t('apply.choose')}
        required
        rules={{ validate: (code) => code !== '' || t('apply.country.missing') }}
      />
      <Controller
        control={control}
        name="gender"
        rules={{ validate: (gender) => gender !== '' || t('apply.gender.missing') }}
        render={({ field, fieldState }) => (
          <Select
            label={t('mysettings.gender')}
            placeholder={t('apply.choose')}
            options={genders.map((value) => ({ value, label: t(`mysettings.gender.${value}`) }))}
            value={field.value || undefined}
            onChange={field.onChange}
            required
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="dateOfBirth"
        rules={{ validate: (date) => birthDateProblem(date, t) }}
        render={({ field, fieldState }) => (
          <BirthDateField
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            hint={t('apply.birthDate.hint')}
          />
        )}
      />
    </>
  )
}
