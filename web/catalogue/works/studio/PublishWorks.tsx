import { useTranslation } from '#web/app/say.ts'
import { useBulkAct } from '#web/app/bulk-act.ts'
import type { PublishableKind } from '#web/catalogue/works/studio/kinds.ts'
import { Button } from '#web/ui/Button.tsx'

type PublishWorksProps = {
  kind: PublishableKind
  works: readonly { _id: string; status: string }[]
  selected: readonly string[]
  onDone: () => void
}

/** Of those selected, the drafts, all at once; those that are not ready stay drafts, and are counted. */
export function PublishWorks({ kind: { words, lists, publish }, works, selected, onDone }: PublishWorksProps) {
  const { t } = useTranslation()
  const { each, busy } = useBulkAct(`${words}.publish`, lists, publish, (sent) => {
    const waiting = sent.filter(({ status }) => status === 'pending_review').length
    return waiting > 0 ? { key: 'studio.publish.review', count: waiting } : { key: `${words}.publish.done`, count: sent.length }
  })
  const drafts = works.filter(({ _id, status }) => status === 'inactive' && selected.includes(_id))
  if (drafts.length === 0) return null
  return (
    <Button rank="second" size="sm" loading={busy} onClick={() => void each(drafts.map(({ _id }) => _id)).then(onDone)}>
      {t(`${words}.publish`)}
    </Button>
  )
}
