import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { VerifyByCode } from '#web/people/accounts/by-code.ts'
import { Button } from '#web/ui/Button.tsx'

type ResendLinkProps = {
  email: string
  source?: 'user' | 'performer'
  /** Where no place for the letter's code stands beside it already. */
  takesCode?: boolean
}

/** Sends the verification letter again, and says so in place. Whether the address exists is never told. */
export function ResendLink({ email, source = 'user', takesCode = false }: ResendLinkProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<string>()
  const [verified, setVerified] = useState<string>()
  const {
    act: resend,
    busy,
    problem,
  } = useAct((api) => api.accounts.resendVerification({ email, source }), { noIn: 'screen', done: ({ message }) => setSent(message) })
  const said = verified ?? sent ?? problem
  return (
    <>
      <p role="status" className={said ? 'text-14 text-muted' : 'sr-only'}>
        {said}
      </p>
      {sent && !verified && takesCode && (
        <Suspense fallback={null}>
          <VerifyByCode email={email} onVerified={setVerified} />
        </Suspense>
      )}
      {!said && (
        <Button rank="text" size="sm" className="-ms-2 justify-self-start" loading={busy} onClick={() => void resend()}>
          {t('auth.resend')}
        </Button>
      )}
    </>
  )
}
