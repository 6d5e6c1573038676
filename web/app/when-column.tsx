import { useNow } from '#web/app/session.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** The column that says when. */
export function whenColumn<Row>(title: string, at: (row: Row) => string): Column<Row> {
  return { key: 'createdAt', title, align: 'right', onPhone: 'note', cell: (row) => <Moment at={at(row)} /> }
}

function Moment({ at }: { at: string }) {
  return <RelativeTime at={at} now={useNow()} show="moment" className="text-muted" />
}
