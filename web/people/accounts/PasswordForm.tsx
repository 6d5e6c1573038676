import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useApi, useMember, useSettings } from '#web/app/session.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { personRules, shortestPassword } from '#web/app/person-rules.ts'
import { tellFields } from '#web/app/refused-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { useToast } from '#web/ui/Toast.tsx'

interface Passwords {
  currentPassword: string
  password: string
}
const none = { currentPassword: '', password: '' }

/** Needs the current one. Other devices are signed out by it, this one stays. */
export function PasswordForm() {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMember()
  const toast = useToast()
  const { hashPwClient } = useSettings()
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, formState, setError, reset } = useForm<Passwords>({ mode: 'onTouched', defaultValues: none })

  const change = handleSubmit(async ({ currentPassword, password }) => {
    setRefusal(undefined)
    try {
      const { message } = await api.accounts.changePassword({
        currentPassword: await sealed(currentPassword, hashPwClient),
        password: await sealed(password, hashPwClient),
        source: me.isPerformer ? 'performer' : 'user',
      })
      reset(none)
      toast.show(message)
    } catch (error) {
      setRefusal(tellFields<Passwords>(error, ['currentPassword', 'password'], setError, t('shell.tryLater')))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void change(event)} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <PasswordField
          label={t('mysettings.password.current')}
          autoComplete="current-password"
          maxLength={200}
          required
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword', { required: t('auth.password.missing') })}
        />
        <PasswordField
          label={t('auth.newPassword')}
          hint={t('auth.password.hint', { count: shortestPassword })}
          autoComplete="new-password"
          maxLength={200}
          required
          error={formState.errors.password?.message}
          {...register('password', personRules(t).password)}
        />
      </div>
      <FormRefusal>{refusal}</FormRefusal>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" rank="second" loading={formState.isSubmitting}>
          {t('mysettings.password.change')}
        </Button>
        <p className="text-13 text-muted">{t('mysettings.password.note')}</p>
      </div>
    </form>
  )
}
