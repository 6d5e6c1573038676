import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import type { Kind } from '#web/catalogue/works/studio/kinds.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useToast } from '#web/ui/Toast.tsx'

type DeleteWorksProps = { kind: Kind; ids: string[]; onClose: () => void; onDeleted?: () => void }

/** Asks, then deletes one after the other; what could not be deleted is counted and said. */
export function DeleteWorks({ kind: { words, lists, remove }, ids, onClose, onDeleted }: DeleteWorksProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const removeAll = async () => {
    setBusy(true)
    let failed = 0
    for (const id of ids) await remove(api, id).catch(() => failed++)
    await refresh(...lists)
    setBusy(false)
    if (failed > 0) toast.show(t(`${words}.delete.failed`, { count: failed }), { failed: true })
    else toast.show(t(`${words}.delete.done`, { count: ids.length }))
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
