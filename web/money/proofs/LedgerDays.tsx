import { CalendarCheck, Copy } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { LedgerDay } from '#contract/money/proofs.ts'
import type { TableAddress } from '#web/app/table-address.ts'
import type { Days } from '#web/money/proofs/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** The closed days, newest first, each with what people keep of it. */
export function LedgerDays({ days, address }: { days: Days; address: TableAddress }) {
  const { t } = useTranslation()
  const { current, pageSize } = address.state
  return (
    <Panel title={t('ledgerPage.days')} flush>
      <p className="px-4 pb-3 text-14 text-muted md:px-5">{t('ledgerPage.days.lead')}</p>
      {days.data.length === 0 ? (
        <EmptyState look="bare" icon={CalendarCheck}>
          {t('ledgerPage.days.none')}
        </EmptyState>
      ) : (
        <ul>
          {days.data.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </ul>
      )}
      {days.total > pageSize && (
        <div className="flex justify-end border-t border-line px-3 py-1.5">
          <Pagination current={current} pageSize={pageSize} total={days.total} to={address.pageTo} />
        </div>
      )}
    </Panel>
  )
}

function Day({ day: { day, first, last, digest } }: { day: LedgerDay }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(digest)
      toast.show(t('ledgerPage.copied', { day }))
    } catch {
      toast.show(t('ledgerPage.copyFailed'), { failed: true })
    }
  }
  const facts = { first: writeNumber(Number(first), locale), last: writeNumber(Number(last), locale) }
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <time dateTime={day} className="num text-15 font-semibold">
            {day}
          </time>
          <span className="num text-13 text-muted">{t(first === last ? 'ledgerPage.days.one' : 'ledgerPage.days.count', facts)}</span>
        </p>
        <code className="mt-0.5 block font-mono text-13 break-all text-muted">{digest}</code>
      </div>
      <IconButton label={t('ledgerPage.copy', { day })} onClick={() => void copy()}>
        <Copy />
      </IconButton>
    </li>
  )
}
