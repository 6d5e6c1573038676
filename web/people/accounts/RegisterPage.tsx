import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router'
import { untilLeft } from '#web/app/act.ts'
import { useFormAct } from '#web/app/form-act.ts'
import { bootOf } from '#web/app/api.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { useSettings } from '#web/app/session.tsx'
import { AgreeToTerms } from '#web/people/accounts/AgreeToTerms.tsx'
import { type BirthDate, BirthDateField, dayOf, noDate } from '#web/people/accounts/BirthDateField.tsx'
import { birthDateProblem } from '#web/people/accounts/birth-date-problem.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { goOn } from '#web/people/accounts/go-on.ts'
import { LetterSent } from '#web/people/accounts/LetterSent.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { asUsername, personRules, shortestPassword } from '#web/app/person-rules.ts'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Someone with an account does not make a second one by accident. */
export function loader(args: LoaderFunctionArgs) {
  if (bootOf(args).me) throw redirect('/home')
  return null
}

interface Registration {
  name: string
  username: string
  email: string
  password: string
  dateOfBirth: BirthDate
  accepted: boolean
}

export function Component() {
  const { t } = useTranslation()
  const { hashPwClient, termsVersion, siteName } = useSettings()
  const [search] = useSearchParams()
  const [letterTo, setLetterTo] = useState<{ email: string; said: string }>()
  const form = useForm<Registration>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { name: '', username: '', email: '', password: '', dateOfBirth: noDate, accepted: false },
  })
  const { register, control, formState } = form
  const rules = personRules(t)
  const errors = formState.errors
  const username = register('username', rules.username)

  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { name, username, email, password, dateOfBirth }) => {
      const answer = await api.accounts.register({
        name: name.trim(),
        username,
        email: email.trim(),
        password: await sealed(password, hashPwClient),
        dateOfBirth: dayOf(dateOfBirth)!,
        acceptedTermsVersion: termsVersion,
      })
      return { ...answer, me: answer.token ? await api.me.user({}) : undefined }
    },
    {
      done({ me, message }, { email }) {
        if (!me) return setLetterTo({ email: email.trim(), said: message ?? t('auth.letter.verify') })
        goOn(afterSignIn(me, search.get('redirect')))
        return untilLeft()
      },
    },
  )
  const title = usePageTitle(t('shell.register'))
  if (letterTo) {
    return (
      <LetterSent title={t('auth.letter.title')} said={letterTo.said} email={letterTo.email}>
        <title>{title}</title>
        <ResendLink email={letterTo.email} />
      </LetterSent>
    )
  }
  return (
    <DoorFrame title={t('auth.register.title', { site: siteName })} lead={t('auth.register.lead')}>
      <title>{title}</title>
      <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
        <TextField
          label={t('auth.displayName')}
          hint={t('auth.displayName.hint')}
          autoComplete="nickname"
          maxLength={60}
          required
          error={errors.name?.message}
          {...register('name', rules.name)}
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
        <Controller
          control={control}
          name="dateOfBirth"
          rules={{ validate: (date) => birthDateProblem(date, t) }}
          render={({ field, fieldState }) => (
            <BirthDateField
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              hint={t('auth.birthDate.hint')}
            />
          )}
        />
        <Controller
          control={control}
          name="accepted"
          rules={{ validate: (accepted) => accepted || t('auth.terms.missing') }}
          render={({ field, fieldState }) => (
            <AgreeToTerms checked={field.value} onChange={field.onChange} error={fieldState.error?.message} />
          )}
        />
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t('shell.register')}
        </Button>
      </form>
      <div className="grid justify-items-center gap-1 text-center text-14 text-muted">
        <p>
          {t('auth.haveAccount')}
          <Link
            to={`/auth/login${search.size > 0 ? `?${search}` : ''}`}
            className="font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('auth.login')}
          </Link>
        </p>
        <p>
          {t('auth.wantToPerform')}
          <Link to="/auth/register/performer" className="font-semibold text-link underline-offset-4 hover:underline">
            {t('auth.apply')}
          </Link>
        </p>
      </div>
    </DoorFrame>
  )
}
