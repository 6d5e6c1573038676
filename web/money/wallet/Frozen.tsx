import { Snowflake } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { WalletState } from '#web/money/wallet/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** That nothing can be paid from here for now: why, and whom to write to. */
export function Frozen({ state: { because, reason, debt } }: { state: WalletState }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  if (!because) return null
  return (
    <Card className="p-4 md:p-5">
      <section aria-labelledby="wallet-frozen" className="flex gap-3">
        <Snowflake aria-hidden="true" className="mt-0.5 size-5 flex-none text-muted" />
        <div className="grid min-w-0 gap-1.5">
          <h2 id="wallet-frozen" className="text-16 leading-snug">
            {t('purse.frozen')}
          </h2>
          <p className="text-15 text-muted">{t(`purse.frozen.${because}`, { debt: writeNumber(debt, locale) })}</p>
          {reason && <p className="rounded-control bg-well px-4 py-3 text-15 break-words whitespace-pre-line">{reason}</p>}
          <div className="mt-2">
            <Button rank="second" size="sm" to="/contact">
              {t('purse.frozen.write')}
            </Button>
          </div>
        </div>
      </section>
    </Card>
  )
}
