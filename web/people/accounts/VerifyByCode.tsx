import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { digitsOf, isLetterCode, LetterCodeField } from '#web/people/accounts/LetterCodeField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

type VerifyByCodeProps = { email: string; rank?: 'primary' | 'second'; onVerified: (said: string) => unknown }

/**
 * Confirms an address where one waits for its letter: in an app's own browser the letter's link opens elsewhere. No form of its own, because it also
 * stands inside others.
 */
export function VerifyByCode({ email, rank = 'second', onVerified }: VerifyByCodeProps) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ code: '' }, 'onSubmit')
  const { send, busy, problem } = useFormAct(form, (api, _once, { code }) => api.accounts.verifyByCode({ email, code: digitsOf(code) }), {
    refreshes: ['me.user'],
    done: ({ message }) => onVerified(message),
  })
  return (
    <div
      role="group"
      className="grid gap-3"
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void send(event)
      }}
    >
      <LetterCodeField {...typed('code', { validate: (code) => isLetterCode(code) || t('auth.letterCode.wrong') })} />
      <FormRefusal>{problem}</FormRefusal>
      <Button rank={rank} size="wide" loading={busy} onClick={(event) => void send(event)}>
        {t('auth.letterCode.verify')}
      </Button>
    </div>
  )
}
