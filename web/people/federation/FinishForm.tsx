import { useState } from 'react'
import type { SocialEntered } from '#contract/people/federation.ts'
import { untilLeft } from '#web/app/act.ts'
import { arrival } from '#web/app/arrival.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { EmailField, UsernameField } from '#web/app/person-fields.tsx'
import { personRules } from '#web/app/person-rules.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { AgreeToTerms } from '#web/people/accounts/AgreeToTerms.tsx'
import { birthDateProblem } from '#web/people/accounts/birth-date-problem.ts'
import { BirthDateField, dayOf, noDate } from '#web/people/accounts/BirthDateField.tsx'
import { tellEntering } from '#web/people/accounts/entering.ts'
import { goOn } from '#web/people/accounts/go-on.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** What a newcomer says themselves: their name here, their age, that they agree; and an address where their provider vouches for none. */
export function FinishForm({ found: { ticket = '', said, redirect } }: { found: SocialEntered }) {
  const { t } = useTranslation()
  const { termsVersion } = useSettings()
  const [letter, setLetter] = useState<string>()
  const isVouched = said?.emailVerified === true
  const { form, typed, chosen, ticked } = useFields({
    name: said?.name ?? '',
    username: '',
    email: said?.email ?? '',
    dateOfBirth: noDate,
    accepted: false,
  })
  const rules = personRules(t)
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { name, username, email, dateOfBirth }) => {
      const answer = await api.federation.register({
        ticket,
        name: name.trim(),
        username,
        ...(!isVouched && { email: email.trim() }),
        dateOfBirth: dayOf(dateOfBirth)!,
        acceptedTermsVersion: termsVersion,
        ...arrival(),
      })
      return { ...answer, me: answer.token ? await api.me.user({}) : undefined }
    },
    {
      done({ me, message }) {
        if (!me) return setLetter(message ?? t('auth.letter.verify'))
        tellEntering()
        goOn(afterSignIn(me, redirect ?? null))
        return untilLeft()
      },
    },
  )
  if (letter !== undefined) {
    return (
      <>
        <p role="status" className="text-15 leading-relaxed!">
          {letter}
        </p>
        <Button rank="second" size="wide" to="/auth/login">
          {t('auth.backToLogin')}
        </Button>
      </>
    )
  }
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="grid gap-4">
      {isVouched ? (
        <p className="num truncate rounded-control bg-well px-4 py-3 text-14 text-muted">{said.email}</p>
      ) : (
        <EmailField {...typed('email', rules.email)} />
      )}
      <TextField
        label={t('auth.displayName')}
        hint={t('auth.displayName.hint')}
        autoComplete="nickname"
        maxLength={60}
        required
        {...typed('name', rules.name)}
      />
      <UsernameField hint={t('auth.username.hint')} {...typed('username', rules.username)} />
      <BirthDateField hint={t('auth.birthDate.hint')} {...chosen('dateOfBirth', { validate: (date) => birthDateProblem(date, t) })} />
      <AgreeToTerms {...ticked('accepted', { validate: (accepted) => accepted || t('auth.terms.missing') })} />
      <FormRefusal>{problem}</FormRefusal>
      <Button type="submit" size="wide" loading={busy}>
        {t('social.finish')}
      </Button>
    </form>
  )
}
