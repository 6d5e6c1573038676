// What whoever is signed in shows again before something that changes who has the account.
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
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
