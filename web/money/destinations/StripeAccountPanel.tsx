import { useTranslation } from '#web/app/say.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import type { StripeAccount } from '#web/money/destinations/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Whether Stripe can pay me, and the way to its pages. */
export function StripeAccountPanel({ account: { accountId, payoutsEnabled } }: { account: StripeAccount }) {
  const { t } = useTranslation()
  const state = payoutsEnabled ? 'ready' : accountId ? 'begun' : 'none'
  const { act: go, busy } = useAct((api) => api.payouts.stripeAccount({}), {
    done({ url }) {
      window.location.assign(url)
      return untilLeft()
    },
  })
  return (
    <Panel title={t('payouts.stripe')}>
      <p className="text-15 text-muted">{t(`payouts.stripe.${state}`)}</p>
      <Button rank="second" size="sm" className="mt-4" loading={busy} onClick={() => void go()}>
        {t(`payouts.stripe.${({ ready: 'see', begun: 'goOn', none: 'setUp' } as const)[state]}`)}
      </Button>
    </Panel>
  )
}
