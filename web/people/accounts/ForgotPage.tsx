import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { LetterSent } from '#web/people/accounts/LetterSent.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { EmailField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { ResetByCode } from '#web/people/accounts/ResetByCode.tsx'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'

export const handle = { inClosedCountry: true }

/** Asks for a link by mail. The answer is the same whether the address is known or not. */
export function Component() {
  const { t } = useTranslation()
  const [sent, setSent] = useState<{ email: string; said: string }>()
  const [done, setDone] = useState<string>()
  const { form, typed } = useFields({ email: '' }, 'onSubmit')
  const title = usePageTitle(t('auth.forgot'))

  const captcha = useCaptcha('accounts_forgot')
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { email }) => captcha.spend((given) => api.accounts.forgot({ email: email.trim(), ...given })),
    { done: ({ message }, { email }) => setSent({ email: email.trim(), said: message }) },
  )
  if (done) {
    return (
      <DoorFrame title={t('auth.reset.done')} lead={<span role="status">{done}</span>}>
        <title>{title}</title>
        <Button size="wide" to="/auth/login">
          {t('auth.login')}
        </Button>
      </DoorFrame>
    )
  }
  if (sent) {
    return (
      <LetterSent title={t('auth.letter.title')} said={sent.said} email={sent.email}>
        <title>{title}</title>
        <ResetByCode email={sent.email} onSet={setDone} />
      </LetterSent>
    )
  }
  return (
    <DoorFrame title={t('auth.forgot.title')} lead={t('auth.forgot.lead')}>
      <title>{title}</title>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <EmailField {...typed('email', personRules(t).email)} />
        {captcha.field}
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t('auth.forgot.send')}
        </Button>
      </form>
      <p className="text-center text-14">
        <Link to="/auth/login" className="text-link underline-offset-4 hover:underline">
          {t('auth.backToLogin')}
        </Link>
      </p>
    </DoorFrame>
  )
}
