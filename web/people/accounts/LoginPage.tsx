import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router'
import { untilLeft } from '#web/app/act.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { bootOf } from '#web/app/api.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { useSettings } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { tellEntering } from '#web/people/accounts/entering.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { inClosedCountry: true }

/** Someone who is in already has no business at this door. */
export function loader(args: LoaderFunctionArgs) {
  const { me } = bootOf(args)
  if (me) throw redirect(splitPrefix(afterSignIn(me, new URL(args.request.url).searchParams.get('redirect'))).rest)
  return null
}

export function Component() {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [search] = useSearchParams()
  const [refusal, setRefusal] = useState<{ code: string; sentence: string; email: string }>()
  const { form, typed, ticked } = useFields({ username: '', password: '', remember: true }, 'onSubmit')

  const { send, busy } = useFormAct(
    form,
    async (api, _once, { username, password, remember }) => {
      await api.accounts.login({ username: username.trim(), password: await sealed(password, hashPwClient), remember })
      return api.me.user({})
    },
    {
      done(me) {
        tellEntering()
        goOn(afterSignIn(me, search.get('redirect')))
        return untilLeft()
      },
      refused(no, { username }) {
        form.setFocus('password', { shouldSelect: true })
        setRefusal({ code: no?.code ?? 'unknown', sentence: no?.message || t('auth.incorrect'), email: username.trim() })
        return true
      },
    },
  )
  const signIn = (event: FormEvent) => {
    setRefusal(undefined)
    void send(event)
  }
  return (
    <DoorFrame title={t('auth.login.title')} lead={t('auth.login.lead')}>
      <title>{usePageTitle(t('auth.login'))}</title>
      <form noValidate method="post" onSubmit={signIn} className="grid gap-4">
        <TextField
          label={t('auth.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
          {...typed('username', { required: t('auth.name.missing') })}
        />
        <PasswordField
          label={t('auth.password')}
          aside={
            <Link to="/auth/forgot" className="hover:underline underline-offset-4">
              {t('auth.forgot')}
            </Link>
          }
          autoComplete="current-password"
          maxLength={200}
          {...typed('password', { required: t('auth.password.missing') })}
        />
        <Checkbox label={t('auth.remember')} {...ticked('remember')} />
        {refusal && (
          <div role="alert" className="grid gap-1 rounded-control bg-onair-wash px-4 py-3 text-14 leading-relaxed!">
            <p>{refusal.sentence}</p>
            {refusal.code === 'email_not_verified' && refusal.email.includes('@') && <ResendLink email={refusal.email} />}
            {(refusal.code === 'performer_rejected' || refusal.code === 'account_inactive') && (
              <Link to="/contact" className="text-link underline-offset-4 hover:underline">
                {t('shell.contact')}
              </Link>
            )}
          </div>
        )}
        <Button type="submit" size="wide" loading={busy}>
          {t('auth.login')}
        </Button>
      </form>
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
