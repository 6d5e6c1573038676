import { useFields, useFormAct } from '#web/app/form-act.ts'
import { NewPasswordField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { digitsOf, isLetterCode, LetterCodeField } from '#web/people/accounts/LetterCodeField.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

/** A new password where one waits for the letter, by its code. */
export function ResetByCode({ email, onSet }: { email: string; onSet: (said: string) => unknown }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const { form, typed } = useFields({ code: '', password: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { code, password }) =>
      api.accounts.resetByCode({ email, code: digitsOf(code), password: await sealed(password, hashPwClient) }),
    { done: ({ message }) => onSet(message) },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <LetterCodeField {...typed('code', { validate: (code) => isLetterCode(code) || t('auth.letterCode.wrong') })} />
      <NewPasswordField label={t('auth.newPassword')} {...typed('password', personRules(t).password)} />
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" size="wide" loading={busy}>
        {t('auth.reset.set')}
      </Button>
    </form>
  )
}
