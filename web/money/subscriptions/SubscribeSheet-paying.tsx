import { useTranslation } from '#web/app/say.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { CardChoice } from '#web/money/payments/CardChoice.tsx'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import type { Method, Subscribing } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

type PayingProps = {
  buying: Subscribing
  /** What follows a top-up. */
  then: string
  onMethod: (method: Method) => void
  cardTotal: string
}

/** Wallet or card, what it costs, and what will be left. */
export function Paying({ buying, then, onMethod, cardTotal }: PayingProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const isShort = buying.method === 'wallet' && buying.missing > 0
  return (
    <>
      <Segmented
        label={t('subscribe.payWith')}
        width="wide"
        value={buying.method}
        onChange={onMethod}
        options={[
          { value: 'wallet', label: t('subscribe.wallet') },
          { value: 'card', label: t('subscribe.card') },
        ]}
      />
      {isShort && <TopUpChoice missing={buying.missing} then={then} topUp={buying.topUp} />}
      {buying.method === 'wallet' ? (
        <Sums
          lines={[
            {
              label: t('unlock.price'),
              value: (
                <>
                  <span className="text-muted">{money(buying.price)} · </span>
                  <Tokens value={buying.tokens} />
                </>
              ),
            },
            { label: t('unlock.balance'), value: <Tokens value={buying.balance} /> },
            ...(isShort
              ? []
              : [{ label: t('subscribe.after'), value: <Tokens value={exact(buying.balance - buying.tokens)} />, total: true }]),
          ]}
        />
      ) : (
        <>
          <CardChoice {...buying.paying} />
          <Sums lines={[{ label: cardTotal, value: money(buying.price), total: true }]} />
        </>
      )}
    </>
  )
}
