import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { BankDetails } from '#contract/money/destinations.ts'
import { useAct } from '#web/app/act.ts'
import { bankLines } from '#web/money/destinations/bank-lines.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Whole = BankDetails & { payoutAccount?: string }

/** The whole account, for whoever pays by hand: asked for each time, and gone when it is put away. */
export function WholeBank({ payoutId }: { payoutId: string }) {
  const { t } = useTranslation()
  const [details, setDetails] = useState<Whole>()
  // Paid by another way, its bank account does not matter; whose name it is does.
  const shown = details?.payoutAccount === undefined ? bankLines : (['payoutAccount', 'lastName', 'firstName'] as const)
  const { act: show, busy } = useAct((api) => api.payouts.requestBank({ id: payoutId }), { done: (whole) => setDetails(whole) })
  return (
    <Panel title={t('payouts.bank')}>
      {details && (
        <dl className="mb-4 grid gap-2.5 text-15">
          {shown.map((line) =>
            details[line] ? (
              <div key={line}>
                <dt className="text-13 text-muted">{t(`payouts.office.bank.${line}`)}</dt>
                <dd className="num break-words select-all">{details[line]}</dd>
              </div>
            ) : null,
          )}
        </dl>
      )}
      <Button
        rank="second"
        size="sm"
        loading={busy}
        className="max-w-full whitespace-normal!"
        onClick={() => (details ? setDetails(undefined) : void show())}
      >
        {t(details ? 'payouts.office.bank.hide' : 'payouts.office.bank.show')}
      </Button>
    </Panel>
  )
}
