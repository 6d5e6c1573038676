import { Download, FileText } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { MonthRow } from '#web/money/statements/MonthRow.tsx'
import { months } from '#web/money/statements/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

export const handle = { auth: true, inClosedCountry: true }

const list = listing({ who: requirePerformer, asks: months })
export const { loader } = list

/** Each month that brought something, as files to keep. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const title = t('statements.title')
  return (
    <StudioPage place="earnings" below title={title}>
      <Card>
        {shown.address.waiting ? (
          <RowsSkeleton />
        ) : shown.rows.data.length === 0 ? (
          <NoneHere list={shown} none={{ icon: FileText, words: t('statements.none') }} />
        ) : (
          <ul>
            {shown.rows.data.map((month) => (
              <MonthRow key={month.month} of={month} />
            ))}
          </ul>
        )}
      </Card>
      <ListPages list={shown} />
      <Panel title={t('statements.check')}>
        <p className="text-15 leading-[1.7]! text-muted">{t('statements.check.lead')}</p>
        <pre tabIndex={0} className="quiet-scroll mt-3 overflow-x-auto rounded-control bg-well px-4 py-3 font-mono text-13">
          <code>{t('statements.check.command')}</code>
        </pre>
        <div className="mt-4 flex flex-wrap gap-2">
          <a
            href="/ledger/check-statement.mjs"
            download
            className="touch inline-flex min-h-9 items-center gap-2 rounded-full px-4 text-14 font-semibold ring-1 ring-line-strong ring-inset hover:bg-hover"
          >
            <Download aria-hidden="true" className="size-4" />
            {t('statements.check.script')}
          </a>
          <Button rank="text" size="sm" to="/ledger">
            {t('statements.check.ledger')}
          </Button>
        </div>
      </Panel>
    </StudioPage>
  )
}
