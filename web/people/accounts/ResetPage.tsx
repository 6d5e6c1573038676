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

/** A new password by the link of a letter (?token=, or ?undo= with the old address). Every session ends, this person's own too, so it leads to sign-in. */
export function Component() {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [search] = useSearchParams()
  // Back to an address that was left without its owner (accounts/email-change.ts): whoever left it knew the password.
  const undo = search.get('undo')
  const token = undo ?? search.get('token') ?? ''
  const words = undo === null ? 'auth.reset' : 'auth.undoEmail'
  const [isOver, setOver] = useState(false)
  const [said, setSaid] = useState<string>()
  const { form, typed } = useFields({ password: '' })
  const title = usePageTitle(t(`${words}.title`))

  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { password }) => {
      const sent = { token, password: await sealed(password, hashPwClient) }
      return undo === null ? api.accounts.reset(sent) : api.accounts.undoEmail(sent)
    },
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
      <DoorFrame title={t('auth.linkOver.title')} lead={t(undo === null ? 'auth.linkOver.lead' : 'auth.undoEmail.over')}>
        <title>{title}</title>
        <Button size="wide" to={undo === null ? '/auth/forgot' : '/contact'}>
          {t(undo === null ? 'auth.linkOver.again' : 'shell.contact')}
        </Button>
      </DoorFrame>
    )
  }
  if (said) {
    return (
      <DoorFrame title={t(`${words}.done`)} lead={<span role="status">{said}</span>}>
        <title>{title}</title>
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t(`${words}.title`)} lead={t(`${words}.lead`)}>
      <title>{title}</title>
      <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
        <NewPasswordField label={t('auth.newPassword')} {...typed('password', personRules(t).password)} />
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t(`${words}.set`)}
        </Button>
      </form>
    </DoorFrame>
  )
}
