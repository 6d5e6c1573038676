import { FileLock2, Flag } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { caseStates, reportReasons, reportTargets } from '#contract/office/report-names.ts'
import { Filters, FilterPills, FilterSelect } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { CaseState } from '#web/office/reports/CaseState.tsx'
import { type Case, cases } from '#web/office/reports/queries.ts'
import { useTargetName } from '#web/site/reporting/target-name.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'

const list = listing({
  who: requireStaff,
  says: { state: caseStates, isOverdue: ['true'], isMine: ['true'], reason: reportReasons, target: reportTargets, q: { letters: 100 } },
  asks: ({ isOverdue, isMine, ...asked }) => cases({ ...asked, ...(isOverdue && { isOverdue: true }), ...(isMine && { isMine: true }) }),
})
export const { loader } = list

/** What people reported: open ones first, of them the one that is due first. */
export function Component() {
  const { t } = useTranslation()
  const targetName = useTargetName()
  const shown = useList(list, useLoaderData<typeof loader>())
  const title = t('officeReports.title')
  const columns: Column<Case>[] = [
    {
      key: 'what',
      title: t('officeReports.what'),
      cell: (one) => (
        <RowTitle
          to={`/admin/reports/${one._id}`}
          under={<span className="block max-w-[44ch] truncate">{one.quote || one.caseNumber}</span>}
        >
          {targetName(one.target)}
          {one.owner && ` · ${one.owner.name}`}
        </RowTitle>
      ),
    },
    {
      key: 'reasons',
      title: t('officeReports.reasons'),
      onPhone: 'note',
      cell: (one) => one.reasons.map((reason) => t(`reports.reason.${reason}`)).join(t('officeReports.and')),
    },
    { key: 'reports', title: t('officeReports.reports'), align: 'right', onPhone: 'hidden', cell: (one) => one.reports },
    { key: 'state', title: t('officeReports.state'), onPhone: 'end', cell: (one) => <CaseState one={one} /> },
    { key: 'who', title: t('officeReports.assigned'), onPhone: 'hidden', cell: (one) => one.assignedTo?.name ?? '—' },
    {
      key: 'dueAt',
      title: t('officeReports.due'),
      align: 'right',
      onPhone: 'note',
      cell: (one) => <Moment at={one.closedAt ?? one.dueAt} />,
    },
  ]
  return (
    <OfficePage
      place="reports"
      title={title}
      aside={
        <Button rank="second" size="sm" to="/admin/recordings" icon={<FileLock2 />}>
          {t('officeReports.recordings.title')}
        </Button>
      }
    >
      <Filters>
        <FilterPills
          list={shown}
          by="state"
          label={t('officeReports.state')}
          all={t('office.all')}
          of={caseStates}
          say={(each) => t(`officeReports.state.${each}`)}
        />
        <FilterSearch address={shown.address} label={t('officeReports.search')} className="md:w-80" />
      </Filters>
      <div className="flex flex-wrap gap-2 max-md:px-4">
        <FilterSelect
          list={shown}
          by="isOverdue"
          label={t('officeReports.due')}
          all={t('officeReports.anyTime')}
          of={['true']}
          say={() => t('officeReports.late')}
        />
        <FilterSelect
          list={shown}
          by="isMine"
          label={t('officeReports.assigned')}
          all={t('officeReports.everybody')}
          of={['true']}
          say={() => t('officeReports.mine')}
        />
        <FilterSelect
          list={shown}
          by="reason"
          label={t('officeReports.reasons')}
          all={t('officeReports.anyReason')}
          of={reportReasons}
          say={(each) => t(`reports.reason.${each}`)}
        />
        <FilterSelect
          list={shown}
          by="target"
          label={t('officeReports.what')}
          all={t('officeReports.anything')}
          of={reportTargets}
          say={targetName}
        />
      </div>
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{ icon: Flag, words: t('officeReports.none'), found: t('officeReports.noneFound') }}
      />
    </OfficePage>
  )
}

function Moment({ at }: { at: string }) {
  return <RelativeTime at={at} now={useNow()} show="moment" className="text-muted" />
}
