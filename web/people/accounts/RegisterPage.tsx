import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router'
import { arrival } from '#web/app/arrival.ts'
import { untilLeft } from '#web/app/act.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { bootOf } from '#web/app/api.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { useSettings } from '#web/app/session.tsx'
import { AgreeToTerms } from '#web/people/accounts/AgreeToTerms.tsx'
import { BirthDateField, dayOf, noDate } from '#web/people/accounts/BirthDateField.tsx'
import { birthDateProblem } from '#web/people/accounts/birth-date-problem.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { tellEntering } from '#web/people/accounts/entering.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { goOn } from '#web/people/accounts/go-on.ts'
import { LetterSent } from '#web/people/accounts/LetterSent.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { EmailField, NewPasswordField, UsernameField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { SignInWays } from '#web/people/accounts/SignInWays.tsx'
import { VerifyByCode } from '#web/people/accounts/VerifyByCode.tsx'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Someone with an account does not make a second one by accident. */
export function loader(args: LoaderFunctionArgs) {
  if (bootOf(args).me) throw redirect('/home')
  return null
}

export function Component() {
  const { t } = useTranslation()
  const { hashPwClient, termsVersion, siteName } = useSettings()
  const [search] = useSearchParams()
  const [letterTo, setLetterTo] = useState<{ email: string; said: string }>()
  const [verified, setVerified] = useState<string>()
  const none = { name: '', username: '', email: '', password: '', dateOfBirth: noDate, accepted: false }
  const { form, typed, chosen, ticked } = useFields(none)
  const rules = personRules(t)

  const captcha = useCaptcha('accounts_register')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { name, username, email, password, dateOfBirth }) => {
      const sent = {
        name: name.trim(),
        username,
        email: email.trim(),
        password: await sealed(password, hashPwClient),
        dateOfBirth: dayOf(dateOfBirth)!,
        acceptedTermsVersion: termsVersion,
        ...arrival(),
      }
      const answer = await captcha.spend((given) => api.accounts.register({ ...sent, ...given }))
      return { ...answer, me: answer.token ? await api.me.user({}) : undefined }
    },
    {
      done({ me, message }, { email }) {
        if (!me) return setLetterTo({ email: email.trim(), said: message ?? t('auth.letter.verify') })
        tellEntering()
        goOn(afterSignIn(me, search.get('redirect')))
        return untilLeft()
      },
    },
  )
  const title = usePageTitle(t('shell.register'))
  if (verified) {
    return (
      <DoorFrame title={t('auth.verify.done')} lead={<span role="status">{verified}</span>}>
        <title>{title}</title>
        <Button size="wide" to={`/auth/login${search.size > 0 ? `?${search}` : ''}`}>
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  if (letterTo) {
    return (
      <LetterSent title={t('auth.letter.title')} said={letterTo.said} email={letterTo.email}>
        <title>{title}</title>
        <VerifyByCode rank="primary" email={letterTo.email} onVerified={setVerified} />
        <ResendLink email={letterTo.email} />
        <Button rank="text" size="sm" className="-ms-2 justify-self-start" onClick={() => setLetterTo(undefined)}>
          {t('auth.letter.other')}
        </Button>
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
          {...typed('name', rules.name)}
        />
        <UsernameField hint={t('auth.username.hint')} {...typed('username', rules.username)} />
        <EmailField {...typed('email', rules.email)} />
        <NewPasswordField label={t('auth.password')} {...typed('password', rules.password)} />
        <BirthDateField hint={t('auth.birthDate.hint')} {...chosen('dateOfBirth', { validate: (date) => birthDateProblem(date, t) })} />
        <AgreeToTerms {...ticked('accepted', { validate: (accepted) => accepted || t('auth.terms.missing') })} />
        {captcha.field}
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t('shell.register')}
        </Button>
      </form>
      <SignInWays redirect={search.get('redirect')} />
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
