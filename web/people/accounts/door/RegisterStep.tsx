import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/windows/me.ts'
import { arrival } from '#web/app/arrival.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { EmailField } from '#web/app/person-fields.tsx'
import { personRules, shortestPassword } from '#web/app/person-rules.ts'
import { useSettings } from '#web/app/session.tsx'
import type { Letter, Typed } from '#web/people/accounts/door/typed.ts'
import { Other } from '#web/people/accounts/door/Other.tsx'
import { thisPage } from '#web/people/accounts/door/this-page.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { SignInWays } from '#web/people/accounts/SignInWays.tsx'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

type RegisterStepProps = {
  typed: Typed
  onOther: (typed: Typed) => void
  onEntered: (me: CurrentUser) => Promise<void>
  onLetter: (letter: Letter) => void
}

/** An address and a password are enough: a name is drawn, and can be changed. */
export function RegisterStep({ typed: before, onOther, onEntered, onLetter }: RegisterStepProps) {
  const { t } = useTranslation()
  const { hashPwClient, termsVersion } = useSettings()
  const { form, values, typed } = useFields<Typed>(before, 'onSubmit')
  const rules = personRules(t)
  const captcha = useCaptcha('accounts_register')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { email, password }) => {
      const sent = {
        email: email.trim(),
        password: await sealed(password, hashPwClient),
        acceptedTermsVersion: termsVersion,
        ...arrival(),
      }
      const answer = await captcha.spend((given) => api.accounts.register({ ...sent, ...given }))
      return { ...answer, me: answer.token ? await api.me.user({}) : undefined }
    },
    {
      done: ({ me, message }, { email, password }) =>
        me ? onEntered(me) : onLetter({ email: email.trim(), password, said: message ?? t('auth.letter.verify') }),
    },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-3">
      <EmailField hideLabel placeholder={t('auth.email')} {...typed('email', rules.email)} />
      <PasswordField
        label={t('auth.password')}
        hideLabel
        placeholder={t('door.password', { count: shortestPassword })}
        autoComplete="new-password"
        maxLength={200}
        required
        {...typed('password', rules.password)}
      />
      {captcha.field}
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" size="wide" className="mt-1" loading={busy}>
        {t('door.register')}
      </Button>
      <p className="text-center text-13 leading-relaxed! text-muted">
        {t('door.terms')}
        <Paper to="/terms">{t('shell.terms')}</Paper>
        {t('auth.terms.and')}
        <Paper to="/privacy">{t('auth.terms.privacy')}</Paper>
        {t('auth.terms.end')}
      </p>
      <SignInWays redirect={thisPage()} />
      <Other before={t('auth.haveAccount')} onPress={() => onOther(values)}>
        {t('auth.login')}
      </Other>
    </form>
  )
}

/** It opens beside, so that nothing typed is lost. */
function Paper({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className="text-link underline underline-offset-4">
      {children}
    </Link>
  )
}
