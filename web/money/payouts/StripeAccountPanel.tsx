import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import type { StripeAccount } from '#web/money/payouts/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Whether Stripe can pay me, and the way to its pages. */
export function StripeAccountPanel({ account: { accountId, payoutsEnabled } }: { account: StripeAccount }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const state = payoutsEnabled ? 'ready' : accountId ? 'begun' : 'none'
  const go = async () => {
    setBusy(true)
    try {
      // It stays busy until the browser has left.
      window.location.assign((await api.payouts.stripeAccount({})).url)
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
      setBusy(false)
    }
  }
  return (
    <Panel title={t('payouts.stripe')}>
      <p className="text-15 text-muted">{t(`payouts.stripe.${state}`)}</p>
      <Button rank="second" size="sm" className="mt-4" loading={busy} onClick={() => void go()}>
        {t(`payouts.stripe.${({ ready: 'see', begun: 'goOn', none: 'setUp' } as const)[state]}`)}
      </Button>
    </Panel>
  )
}
