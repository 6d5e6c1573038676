import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Sends the verification letter again, and says so in place. Whether the address exists is never told. */
export function ResendLink({ email, source = 'user' }: { email: string; source?: 'user' | 'performer' }) {
  const { t } = useTranslation()
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()
  const resend = async () => {
    setBusy(true)
    try {
      setSaid((await api.accounts.resendVerification({ email, source })).message)
    } catch (error) {
      setSaid(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
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
