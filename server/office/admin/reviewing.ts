// Works of every kind as staff look at them.
import { pageOf } from '#contract/catalogue/kind-names.ts'
import type { ReviewedWork } from '#contract/office/admin.ts'
import { textsOf } from '#server/catalogue/kinds/kinds.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as reports from '#server/office/reports/reports.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

interface Asked {
  status?: 'waiting' | 'front' | 'active' | 'rejected' | undefined
  limit: number
  offset: number
}

/** By where their review stands, whole, and with the reason of a refusal. */
export async function worksByStatus(db: Db, viewer: Viewer, { status = 'waiting', ...paging }: Asked) {
  const { ids, total } = await (status === 'waiting' ? works.waiting(db, paging) : works.reviewed(db, status, paging))
  const found = await works.find(db, ids)
  const list = ids.flatMap((id) => found.get(id) ?? [])
  const [shown, texts, refunds] = await Promise.all([
    showing.present(db, { viewer }, list),
    textsOf(db, list),
    // To refuse what is not shown yet takes nothing from who bought it before.
    reports.refundsOf(
      db,
      list.filter(({ state }) => state === 'active').map(({ id }) => id),
    ),
  ])
  const data = shown.map(({ work, common }): ReviewedWork => {
    const { kind, id, reason } = work
    const path = pageOf(work)
    return {
      ...common,
      kind,
      text: texts.get(id) ?? '',
      ...(path && { path }),
      ...(reason && { rejectionReason: reason }),
      ...reports.refundForm(refunds.get(id)),
    }
  })
  return { data, total }
}
