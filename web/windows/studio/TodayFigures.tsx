import { useTranslation } from 'react-i18next'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Money } from '#web/ui/Money.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { exact } from '#web/app/amounts.ts'
import { useSettings } from '#web/app/session.tsx'

type TodayFiguresProps = {
  today: number
  yesterdayByNow: number
  month: number
  /** What stands in the earnings account now. */
  balance: number
  subscribers: number
  /** Of them, those who will not renew. */
  leaving: number
}

/** Today large, yesterday at this hour beside it as an amount; the rest smaller. */
export function TodayFigures({ today, yesterdayByNow, month, balance, subscribers, leaving }: TodayFiguresProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, tokenConversionRate } = useSettings()
  const difference = exact(today - yesterdayByNow)
  return (
    <Card>
      <div className="grid grid-cols-2 lg:grid-cols-[1.5fr_1fr_1fr_1fr] [&>*]:p-4 md:[&>*]:p-5">
        <div className="max-lg:col-span-2">
          <BigFigure
            size={40}
            label={t('studio.earnedToday')}
            value={writeNumber(today, locale)}
            unit={t('studio.tokens')}
            note={
              <span className="flex flex-wrap gap-x-3">
                {difference !== 0 && <Tokens value={difference} signed tone unit="none" className="font-semibold" />}
                <span className="whitespace-nowrap">
                  {t('studio.yesterdayByNow')} <Tokens value={yesterdayByNow} />
                </span>
              </span>
            }
          />
        </div>
        <div className="border-line max-lg:border-t lg:border-l">
          <BigFigure
            size={24}
            label={t('studio.month')}
            value={writeNumber(month, locale)}
            unit={t('studio.tokens')}
            note={
              <>
                {t('studio.about')} <Money value={exact(month * tokenConversionRate)} currency={currency} />
              </>
            }
          />
        </div>
        <div className="border-l border-line max-lg:border-t">
          <BigFigure
            size={24}
            label={t('studio.subscribers')}
            value={writeNumber(subscribers, locale)}
            note={leaving > 0 ? t('studio.leaving', { count: leaving }) : t('studio.allStay')}
          />
        </div>
        <div className="border-line max-lg:col-span-2 max-lg:border-t lg:border-l">
          <BigFigure
            size={24}
            label={t('studio.account')}
            value={writeNumber(balance, locale)}
            unit={t('studio.tokens')}
            note={
              <>
                {t('studio.about')} <Money value={exact(balance * tokenConversionRate)} currency={currency} />
              </>
            }
          />
        </div>
      </div>
    </Card>
  )
}
