import { useTranslation } from '#web/app/say.ts'
import type { TableAddress } from '#web/app/table-address.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { daysBefore } from '#web/money/earnings/days.ts'
import type { EarningSpan } from '#web/money/earnings/span.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { TextField } from '#web/ui/TextField.tsx'

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
      <form
        key={`${span.fromDate} ${span.toDate}`}
        aria-label={t('earningsPage.days')}
        className="flex items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:px-4"
        onSubmit={(event) => {
          event.preventDefault()
          const sent = new FormData(event.currentTarget)
          const [fromDate, toDate] = ['fromDate', 'toDate'].map((name) => sent.get(name))
          if (typeof fromDate === 'string' && typeof toDate === 'string') address.setFilters({ fromDate, toDate })
        }}
      >
        <TextField
          hideLabel
          type="date"
          name="fromDate"
          label={t('earningsPage.from')}
          defaultValue={span.fromDate}
          max={today}
          className="w-40 gap-0! max-md:w-full"
        />
        <TextField
          hideLabel
          type="date"
          name="toDate"
          label={t('earningsPage.to')}
          defaultValue={span.toDate}
          max={today}
          className="w-40 gap-0! max-md:w-full"
        />
        <Button type="submit" rank="second" className="max-md:col-span-2">
          {t('earningsPage.show')}
        </Button>
      </form>
    </div>
  )
}
