import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { TableAddress } from '#web/app/table-address.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { daysBefore } from '#web/money/earnings/days.ts'
import type { EarningSpan } from '#web/money/earnings/span.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'

/** Which days figures are of, as their address says. */
export function DayFilters({ address, span }: { address: TableAddress; span: Pick<EarningSpan, 'fromDate' | 'toDate'> }) {
  const { t } = useTranslation()
  const today = dayIn(useNow(), useBoot().timeZone)
  const spans = [
    { key: 'last7', fromDate: daysBefore(today, 6) },
    { key: 'last30', fromDate: daysBefore(today, 29) },
    { key: 'last90', fromDate: daysBefore(today, 89) },
    { key: 'year', fromDate: `${today.slice(0, 4)}-01-01` },
  ] as const
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Pills
        className="max-w-full"
        label={t('earningsPage.days')}
        pills={spans.map(({ key, fromDate }) => ({
          label: t(`earningsPage.${key}`),
          to: address.filterTo({ fromDate, toDate: today }),
          current: span.fromDate === fromDate && span.toDate === today,
        }))}
      />
      <Between key={`${span.fromDate} ${span.toDate}`} {...{ span, today }} onShow={(days) => address.setFilters(days)} />
    </div>
  )
}

type Days = { fromDate: string; toDate: string }

function Between({ span, today, onShow }: { span: Days; today: string; onShow: (days: Days) => void }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<Days>({ fromDate: span.fromDate, toDate: span.toDate })
  const isSame = days.fromDate === span.fromDate && days.toDate === span.toDate
  return (
    <form
      aria-label={t('earningsPage.days')}
      className="flex items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        onShow(days)
      }}
    >
      {(['fromDate', 'toDate'] as const).map((end) => (
        <DayField
          key={end}
          hideLabel
          required
          label={t(end === 'fromDate' ? 'earningsPage.from' : 'earningsPage.to')}
          value={days[end]}
          max={today}
          today={today}
          onChange={(day) => setDays({ ...days, [end]: day })}
          className="w-44 gap-0! max-md:w-full"
        />
      ))}
      <Button type="submit" rank="second" disabled={isSame} className="max-md:col-span-2">
        {t('earningsPage.show')}
      </Button>
    </form>
  )
}
