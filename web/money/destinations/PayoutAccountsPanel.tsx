import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type PayoutAccountType, payoutAccountTypes } from '#contract/money/payout-names.ts'
import { PayoutAccountSheet } from '#web/money/destinations/PayoutAccountSheet.tsx'
import { useMoments } from '#web/money/destinations/moments.ts'
import type { PayoutAccounts } from '#web/money/destinations/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { cx } from '#web/ui/cx.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

/** Where payouts can go besides a bank: what was said, and what holds it. */
export function PayoutAccountsPanel({ accounts: { data } }: { accounts: PayoutAccounts }) {
  const { t } = useTranslation()
  const moment = useMoments()
  const [changing, setChanging] = useState<PayoutAccountType>()
  const of = (type: PayoutAccountType) => data.find((each) => each.type === type)
  return (
    <Panel title={t('payouts.elsewhere')}>
      <p className="text-15 text-muted">{t('payouts.elsewhere.lead')}</p>
      <ul className="mt-2">
        {payoutAccountTypes.map((type) => {
          const account = of(type)
          const method = t(`payouts.method.${type}`)
          return (
            <li key={type} className="flex items-center gap-3 border-t border-line py-2 text-15 first:border-t-0">
              <span className="min-w-0 flex-1">
                <span className="block">{method}</span>
                <span className={cx('num block text-13 text-muted', account?.payoutAccount && 'truncate')}>
                  {account?.payoutAccount ?? t(account?.needsAgain ? 'payouts.bank.needsAgain' : 'payouts.bank.none')}
                </span>
                {(account?.returnedAt ?? account?.holdUntil) && (
                  <StateDot tone={account?.returnedAt ? 'bad' : 'waiting'}>
                    <span className="text-13 whitespace-normal">
                      {account?.holdUntil
                        ? t('payouts.elsewhere.onHold', { until: moment(account.holdUntil) })
                        : t('payouts.elsewhere.returned')}
                    </span>
                  </StateDot>
                )}
              </span>
              <Button
                rank="text"
                size="sm"
                aria-label={t(account ? 'payouts.elsewhere.change' : 'payouts.elsewhere.add', { method })}
                onClick={() => setChanging(type)}
              >
                {t(account ? 'payouts.bank.change' : 'payouts.bank.add')}
              </Button>
            </li>
          )
        })}
      </ul>
      {changing && <PayoutAccountSheet type={changing} before={of(changing)?.payoutAccount} onClose={() => setChanging(undefined)} />}
    </Panel>
  )
}
