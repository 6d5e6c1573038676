import { useTranslation } from '#web/app/say.ts'
import type { EarningStats, SourceType } from '#contract/money/earnings.ts'
import { useSettings } from '#web/app/session.tsx'
import { exact } from '#web/app/amounts.ts'
import { shortDay } from '#web/money/earnings/days.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chart } from '#web/ui/Chart.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Money } from '#web/ui/Money.tsx'
import { placesOf, writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** More bars than this cannot be told apart: then each stands for a week. */
const mostBars = 45

/** What was earned in these days: the sum, how it came about, and on which days. */
export function EarningFigures({ figures, today }: { figures: EarningStats; today: string }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, tokenConversionRate } = useSettings()
  const money = (tokens: number) => <Money value={exact(tokens * tokenConversionRate)} currency={currency} />
  const byWeek = figures.series.length > mostBars
  const bars = byWeek
    ? weeksOf(figures.series)
    : figures.series.map(({ date, netPrice }) => ({
        label: date === today ? t('studio.today') : shortDay(date),
        value: netPrice,
        today: date === today,
      }))
  const question = t(byWeek ? 'earningsPage.byWeek' : 'earningsPage.byDay')
  const sources = (Object.keys(figures.byType) as SourceType[])
    .map((type) => [type, figures.byType[type]] as const)
    .filter(([, value]) => value !== 0)
    .toSorted(([, a], [, b]) => b - a)
  const places = placesOf(sources.map(([, value]) => value))
  return (
    <Columns
      lead={
        <Card>
          <div className="grid grid-cols-2 xl:grid-cols-[1.5fr_1fr_1fr] [&>*]:p-4 md:[&>*]:p-5">
            <div className="max-xl:col-span-2">
              <BigFigure
                size={40}
                label={t('earningsPage.net')}
                value={money(figures.totalNetPrice)}
                unit={<Tokens value={figures.totalNetPrice} />}
              />
            </div>
            <div className="border-line max-xl:border-t xl:border-s">
              <BigFigure
                size={24}
                label={t('earningsPage.gross')}
                value={money(figures.totalGrossPrice)}
                note={<Tokens value={figures.totalGrossPrice} />}
              />
            </div>
            <div className="border-s border-line max-xl:border-t">
              <BigFigure
                size={24}
                label={t('earningsPage.fee')}
                value={money(figures.totalCommission)}
                note={<Tokens value={figures.totalCommission} />}
              />
            </div>
          </div>
        </Card>
      }
      side={
        <Panel title={t('earningsPage.bySource')}>
          {sources.length === 0 ? (
            <p className="py-2 text-14 text-muted">{t('earningsPage.noSource')}</p>
          ) : (
            <Sums
              className="pt-1"
              lines={[
                ...sources.map(([type, value]) => ({
                  label: t(`earningsPage.type.${type}`),
                  value: <Tokens value={value} unit="none" places={places} />,
                })),
                { label: t('earningsPage.net'), value: <Tokens value={figures.totalNetPrice} unit="none" places={places} />, total: true },
              ]}
            />
          )}
          <p className="num mt-4 border-t border-line pt-3 text-13 text-muted">
            {t('earningsPage.accountNote', {
              balance: writeNumber(figures.totalTokens, locale),
              pending: writeNumber(figures.pending, locale),
            })}
          </p>
        </Panel>
      }
    >
      <Panel title={question}>
        <Chart
          question={question}
          height={200}
          bars={bars.map((bar) => ({ ...bar, value: exact(Math.max(0, bar.value) * tokenConversionRate) }))}
          write={(value) => writeMoney(value, currency, locale)}
        />
      </Panel>
    </Columns>
  )
}

/** Seven days each, counted back from the last, under the date on which the week begins. */
function weeksOf(series: EarningStats['series']): { label: string; value: number }[] {
  const first = series.length % 7
  const starts = [...(first > 0 ? [0] : []), ...Array.from({ length: Math.floor(series.length / 7) }, (_, week) => first + week * 7)]
  return starts.map((start, place) => {
    const days = series.slice(start, starts[place + 1] ?? series.length)
    return { label: shortDay(days[0]?.date ?? ''), value: exact(days.reduce((sum, { netPrice }) => sum + netPrice, 0)) }
  })
}
