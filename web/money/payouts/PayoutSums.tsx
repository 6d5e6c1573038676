import { useTranslation } from '#web/app/say.ts'
import type { PayoutRequest } from '#contract/money/payouts.ts'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** How the sum comes about, and where it goes. */
export function PayoutSums({ payout }: { payout: PayoutRequest }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const {
    amount,
    fee,
    arrives,
    currency,
    requestTokens,
    conversionRate,
    bank,
    isUnreadable,
    paymentAccountType,
    payoutAccount,
    requestNote,
  } = payout
  const money = (value: number) => writeMoney(value, currency, locale)
  return (
    <Panel title={t('payouts.sum')}>
      <Sums
        lines={[
          { label: t('payouts.sheet.tokens'), value: writeNumber(requestTokens, locale) },
          { label: t('payouts.rate'), value: t('payouts.rate.one', { rate: money(conversionRate) }) },
          { label: t('payouts.sum'), value: money(amount) },
          ...(fee > 0 ? [{ label: t('payouts.sheet.fee'), value: money(-fee) }] : []),
          { label: t('payouts.sheet.arrives'), value: money(arrives), total: true },
        ]}
      />
      <dl className="mt-4 grid gap-3 border-t border-line pt-4 text-15">
        <div>
          <dt className="text-13 text-muted">{t('payouts.to')}</dt>
          <dd className="break-words">
            {isUnreadable && (
              <StateDot tone="bad">
                <span className="whitespace-normal">{t('payouts.unreadable')}</span>
              </StateDot>
            )}
            {paymentAccountType === 'banking' && bank ? (
              <>
                {bank.holder}
                <span className="num block text-13 text-muted">
                  {t('payouts.bank.account', { bankName: bank.bankName, bankAccount: `•••• ${bank.last4}` })}
                </span>
              </>
            ) : (
              <>
                {t(`payouts.method.${paymentAccountType}`)}
                {payoutAccount && <span className="num block text-13 text-muted">{payoutAccount}</span>}
              </>
            )}
          </dd>
        </div>
        {requestNote && (
          <div>
            <dt className="text-13 text-muted">{t('payouts.note')}</dt>
            <dd className="break-words whitespace-pre-line">{requestNote}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}
