import { useState } from 'react'
import type { Becoming } from '#contract/windows/me.ts'
import { useTranslation } from '#web/app/say.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { dayOf } from '#web/people/accounts/BirthDateField.tsx'
import { type Application, genders, noApplication } from '#web/people/identity/application.ts'
import { ApplicationSteps } from '#web/people/identity/ApplicationSteps.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

/** Applying from one's own account: no second address, no second password. What was sent before stands in it, to be mended; its documents do not. */
export function OwnApplication({ before }: { before: Pick<Becoming, 'sent' | 'account'> }) {
  const { t } = useTranslation()
  const me = useMember()
  const { termsVersion } = useSettings()
  const [percent, setPercent] = useState<number>()
  const fields = useFields(filledIn(before, me.country))
  const { send, busy, problem } = useFormAct(
    fields.form,
    async (api, _once, { name, legalName, username, phone, country, gender, dateOfBirth, idVerification, documentVerification }) => {
      if (gender === '' || !idVerification || !documentVerification) return undefined
      const day = me.dateOfBirth === undefined ? dayOf(dateOfBirth) : undefined
      setPercent(0)
      return api.identity
        .apply(
          {
            name: name.trim(),
            ...(legalName.trim() && { legalName: legalName.trim() }),
            username,
            phone: phone.trim(),
            country,
            gender,
            ...(day && { dateOfBirth: day }),
            acceptedTermsVersion: termsVersion,
            acceptedAgreement: true,
            idVerification,
            documentVerification,
          },
          { onProgress: (fraction: number) => setPercent(Math.round(fraction * 100)) },
        )
        .finally(() => setPercent(undefined))
    },
    {
      refreshes: ['identity.becoming', 'switching.accounts'],
      done: () => window.scrollTo({ top: 0 }),
      refused: (no) => (no && no.errors.length === 0 && /^(file_|too_large)/.test(no.code) ? no.message : undefined),
    },
  )
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-8">
      <ApplicationSteps fields={fields} percent={percent} isSignedIn knowsBirthDate={me.dateOfBirth !== undefined} />
      <div className="grid gap-3">
        <FormRefusal>{problem}</FormRefusal>
        <Button type="submit" size="wide" loading={busy}>
          {t('apply.send')}
        </Button>
        <p role="status" className="text-center text-13 text-muted">
          {percent === undefined ? t('apply.own.note') : t('apply.sending', { percent })}
        </p>
      </div>
    </form>
  )
}

function filledIn({ sent, account }: Pick<Becoming, 'sent' | 'account'>, country: string | undefined): Application {
  return {
    ...noApplication,
    country: sent?.country ?? country ?? '',
    ...(account && { name: account.name, username: account.username }),
    ...(sent && { legalName: sent.legalName, phone: sent.phone, gender: genders.find((each) => each === sent.gender) ?? '' }),
  }
}
