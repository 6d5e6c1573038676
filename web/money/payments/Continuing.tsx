import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import { leaveToPay } from '#web/money/payments/leave.ts'
import { Button } from '#web/ui/Button.tsx'

interface Outcome {
  paymentUrl?: string
  clientSecret?: string
  transactionId?: string
}

/** The same payment again, for the same amount. */
export function RetryButton({ id, label }: { id: string; label: string }) {
  const api = useApi()
  // Pressed twice it is one more try, and not two.
  const key = useRef('')
  const retry = () => {
    key.current ||= crypto.randomUUID()
    return api.payments.retry({ id }, { idempotencyKey: key.current })
  }
  return <Going id={id} label={label} ask={retry} onRefused={() => (key.current = '')} />
}

/** To where the payer answers their bank. */
export function GoOnButton({ id, label }: { id: string; label: string }) {
  const api = useApi()
  return <Going id={id} label={label} ask={() => api.payments.goOn({ id })} />
}

function Going({ id, label, ask, onRefused }: { id: string; label: string; ask: () => Promise<Outcome>; onRefused?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { paymentUrl, clientSecret, transactionId = id } = await ask()
      // What has a secret is asked on our own page, with the gateway's form; what has neither is done, and the page there says so.
      if (clientSecret) return leaveToPay(`/checkout/stripe/${transactionId}`, navigate)
      leaveToPay(paymentUrl ?? `/payment/return?transaction=${transactionId}`, navigate)
    } catch (error) {
      onRefused?.()
      setProblem(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
  return (
    <>
      <Button size="wide" loading={busy} onClick={() => void go()}>
        {label}
      </Button>
      {problem && (
        <p role="alert" className="text-center text-14 text-onair">
          {problem}
        </p>
      )}
    </>
  )
}
