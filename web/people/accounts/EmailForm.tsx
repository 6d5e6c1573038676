import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { EmailField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { digitsOf, isLetterCode, LetterCodeField } from '#web/people/accounts/LetterCodeField.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { ProofFields } from '#web/people/accounts/proof-fields.tsx'
import { ResendLink } from '#web/people/accounts/ResendLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

type EmailFormProps = { hasPassword: boolean; hasTwoFactor: boolean }

/** Another address: asked for with what its owner knows, then confirmed by the code of the letter that went there, or by its link. */
export function EmailForm({ hasPassword, hasTwoFactor }: EmailFormProps) {
  const { t } = useTranslation()
  const me = useMember()
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<{ email: string; said: string }>()
  const close = () => {
    setOpen(false)
    setSent(undefined)
  }
  if (sent) return <Confirming sent={sent} onDone={close} onCancel={() => setSent(undefined)} />
  return (
    <div className="grid gap-4">
      <p className="text-15 wrap-anywhere">
        <span className="block text-14 text-muted">{t('mysettings.email.now')}</span>
        {me.email || t('mysettings.notGiven')}
        {me.email && !me.emailVerified && <span className="block text-13 text-muted">{t('mysettings.email.unverified')}</span>}
      </p>
      {me.email && !me.emailVerified && <ResendLink takesCode email={me.email} source={me.isPerformer ? 'performer' : 'user'} />}
      {isOpen ? (
        <Asking hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} onSent={setSent} onCancel={close} />
      ) : (
        <Button rank="second" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('mysettings.email.change')}
        </Button>
      )}
    </div>
  )
}

type AskingProps = EmailFormProps & { onSent: (sent: { email: string; said: string }) => void; onCancel: () => void }

function Asking({ hasPassword, hasTwoFactor, onSent, onCancel }: AskingProps) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const { form, typed } = useFields({ email: '', currentPassword: '', code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { email, currentPassword, code }) =>
      api.accounts.changeEmail({
        email: email.trim(),
        ...(hasPassword && { currentPassword: await sealed(currentPassword, hashPwClient) }),
        ...(hasTwoFactor && { code }),
      }),
    { done: ({ message }, { email }) => onSent({ email: email.trim(), said: message }) },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <EmailField {...typed('email', personRules(t).email)} label={t('mysettings.email.new')} />
      <ProofFields hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} typed={typed} />
      <FormRefusal>{problem}</FormRefusal>
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Button type="submit" rank="second" loading={busy}>
            {t('mysettings.email.ask')}
          </Button>
          <Button rank="text" onClick={onCancel}>
            {t('mysettings.security.cancel')}
          </Button>
        </div>
        <p className="text-13 text-muted">{t('mysettings.email.note')}</p>
      </div>
    </form>
  )
}

type ConfirmingProps = { sent: { email: string; said: string }; onDone: () => void; onCancel: () => void }

function Confirming({ sent: { email, said }, onDone, onCancel }: ConfirmingProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { form, typed } = useFields({ code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { code }) => api.accounts.confirmEmailByCode({ email, code: digitsOf(code) }),
    {
      refreshes: ['me.user'],
      said: ({ message }) => message,
      async done() {
        await revalidate()
        onDone()
      },
    },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      <div role="status" className="grid gap-3">
        <p className="flex min-h-12 items-center gap-3 rounded-control bg-well px-4 py-2 text-15">
          <MailOpen aria-hidden="true" className="flex-none text-muted" />
          <span className="min-w-0 font-semibold wrap-anywhere">{email}</span>
        </p>
        <p className="text-15 leading-relaxed! text-muted">{said}</p>
      </div>
      <LetterCodeField {...typed('code', { validate: (code) => isLetterCode(code) || t('auth.letterCode.wrong') })} />
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" rank="second" loading={busy}>
          {t('auth.letterCode.verify')}
        </Button>
        <Button rank="text" onClick={onCancel}>
          {t('auth.letter.other')}
        </Button>
      </div>
    </form>
  )
}
