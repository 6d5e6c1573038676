import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableAddress } from '#web/app/table-address.ts'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import type { PublishableKind } from '#web/catalogue/works/studio/kinds.ts'
import { PublishWorks } from '#web/catalogue/works/studio/PublishWorks.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import type { Paged } from '#web/app/Pages.tsx'

type WorksTableProps<Work> = {
  kind: PublishableKind
  label: string
  rows: Paged<Work>
  columns: Column<Work>[]
  address: TableAddress
  /** Those that somebody is being asked about. */
  deleting: string[]
  onDeleting: (ids: string[]) => void
  empty: ReactNode
}

/** A creator's works of one kind; several at once can be published or deleted. */
export function WorksTable<Work extends { _id: string; status: string }>(props: WorksTableProps<Work>) {
  const { kind, label, rows, columns, address, deleting, onDeleting, empty } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string[]>([])
  const selected = chosen.filter((id) => rows.data.some((work) => work._id === id))
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows.data}
        rowKey={(work) => work._id}
        total={rows.total}
        {...address.table}
        selected={selected}
        onSelect={setChosen}
        bulk={
          <>
            <Button rank="text" size="sm" onClick={() => setChosen([])}>
              {t('studio.clear')}
            </Button>
            <PublishWorks kind={kind} works={rows.data} selected={selected} onDone={() => setChosen([])} />
            <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => onDeleting(selected)}>
              {t('studio.delete')}
            </Button>
          </>
        }
        empty={empty}
      />
      <DeleteWorks kind={kind} ids={deleting} onClose={() => onDeleting([])} />
    </>
  )
}
