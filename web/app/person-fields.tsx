// What every form about a person asks in the same words: spread what useFields knows of the field onto them.
import { useTranslation } from '#web/app/say.ts'
import { shortestPassword } from '#web/app/person-rules.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'

type PersonFieldProps = Omit<TextFieldProps, 'label'>

/** The name that others write after an @. */
export function UsernameField({ onChange, ...field }: PersonFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('auth.username')}
      before="@"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
      onChange={(event) => {
        event.target.value = asUsername(event.target.value)
        onChange?.(event)
      }}
    />
  )
}

/** Usernames are written small; spaces are how people try to separate words. */
function asUsername(typed: string): string {
  return typed.toLowerCase().replace(/\s+/g, '_').slice(0, 30)
}

/** Where letters reach someone. */
export function EmailField(field: PersonFieldProps & { label?: string }) {
  const { t } = useTranslation()
  return <TextField label={t('auth.email')} type="email" inputMode="email" autoComplete="email" maxLength={254} required {...field} />
}

/** A password to be; how long it must be stands under it. */
export function NewPasswordField(field: Omit<TextFieldProps, 'autoComplete'>) {
  const { t } = useTranslation()
  const hint = t('auth.password.hint', { count: shortestPassword })
  return <PasswordField hint={hint} autoComplete="new-password" maxLength={200} required {...field} />
}
