import { useTranslation } from '#web/app/say.ts'
import { useBulkAct } from '#web/app/bulk-act.ts'
import type { Kind } from '#web/catalogue/works/studio/kinds.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type DeleteWorksProps = { kind: Kind; ids: string[]; onClose: () => void; onDeleted?: () => void }

/** Asks, then deletes one after the other; what could not be deleted is counted and said. */
export function DeleteWorks({ kind: { words, lists, remove }, ids, onClose, onDeleted }: DeleteWorksProps) {
  const { t } = useTranslation()
  const { each, busy } = useBulkAct(`${words}.delete`, lists, remove)
  const removeAll = async () => {
    const { failed } = await each(ids)
    onClose()
    if (failed < ids.length) onDeleted?.()
  }
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={ids.length > 1 ? t(`${words}.delete.title`, { count: ids.length }) : t(`${words}.delete.titleOne`)}
      confirm={t('studio.delete')}
      cancel={t('studio.keep')}
      danger
      loading={busy}
      onConfirm={() => void removeAll()}
    >
      {t(`${words}.delete.lead`)}
    </ConfirmDialog>
  )
}
