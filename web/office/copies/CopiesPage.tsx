import { ScanSearch } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { AskPanel } from '#web/office/copies/AskPanel.tsx'
import { LookupState, useWorkTitle } from '#web/office/copies/LookupState.tsx'
import { isUnderWay, type Lookup, lookups } from '#web/office/copies/queries.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'

const list = listing({ who: requireStaff, asks: lookups })
export const { loader } = list

/** Where staff ask whose copy a found picture is, and what was asked before. */
export function Component() {
  const { t } = useTranslation()
  const titleOf = useWorkTitle()
  const shown = useList(list, useLoaderData<typeof loader>())
  const columns: Column<Lookup>[] = [
    {
      key: 'what',
      title: t('copies.what'),
      cell: (one) => (
        <RowTitle to={`/admin/copies/${one._id}`} under={one.work?.creator ? `@${one.work.creator.username}` : ' '}>
          {isUnderWay(one) ? t('copies.result.reading') : titleOf(one)}
        </RowTitle>
      ),
    },
    { key: 'result', onPhone: 'end', title: t('copies.result'), cell: (one) => <LookupState lookup={one} /> },
    { key: 'by', onPhone: 'note', title: t('copies.by'), cell: (one) => (one.askedBy ? `@${one.askedBy.username}` : '–') },
    whenColumn(t('copies.when'), ({ askedAt }) => askedAt),
  ]
  return (
    <OfficePage place="copies" title={t('copies.title')}>
      <AskPanel />
      <ListTable label={t('copies.list')} list={shown} columns={columns} none={{ icon: ScanSearch, words: t('copies.none') }} />
    </OfficePage>
  )
}
