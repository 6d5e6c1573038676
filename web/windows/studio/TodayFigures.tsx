import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { exact } from '#web/app/amounts.ts'
import { useSettings } from '#web/app/session.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

type TodayFiguresProps = {
  /** All in tokens. */
  today: number
  yesterdayByNow: number
  month: number
  /** What stands in the earnings account now. */
  balance: number
}

/** Today large, yesterday at this hour under it; the month and the account smaller. Creators think in money: tokens stand beside it. */
export function TodayFigures({ today, yesterdayByNow, month, balance }: TodayFiguresProps) {
  const { t } = useTranslation()
  const { currency, tokenConversionRate } = useSettings()
  const money = (tokens: number) => exact(tokens * tokenConversionRate)
  const difference = exact(money(today) - money(yesterdayByNow))
  return (
    <section
      aria-label={t('studio.earned')}
      className="grid grid-cols-2 gap-y-4 max-md:px-4 max-md:pt-2 max-md:pb-3 md:mb-2 lg:grid-cols-[1.5fr_1fr_1fr]"
    >
      <div className="max-lg:col-span-2 max-lg:border-b max-lg:border-line max-lg:pb-4">
        <BigFigure
          size={48}
          earned={today > 0}
          label={t('studio.earnedToday')}
          value={<Money value={money(today)} currency={currency} />}
          unit={today !== 0 && <Tokens value={today} />}
          note={
            <>
              {t('studio.yesterdayByNow')}
              <Money value={money(yesterdayByNow)} currency={currency} />
              {difference !== 0 && (
                <>
                  {t('studio.comma')}
                  <Money value={difference} currency={currency} signed tone className="font-semibold" />
                </>
              )}
            </>
          }
        />
      </div>
      <div className="lg:border-s lg:border-line lg:ps-6">
        <BigFigure
          size={24}
          label={t('studio.month')}
          value={<Money value={money(month)} currency={currency} />}
          note={month !== 0 && <Tokens value={month} />}
        />
      </div>
      <div className="lg:border-s lg:border-line lg:ps-6">
        <BigFigure
          size={24}
          label={t('studio.account')}
          value={<Money value={money(balance)} currency={currency} />}
          note={
            <Link to="/creator/payouts" className="touch relative font-semibold text-link hover:underline">
              {t('studio.withdraw')}
            </Link>
          }
        />
      </div>
    </section>
  )
}
