import { useNavigate } from 'react-router'
import type { Api } from '#contract/client.ts'
import { type Once, untilLeft, useAct } from '#web/app/act.ts'
import { leaveToPay } from '#web/money/payments/leave.ts'
import { Button } from '#web/ui/Button.tsx'

interface Outcome {
  paymentUrl?: string
  clientSecret?: string
  transactionId?: string
}

/** The same payment again, for the same amount. */
export function RetryButton({ id, label }: { id: string; label: string }) {
  return <Going id={id} label={label} ask={(api, once) => api.payments.retry({ id }, once)} />
}

/** To where the payer answers their bank. */
export function GoOnButton({ id, label }: { id: string; label: string }) {
  return <Going id={id} label={label} ask={(api) => api.payments.goOn({ id })} />
}

function Going({ id, label, ask }: { id: string; label: string; ask: (api: Api, once: Once) => Promise<Outcome> }) {
  const navigate = useNavigate()
  const { act, busy, problem } = useAct(ask, {
    noIn: 'screen',
    unsure: 'unlock.unsure',
    done({ paymentUrl, clientSecret, transactionId = id }) {
      // What has a secret is asked on our own page, with the gateway's form; what has neither is done, and the page there says so.
      if (!clientSecret) return leaveToPay(paymentUrl ?? `/payment/return?transaction=${transactionId}`, navigate)
      leaveToPay(`/checkout/stripe/${transactionId}`, navigate)
      return untilLeft()
    },
  })
  return (
    <>
      <Button size="wide" loading={busy} onClick={() => void act()}>
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
