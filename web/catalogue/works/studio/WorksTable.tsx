import { Trash2 } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { List } from '#web/app/listing.ts'
import { ListTable, type None, useChosen } from '#web/app/ListTable.tsx'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import type { PublishableKind } from '#web/catalogue/works/studio/kinds.ts'
import { PublishWorks } from '#web/catalogue/works/studio/PublishWorks.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'

type WorksTableProps<Work> = {
  kind: PublishableKind
  label: string
  list: List<unknown, { data: Work[]; total: number }>
  columns: Column<Work>[]
  /** Those that somebody is being asked about. */
  deleting: string[]
  onDeleting: (ids: string[]) => void
  none: None
}

/** A creator's works of one kind; several at once can be published or deleted. */
export function WorksTable<Work extends { _id: string; status: string }>(props: WorksTableProps<Work>) {
  const { kind, label, list, columns, deleting, onDeleting, none } = props
  const { t } = useTranslation()
  const chosen = useChosen(list)
  return (
    <>
      <ListTable
        {...{ label, list, columns, none, chosen }}
        acts={
          <>
            <Button rank="text" size="sm" onClick={chosen.clear}>
              {t('studio.clear')}
            </Button>
            <PublishWorks kind={kind} works={list.rows.data} selected={chosen.ids} onDone={chosen.clear} />
            <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => onDeleting(chosen.ids)}>
              {t('studio.delete')}
            </Button>
          </>
        }
      />
      <DeleteWorks kind={kind} ids={deleting} onClose={() => onDeleting([])} />
    </>
  )
}
