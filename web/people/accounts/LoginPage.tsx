import { type FormEvent, Suspense, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { bootOf } from '#web/app/api.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { tellEntering } from '#web/people/accounts/entering.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { PasskeyWay } from '#web/people/accounts/PasskeyWay.tsx'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { SecondStep, ticketIn } from '#web/people/accounts/second-step.ts'
import { SignInWays } from '#web/people/accounts/SignInWays.tsx'
import { wayBackIn } from '#web/people/accounts/way-back.ts'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { focusFirstError } from '#web/ui/first-error.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { inClosedCountry: true }

/** Someone who is in already has no business at this door. */
export function loader(args: LoaderFunctionArgs) {
  const { me } = bootOf(args)
  if (me) throw redirect(splitPrefix(afterSignIn(me, new URL(args.request.url).searchParams.get('redirect'))).rest)
  return null
}

interface Typed {
  username: string
  password: string
  remember: boolean
}

/** The first page of many a visit, with two fields: they keep what is typed by themselves, and what keeps longer forms does not come along. */
export function Component() {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [search] = useSearchParams()
  const [missing, setMissing] = useState({ username: false, password: false })
  const [problem, setProblem] = useState<{ code: string; sentence: string; email: string }>()
  const [ticket, setTicket] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  const fields = useRef<HTMLFormElement>(null)

  const captcha = useCaptcha('accounts_login')
  const goIn = (me: CurrentUser) => {
    tellEntering()
    goOn(afterSignIn(me, search.get('redirect')))
    return untilLeft()
  }
  const { act, busy } = useAct(
    async (api, _once, { username, password, remember }: Typed) => {
      const sent = { username, password: await sealed(password, hashPwClient), remember }
      await captcha.spend((given) => api.accounts.login({ ...sent, ...given }))
      return api.me.user({})
    },
    {
      noIn: 'screen',
      done: (me) => goIn(me),
      refused(no, { username }) {
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
        password.current?.select()
        setProblem({ code: no?.code ?? 'unknown', sentence: no?.message || t('auth.incorrect'), email: username })
        return true
      },
    },
  )
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = { username: textOf(form, 'username').trim(), password: textOf(form, 'password'), remember: form.has('remember') }
    const lacks = { username: typed.username === '', password: typed.password === '' }
    setMissing(lacks)
    setProblem(undefined)
    if (lacks.username || lacks.password) focusFirstError(undefined, event)
    else void act(typed)
  }
  const title = <title>{usePageTitle(t('auth.login'))}</title>
  if (ticket) {
    return (
      <DoorFrame title={t('auth.code.title')}>
        {title}
        <Suspense fallback={null}>
          <SecondStep ticket={ticket} onEntered={goIn} onStartAgain={() => setTicket(undefined)} />
        </Suspense>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t('auth.login.title')} lead={t('auth.login.lead')}>
      {title}
      <form ref={fields} noValidate method="post" onSubmit={signIn} className="grid gap-4">
        <TextField
          name="username"
          label={t('auth.name')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
          error={missing.username && t('auth.name.missing')}
          onChange={() => setMissing({ ...missing, username: false })}
        />
        <PasswordField
          ref={password}
          name="password"
          label={t('auth.password')}
          aside={
            <Link to="/auth/forgot" className="hover:underline underline-offset-4">
              {t('auth.forgot')}
            </Link>
          }
          autoComplete="current-password"
          maxLength={200}
          error={missing.password && t('auth.password.missing')}
          onChange={() => setMissing({ ...missing, password: false })}
        />
        <Checkbox name="remember" label={t('auth.remember')} defaultChecked />
        {captcha.field}
        {problem && (
          <div role="alert" className="grid gap-1 rounded-control bg-onair-wash px-4 py-3 text-14 leading-relaxed!">
            <p>{problem.sentence}</p>
            {problem.code === 'email_not_verified' && problem.email.includes('@') && <ResendLink takesCode email={problem.email} />}
            {(problem.code === 'performer_rejected' || problem.code === 'account_inactive') && (
              <Link to="/contact" target="_blank" className="text-link underline-offset-4 hover:underline">
                {t('shell.contact')}
              </Link>
            )}
          </div>
        )}
        <Button type="submit" size="wide" loading={busy}>
          {t('auth.login')}
        </Button>
      </form>
      <PasskeyWay remember={() => new FormData(fields.current ?? undefined).has('remember')} onEntered={goIn} />
      <SignInWays redirect={search.get('redirect')} />
      <p className="text-center text-14 text-muted">
        {t('auth.firstTime')}
        <Link
          to={`/auth/register${search.size > 0 ? `?${search}` : ''}`}
          className="font-semibold text-link underline-offset-4 hover:underline"
        >
          {t('shell.register')}
        </Link>
      </p>
    </DoorFrame>
  )
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
