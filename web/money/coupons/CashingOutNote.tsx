import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Said to the operator as soon as it is so; see cashing-out.ts. */
export function CashingOutNote({ canBe }: { canBe: boolean }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { commission } = useSettings()
  return (
    <div role="status" className="contents">
      {canBe && (
        <p className="rounded-control bg-well px-4 py-3 text-14">
          {t('officeMoney.cashingOut', { share: writeNumber(commission, locale) })}
        </p>
      )}
    </div>
  )
}
