// What whoever is signed in shows again before something that changes who has the account.
import { useLocation } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { useSignOut } from '#web/app/sign-out.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** The password that one has, with whose it is for the browser's keeper of passwords. */
export function CurrentPassword(field: Omit<React.ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>) {
  const { t } = useTranslation()
  const { username } = useMember()
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label={t('mysettings.password.current')} autoComplete="current-password" maxLength={200} required {...field} />
    </>
  )
}

/** A code of the authenticator app, or a recovery code. */
export function CodeField(field: Omit<React.ComponentProps<typeof TextField>, 'label' | 'autoComplete'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('auth.code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      {...field}
    />
  )
}

/** In the place of the fields: they came in lately, or do so again and go on here. */
export function SignInAgain() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { pathname, search, hash } = useLocation()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-well px-4 py-3 text-14 leading-relaxed!">
      <p className="min-w-0 flex-1 basis-60">{t('mysettings.again')}</p>
      <Button rank="second" size="sm" onClick={() => void signOut(pathname + search + hash)}>
        {t('mysettings.again.go')}
      </Button>
    </div>
  )
}

type ProofFieldsProps = {
  hasPassword: boolean
  hasTwoFactor: boolean
  /** Of the form's `useFields`. */
  typed: (name: 'currentPassword' | 'code', rules: { required: string }) => Omit<React.ComponentProps<typeof TextField>, 'label'>
}

/** All that accounts.proveOwner asks for: password and code, as far as there are, and with neither that they came in lately. */
export function ProofFields({ hasPassword, hasTwoFactor, typed }: ProofFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {hasPassword && <CurrentPassword {...typed('currentPassword', { required: t('auth.password.missing') })} />}
      {hasTwoFactor && <CodeField {...typed('code', { required: t('auth.code.missing') })} />}
      {!hasPassword && !hasTwoFactor && <SignInAgain />}
    </>
  )
}
