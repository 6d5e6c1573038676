import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { Button } from '#web/ui/Button.tsx'

/** Sends the verification letter again, and says so in place. Whether the address exists is never told. */
export function ResendLink({ email, source = 'user' }: { email: string; source?: 'user' | 'performer' }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<string>()
  const {
    act: resend,
    busy,
    problem,
  } = useAct((api) => api.accounts.resendVerification({ email, source }), { noIn: 'screen', done: ({ message }) => setSent(message) })
  const said = sent ?? problem
  return (
    <>
      <p role="status" className={said ? 'text-14 text-muted' : 'sr-only'}>
        {said}
      </p>
      {!said && (
        <Button rank="text" size="sm" className="-ml-2 justify-self-start" loading={busy} onClick={() => void resend()}>
          {t('auth.resend')}
        </Button>
      )}
    </>
  )
}
