import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { arrival } from '#web/app/arrival.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { dayOf } from '#web/people/accounts/BirthDateField.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { VerifyByCode } from '#web/people/accounts/VerifyByCode.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { noApplication } from '#web/people/identity/application.ts'
import { ApplicationSteps, Figure } from '#web/people/identity/ApplicationSteps.tsx'
import { useCaptcha } from '#web/site/captcha/use-captcha.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Applying to perform: who one is, the documents that show it, and what one agrees to. Staff look at it; nobody is let in before. */
export function Component() {
  const { t } = useTranslation()
  const { hashPwClient, termsVersion } = useSettings()
  const [percent, setPercent] = useState<number>()
  const [verified, setVerified] = useState<string>()
  const [said, setSaid] = useState<{ sentence: string; email: string }>()
  const fields = useFields(noApplication)
  const { form } = fields
  const title = <title>{usePageTitle(t('apply.title'))}</title>

  const captcha = useCaptcha('identity_register')
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, application) => {
      const { name, legalName, username, email, password, phone, country, gender, dateOfBirth, idVerification, documentVerification } =
        application
      if (gender === '' || !idVerification || !documentVerification) return undefined
      const sent = {
        name: name.trim(),
        ...(legalName.trim() && { legalName: legalName.trim() }),
        username,
        email: email.trim(),
        password: await sealed(password, hashPwClient),
        phone: phone.trim(),
        country,
        gender,
        dateOfBirth: dayOf(dateOfBirth)!,
        acceptedTermsVersion: termsVersion,
        acceptedAgreement: true,
        ...arrival(),
        idVerification,
        documentVerification,
      }
      return captcha.spend((given) => {
        setPercent(0)
        const onProgress = (fraction: number) => setPercent(Math.round(fraction * 100))
        return api.identity.register({ ...sent, ...given }, { onProgress }).finally(() => setPercent(undefined))
      })
    },
    {
      done(answer, { email }) {
        if (!answer) return
        setSaid({ sentence: answer.message, email: email.trim() })
        window.scrollTo({ top: 0 })
      },
      refused: (no) => (no && no.errors.length === 0 && /^(file_|too_large)/.test(no.code) ? no.message : undefined),
    },
  )
  if (said) {
    return (
      <DoorFrame title={t('apply.sent.title')} lead={<span role="status">{said.sentence}</span>}>
        {title}
        <ol className="grid gap-3 text-15">
          {(['look', 'letter', 'open'] as const).map((step, place) => (
            <li key={step} className="flex gap-3">
              <Figure>{place + 1}</Figure>
              <span className="leading-relaxed!">{t(`apply.sent.${step}`, { email: said.email })}</span>
            </li>
          ))}
        </ol>
        {verified ? (
          <p role="status" className="text-15">
            {verified}
          </p>
        ) : (
          <VerifyByCode rank="primary" email={said.email} onVerified={setVerified} />
        )}
        <Button rank="second" size="wide" to="/home">
          {t('auth.goHome')}
        </Button>
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title={t('apply.title')} lead={t('apply.lead')}>
      {title}
      <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-8">
        <ApplicationSteps fields={fields} percent={percent} />
        <div className="grid gap-3">
          {captcha.field}
          <FormRefusal>{problem}</FormRefusal>
          <Button type="submit" size="wide" loading={busy}>
            {t('apply.send')}
          </Button>
          <p role="status" className="text-center text-13 text-muted">
            {percent === undefined ? t('apply.send.note') : t('apply.sending', { percent })}
          </p>
        </div>
      </form>
      <p className="text-center text-14 text-muted">
        {t('apply.onlyWatch')}
        <Link to="/auth/register" className="font-semibold text-link underline-offset-4 hover:underline">
          {t('shell.register')}
        </Link>
      </p>
    </DoorFrame>
  )
}
