import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useSearchParams } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { NewPasswordField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { Button } from '#web/ui/Button.tsx'

export const handle = { inClosedCountry: true }

/** A new password by the link of a letter (?token=). Every session ends, this person's own too, so it leads to sign-in. */
export function Component() {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [isOver, setOver] = useState(false)
  const [said, setSaid] = useState<string>()
  const { form, typed } = useFields({ password: '' })
  const title = usePageTitle(t('auth.reset.title'))

  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { password }) => api.accounts.reset({ token, password: await sealed(password, hashPwClient) }),
    {
      done: ({ message }) => setSaid(message),
      refused(no) {
        if (no?.code !== 'link_expired' && !no?.errors.some(({ field }) => field === 'token')) return
        setOver(true)
        return true
      },
    },
  )
  if (isOver || !token) {
    return (
      <DoorFrame title={t('auth.linkOver.title')} lead={t('auth.linkOver.lead')}>
        <title>{title}</title>
        <Button size="wide" to="/auth/forgot">
          {t('auth.linkOver.again')}
        </Button>
      </DoorFrame>
    )
  }
  if (said) {
    return (
      <DoorFrame title={t('auth.reset.done')} lead={<span role="status">{said}</span>}>
        <title>{title}</title>
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t('auth.reset.title')} lead={t('auth.reset.lead')}>
      <title>{title}</title>
      <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
        <NewPasswordField label={t('auth.newPassword')} {...typed('password', personRules(t).password)} />
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t('auth.reset.set')}
        </Button>
      </form>
    </DoorFrame>
  )
}
