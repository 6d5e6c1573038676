import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElsewhereType, elsewhereTypes } from '#contract/money/payout-names.ts'
import { ElsewhereSheet } from '#web/money/payouts/ElsewhereSheet.tsx'
import { useMoments } from '#web/money/payouts/moments.ts'
import type { Elsewhere } from '#web/money/payouts/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { cx } from '#web/ui/cx.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

/** Where payouts can go besides a bank: what was said, and what holds it. */
export function ElsewherePanel({ accounts: { data } }: { accounts: Elsewhere }) {
  const { t } = useTranslation()
  const moment = useMoments()
  const [changing, setChanging] = useState<ElsewhereType>()
  const of = (type: ElsewhereType) => data.find((each) => each.type === type)
  return (
    <Panel title={t('payouts.elsewhere')}>
      <p className="text-15 text-muted">{t('payouts.elsewhere.lead')}</p>
      <ul className="mt-2">
        {elsewhereTypes.map((type) => {
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
      {changing && <ElsewhereSheet type={changing} before={of(changing)?.payoutAccount} onClose={() => setChanging(undefined)} />}
    </Panel>
  )
}
