import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { Other } from '#web/people/accounts/door/Other.tsx'
import { thisPage } from '#web/people/accounts/door/this-page.ts'
import type { Typed } from '#web/people/accounts/door/typed.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { PasskeyWay } from '#web/people/accounts/PasskeyWay.tsx'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { SecondStep, ticketIn } from '#web/people/accounts/second-step.ts'
import { SignInWays } from '#web/people/accounts/SignInWays.tsx'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type SignInStepProps = { typed: Typed; onOther: (typed: Typed) => void; onEntered: (me: CurrentUser) => Promise<void> }

/** For those who were here before. */
export function SignInStep({ typed: before, onOther, onEntered }: SignInStepProps) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [refusal, setRefusal] = useState<{ code: string | undefined; sentence: string }>()
  const { form, values, typed } = useFields<Typed>(before, 'onSubmit')
  const [ticket, setTicket] = useState<string>()
  const captcha = useCaptcha('accounts_login')
  const { send, busy } = useFormAct(
    form,
    async (api, _once, { email, password }) => {
      const sent = { username: email.trim(), password: await sealed(password, hashPwClient), remember: true }
      await captcha.spend((given) => api.accounts.login({ ...sent, ...given }))
      return api.me.user({})
    },
    {
      done: (me) => onEntered(me),
      refused(no) {
        const back = wayBackIn(no)
        if (back) {
          goOn(back)
          return true
        }
        const next = ticketIn(no)
        if (next) {
          setTicket(next)
          return true
        }
        form.setFocus('password', { shouldSelect: true })
        setRefusal({ code: no?.code, sentence: no?.message || t('auth.incorrect') })
        return true
      },
    },
  )
  const email = values.email.trim()
  if (ticket) {
    return (
      <Suspense fallback={null}>
        <SecondStep ticket={ticket} onEntered={onEntered} onStartAgain={() => setTicket(undefined)} />
      </Suspense>
    )
  }
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => {
        setRefusal(undefined)
        void send(event)
      }}
      className="grid gap-3"
    >
      <TextField
        label={t('auth.name')}
        hideLabel
        placeholder={t('auth.name')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        maxLength={254}
        {...typed('email', { required: t('auth.name.missing') })}
      />
      <PasswordField
        label={t('auth.password')}
        hideLabel
        placeholder={t('auth.password')}
        autoComplete="current-password"
        maxLength={200}
        {...typed('password', { required: t('auth.password.missing') })}
      />
      {captcha.field}
      {refusal && (
        <div role="alert" className="grid gap-1 rounded-control bg-onair-wash px-4 py-3 text-14 leading-relaxed!">
          <p>{refusal.sentence}</p>
          {refusal.code === 'email_not_verified' && email.includes('@') && <ResendLink takesCode email={email} />}
        </div>
      )}
      <Button type="submit" size="wide" className="mt-1" loading={busy}>
        {t('door.signIn')}
      </Button>
      <PasskeyWay remember={() => true} onEntered={onEntered} />
      <SignInWays redirect={thisPage()} />
      <p className="text-center text-14">
        <Link to="/auth/forgot" target="_blank" className="touch relative text-link underline-offset-4 hover:underline">
          {t('auth.forgot')}
        </Link>
      </p>
      <Other before={t('auth.firstTime')} onPress={() => onOther(values)}>
        {t('shell.register')}
      </Other>
    </form>
  )
}
