import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '#web/app/session.tsx'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { LetterSent } from '#web/people/accounts/LetterSent.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { personRules } from '#web/app/person-rules.ts'
import { tellFields } from '#web/app/refused-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { inClosedCountry: true }

/** Asks for a link by mail. The answer is the same whether the address is known or not. */
export function Component() {
  const { t } = useTranslation()
  const api = useApi()
  const [refusal, setRefusal] = useState<string>()
  const [sent, setSent] = useState<{ email: string; said: string }>()
  const { register, handleSubmit, formState, setError } = useForm<{ email: string }>()
  const title = usePageTitle(t('auth.forgot'))

  const ask = handleSubmit(async ({ email }) => {
    setRefusal(undefined)
    try {
      const { message } = await api.accounts.forgot({ email: email.trim() })
      setSent({ email: email.trim(), said: message })
    } catch (error) {
      setRefusal(tellFields<{ email: string }>(error, ['email'], setError, t('shell.tryLater')))
    }
  })
  if (sent) {
    return (
      <LetterSent title={t('auth.letter.title')} said={sent.said} email={sent.email}>
        <title>{title}</title>
      </LetterSent>
    )
  }
  return (
    <DoorFrame title={t('auth.forgot.title')} lead={t('auth.forgot.lead')}>
      <title>{title}</title>
      <form noValidate onSubmit={(event) => void ask(event)} className="grid gap-4">
        <TextField
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
          error={formState.errors.email?.message}
          {...register('email', personRules(t).email)}
        />
        <FormRefusal>{refusal}</FormRefusal>
        <Button type="submit" size="wide" loading={formState.isSubmitting}>
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
