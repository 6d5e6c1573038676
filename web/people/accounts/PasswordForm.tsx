import { useTranslation } from '#web/app/say.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { useRevalidator } from 'react-router'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { SignInAgain } from '#web/people/accounts/proof-fields.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { NewPasswordField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

const none = { currentPassword: '', password: '' }

/** Needs the current one, where there is one. Other devices are signed out by it, this one stays. */
export function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation()
  const me = useMember()
  const { hashPwClient } = useSettings()
  const { revalidate } = useRevalidator()
  const { form, typed } = useFields(none)

  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { currentPassword, password }) =>
      api.accounts.changePassword({
        ...(!isFirst && { currentPassword: await sealed(currentPassword, hashPwClient) }),
        password: await sealed(password, hashPwClient),
        source: me.isPerformer ? 'performer' : 'user',
      }),
    { refreshes: ['federation.identities'], said: ({ message }) => message, done: () => (form.reset(none), revalidate()) },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {!isFirst && (
          <PasswordField
            label={t('mysettings.password.current')}
            autoComplete="current-password"
            maxLength={200}
            required
            {...typed('currentPassword', { required: t('auth.password.missing') })}
          />
        )}
        <NewPasswordField label={t('auth.newPassword')} {...typed('password', personRules(t).password)} />
      </div>
      {isFirst && <SignInAgain />}
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" rank="second" loading={busy}>
          {t(isFirst ? 'mysettings.password.set' : 'mysettings.password.change')}
        </Button>
        <p className="text-13 text-muted">{t(isFirst ? 'mysettings.password.set.note' : 'mysettings.password.note')}</p>
      </div>
    </form>
  )
}
